import TestSupport
import Testing

/// Strings from other people cannot control the terminal that shows them, not even through a pipe.
@Suite("Foreign text")
struct ForeignTextTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func expectPlain(_ finished: Finished) {
    for scalar in (finished.output + finished.errors).unicodeScalars {
      #expect(scalar != "\u{1B}" && scalar != "\u{202E}", "\(finished)")
    }
  }

  @Test("`theme check` replaces control characters in a file's name")
  func theme() throws {
    try desk.home.write("{", to: ".local/share/nightd/themes/a\u{1B}[31m\u{202E}.json5")
    let finished = try desk.nightctl("theme", "check")
    #expect(finished.output.contains("\u{FFFD}[31m"), "\(finished)")
    expectPlain(finished)
  }

  @Test(
    "`prefs export` escapes control characters, and `prefs import` reads them again",
    arguments: ["prefs export", "prefs export --format json", "prefs export --json"]
  )
  func export(command: String) throws {
    try desk.startDaemon()
    try desk.nightctl("prefs", "write", "--app", "x", "key", "a\u{202E}b\u{9B}c")
    let arguments = command.split(separator: " ").map(String.init)
    let exported = try desk.nightctl(arguments)
    expectPlain(exported)
    #expect(exported.output.contains(#"a\u202eb\u009bc"#), "\(exported)")
    guard !command.hasSuffix("--json") else { return }
    try desk.nightctl("prefs", "delete", "--app", "x", "key")
    try desk.home.write(exported.output, to: "exported.json5")
    try desk.nightctl("prefs", "import", desk.home.file("exported.json5"))
    #expect(
      try desk.nightctl("prefs", "read", "--app", "x", "key").output == "a\u{202E}b\u{9B}c\n"
    )
  }
}
