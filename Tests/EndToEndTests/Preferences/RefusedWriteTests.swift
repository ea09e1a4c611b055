import Glibc
import TestSupport
import Testing

/// Writes of preferences that do not have the intended effect, and deletions of keys that are not
/// set.
@Suite struct RefusedWriteTests {
  static let themes: [(words: [String], sentence: String)] = [
    (
      ["theme.dark", "nosuch"],
      "there is no theme “nosuch”; to list all themes, run nightctl theme list; see nightctl prefs write --help"
    ),
    (
      ["theme.dark", "midnihgt"],
      "there is no theme “midnihgt”; did you mean “midnight”?; see nightctl prefs write --help"
    ),
    (
      ["theme.dark", "daylight"],
      "“daylight” is a light theme, and theme.dark takes a dark one; did you mean theme.light?; "
        + "see nightctl prefs write --help"
    ),
    (
      ["theme.light-high", "midnight-high"],
      "“midnight-high” is a dark theme, and theme.light-high takes a light one; did you mean "
        + "theme.dark-high?; see nightctl prefs write --help"
    ),
  ]

  @Test(
    "Without a bus, `prefs write` refuses an unknown theme and a theme of the wrong style",
    arguments: themes
  )
  func theme(words: [String], sentence: String) throws {
    let home = try TemporaryFolder()
    let finished = try Program.run(
      Built.nightctl,
      ["prefs", "write"] + words,
      environment: ["HOME": home.path, "LANG": "C.UTF-8"]
    )
    #expect(finished.exit == .exited(2), "\(finished)")
    #expect(finished.errors == "nightctl: \(sentence)\n")
  }

  @Test("If a preference contains an unknown theme, both `prefs check` and `status` report it")
  func checked() throws {
    let desk = try Desk()
    try desk.home.write("{theme: {dark: 'nosuch'}}", to: ".config/nightd/config.json5")
    try desk.startDaemon()
    let status = try desk.nightctl("status", "--json").output
    let checked = try desk.nightctl("prefs", "check")
    #expect(status.contains("nosuch"))
    #expect(checked.exit == .exited(1), "\(checked)")
    #expect(checked.output.contains("nosuch"))
    let json = try desk.nightctl("prefs", "check", "--json").output
    #expect(json.contains(#""theme-mistakes":[""#) && json.contains("nosuch"), "\(json)")
  }

  @Test("If the key to delete was not set, `prefs delete` reports this")
  func absent() throws {
    let desk = try Desk()
    try desk.startDaemon()
    for words in [["fade"], ["k", "--app", "x"]] {
      let finished = try desk.nightctl(["prefs", "delete"] + words)
      #expect(finished.exit == .exited(0))
      #expect(
        finished.errors == "nightctl: \(words[0]) was not set; nothing was changed\n"
      )
    }
    let finished = try desk.nightctl("prefs", "delete", "--app", "x", "--all")
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "nightctl: nothing was set for x; nothing was changed\n")
    _ = try desk.printed("prefs", "write", "fade", "5")
    #expect(try desk.printed("prefs", "delete", "fade") == "")
  }

  @Test("A long path is shown in full in an error message")
  func path() throws {
    let home = try TemporaryFolder()
    let path = home.file(String(repeating: "long-folder/", count: 12) + "preferences.json5")
    let finished = try Program.run(Built.nightctl, ["prefs", "import", path])
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors == "nightctl: cannot read “\(path)”: No such file or directory\n"
    )
  }
}
