import Glibc
import TestSupport
import Testing

/// What nightctl reports after somebody has removed the file of a theme in use.
@Suite struct MissingThemeTests {
  private static let file = ".local/share/nightd/themes/sea.json5"
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func sentence(_ place: String, _ advice: String) -> String {
    "\(place): no theme has the name “sea”; nightd looks for \(desk.home.file(Self.file)); \(advice)"
  }

  @Test(
    "`status`, `why` and `doctor` show a missing theme's path, and how to choose another theme"
  )
  func slot() throws {
    try desk.home.write("{style: 'dark'}", to: Self.file)
    let daemon = try desk.startDaemon()
    _ = try desk.printed("theme", "use", "sea")
    try #require(unlink(desk.home.file(Self.file)) == 0)
    let advice =
      "midnight is shown instead; to choose another theme, run nightctl theme use --dark NAME"
    let mistake = sentence("theme.dark", advice)
    while try daemon.nextErrorLine() != "nightd: \(mistake)" {}
    #expect(try desk.printed("status").contains("\nbroken   \(mistake)\n"))
    #expect(try desk.printed("why").contains("\n\(mistake).\n"))
    let doctor = try desk.nightctl("doctor")
    #expect(
      doctor.output.contains(
        "theme-missing: theme.dark names the theme “sea”, which does not exist\n"
      ),
      "\(doctor)"
    )
    #expect(doctor.output.contains(desk.home.file(Self.file)), "\(doctor)")
    #expect(doctor.output.contains("  run: nightctl theme use --dark midnight\n"), "\(doctor)")
    _ = try desk.printed("theme", "use", "--dark", "midnight")
    #expect(try desk.printed("status").contains("broken") == false)
    #expect(try desk.nightctl("doctor").codes.contains("theme-missing") == false)
  }

  @Test("`prefs write` and the doctor report a GTK theme that is not installed, and a similar one")
  func toolkit() throws {
    try desk.home.write("", to: ".themes/Arc-Dark/gtk-3.0/gtk.css")
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    let write = try desk.nightctl("prefs", "write", "gtk-theme.dark", "Arc-Drak")
    let sentence = "gtk-theme.dark names the theme “Arc-Drak”, which is not installed"
    #expect(write.exit == .exited(0))
    #expect(write.errors == "nightctl: \(sentence); did you mean “Arc-Dark”?\n")
    let doctor = try desk.nightctl("doctor").output
    #expect(doctor.contains("theme-missing: \(sentence)\n"), "\(doctor)")
    #expect(doctor.contains("  run: nightctl prefs write gtk-theme.dark Arc-Dark\n"), "\(doctor)")
    #expect(try desk.nightctl("prefs", "write", "gtk-theme.dark", "Arc-Dark").errors.isEmpty)
    #expect(try desk.nightctl("doctor").codes.contains("theme-missing") == false)
  }

  @Test("As soon as `theme remove` returns, `status` says that the theme is missing")
  func removed() throws {
    try desk.home.write("{style: 'dark'}", to: Self.file)
    try desk.startDaemon()
    _ = try desk.printed("theme", "use", "sea")
    _ = try desk.printed("theme", "remove", "sea")
    let advice =
      "midnight is shown instead; to choose another theme, run nightctl theme use --dark NAME"
    let status = try desk.printed("status")
    #expect(status.contains("\nbroken   \(sentence("theme.dark", advice))\n"), "\(status)")
    #expect(try desk.printed("get", "--json").contains(#""theme":"midnight""#))
  }

  @Test("The doctor reports a mistake in a theme that is in use")
  func mistake() throws {
    try desk.home.write("{style: 'dark', colors: {accent: '#12'}}", to: Self.file)
    try desk.startDaemon()
    _ = try desk.nightctl("prefs", "write", "theme.dark", "sea")
    let doctor = try desk.nightctl("doctor")
    #expect(doctor.codes.contains("theme-mistakes"), "\(doctor)")
    #expect(doctor.output.contains("\(desk.home.file(Self.file)):1:"), "\(doctor)")
    #expect(doctor.output.contains("  run: nightctl theme check\n"), "\(doctor)")
  }

  @Test("If the theme of a hold is missing, `status` says how to end the hold")
  func held() throws {
    try desk.home.write("{style: 'dark'}", to: Self.file)
    let daemon = try desk.startDaemon()
    _ = try desk.printed("theme", "use", "sea", "--for", "2h")
    try #require(unlink(desk.home.file(Self.file)) == 0)
    let mistake = sentence("the held theme is missing", "to end the hold, run nightctl resume")
    while try daemon.nextErrorLine() != "nightd: \(mistake)" {}
    #expect(try desk.printed("status").contains("\nbroken   \(mistake)\n"))
  }
}
