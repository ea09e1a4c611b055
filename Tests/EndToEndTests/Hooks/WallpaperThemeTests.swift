import TestSupport
import Testing

/// Themes that nightctl makes from the wallpaper after a change.
@Suite("The preference wallpaper.theme")
struct WallpaperThemeTests {
  private static let folder = ".local/share/nightd/themes"
  private let programs: FollowerDesk
  private var desk: Desk { programs.desk }

  init() throws {
    programs = try FollowerDesk(try Desk())
    try programs.startDaemon()
    try programs.nightctl("set", "light")
  }

  private func put(_ picture: String, _ name: String) throws {
    try desk.home.write(Archives.bytes(picture), to: name)
  }

  private func write(_ key: String, _ value: String) throws {
    try programs.nightctl("prefs", "write", key, value)
  }

  private func text(_ theme: String) -> String { desk.home.text(path(theme)) ?? "" }

  private func path(_ theme: String) -> String { "\(Self.folder)/\(theme).json5" }

  /// The numbers of both files, which change if the themes are made again.
  private func numbers() throws -> String {
    let paths = ["wallpaper-light", "wallpaper-dark"].map { desk.home.file(path($0)) }
    return try Program.run("/usr/bin/stat", ["-c", "%i %.Y"] + paths).output
  }

  /// Applies the programs, and returns what the command printed.
  @discardableResult
  private func apply() throws -> Finished { try desk.nightctl("programs", "apply") }

  private func awaitTheme(_ name: String) throws {
    try programs.until {
      try programs.nightctl("get", "--json").output.contains(#""theme":"\#(name)""#)
    }
  }

  @Test("The themes follow the wallpaper, and are made again only if a picture changes")
  func followed() throws {
    try put(ThemeFromPictureTests.png, "a.png")
    try write("wallpaper.light", desk.home.file("a.png"))
    try apply()
    #expect(desk.home.list(Self.folder) == [])
    try write("wallpaper.theme", "true")
    try awaitTheme("wallpaper-light")
    try programs.nightctl("set", "dark")
    try awaitTheme("wallpaper-dark")
    let check = try programs.nightctl("theme", "check", "wallpaper-light", "wallpaper-dark")
    #expect(check.output == "no theme has a mistake\n")
    #expect(text("wallpaper-dark").contains("a.png, tonal-spot"))

    // The change of the theme starts nightctl again, which makes no theme again.
    let before = try numbers()
    for style in ["light", "dark", "light"] { try programs.nightctl("set", style) }
    #expect(try apply().output.contains("Nothing had to change"))
    #expect(try numbers() == before)

    try put(ThemeFromPictureTests.jpeg, "b.jpeg")
    let light = text("wallpaper-light")
    try write("wallpaper.dark", desk.home.file("b.jpeg"))
    try programs.until { text("wallpaper-dark").contains("b.jpeg, tonal-spot") }
    #expect(text("wallpaper-light") == light)
    try put(ThemeFromPictureTests.red, "a.png")
    try programs.nightctl("set", "dark")
    try programs.until { text("wallpaper-light") != light }
  }

  @Test(
    "If `wallpaper.theme` is switched off, the themes stay; if it is switched on, they are used"
  )
  func switched() throws {
    try put(ThemeFromPictureTests.png, "a.png")
    try write("wallpaper.dark", desk.home.file("a.png"))
    try write("wallpaper.theme", "true")
    try awaitTheme("wallpaper-light")
    try write("wallpaper.theme", "false")
    try apply()
    try write("theme.light", "daylight")
    try put(ThemeFromPictureTests.red, "a.png")
    let before = try numbers()
    try programs.nightctl("set", "dark")
    #expect(try apply().exit == .exited(0))
    #expect(try numbers() == before)
    try programs.nightctl("set", "light")
    #expect(try programs.nightctl("get", "--json").output.contains(#""theme":"daylight""#))
    try write("wallpaper.theme", "true")
    try awaitTheme("wallpaper-light")
    #expect(try numbers() != before)
  }

  @Test("If the picture is broken or missing, the theme stays, and nightctl reports the picture")
  func broken() throws {
    try put(ThemeFromPictureTests.png, "a.png")
    let picture = desk.home.file("a.png")
    try write("wallpaper.light", picture)
    try write("wallpaper.theme", "true")
    try awaitTheme("wallpaper-light")
    let before = try numbers()
    try desk.home.write("no picture", to: "a.png")
    let why = "expected a JPEG, PNG or WebP picture"
    for _ in 0..<2 {
      let applied = try apply()
      #expect(applied.exit == .exited(1))
      let line = "nightctl: wallpaper: wallpaper.light: cannot read “\(picture)”: \(why)\n"
      #expect(applied.errors.hasPrefix(line), "\(applied)")
    }
    try programs.nightctl("set", "dark")
    try programs.until { try programs.nightctl("programs").output.contains(why) }
    #expect(try Program.run("/bin/rm", [picture]).exit == .exited(0))
    #expect(try apply().errors.contains("No such file or directory; to choose another picture"))
    #expect(try numbers() == before)
    try awaitTheme("wallpaper-dark")
  }

  @Test("A theme that the user made or changed is not replaced by one from the wallpaper")
  func own() throws {
    try put(ThemeFromPictureTests.png, "a.png")
    let own = "{ style: 'light', parent: 'daylight' }\n"
    try desk.home.write(own, to: path("wallpaper-light"))
    try write("wallpaper.light", desk.home.file("a.png"))
    try write("wallpaper.theme", "true")
    try programs.nightctl("set", "dark")
    try awaitTheme("wallpaper-dark")
    #expect(text("wallpaper-light") == own)
    let applied = try apply()
    #expect(applied.errors.contains("“wallpaper-light” already, "), "\(applied)")
    #expect(applied.errors.contains("rename or remove yours"), "\(applied)")
  }
}
