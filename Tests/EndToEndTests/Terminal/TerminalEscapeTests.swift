import TestSupport
import Testing

@Suite(
  "Terminal output",
  .enabled(if: Tool.path("python3") != nil, "there is no python3, which makes the terminal")
)
struct TerminalEscapeTests {
  /// Every command that prints strings from the daemon.
  static let commands = [
    "get", "get --json", "status", "status --json", "why", "why --app x", "why --json", "apps",
    "apps --json", "history", "history --json", "programs", "programs --json", "doctor",
    "doctor --json", "introspect", "introspect --json", "prefs list", "prefs list --origin",
    "prefs read", "prefs read --json", "prefs read theme.dark", "prefs explain theme.dark",
    "prefs explain theme.dark --json", "prefs check", "prefs check --json", "prefs export",
    "prefs export --json", "schedule", "schedule list", "schedule plot", "schedule simulate",
    "location", "contrast", "accent", "motion", "theme list", "theme list --json", "theme show",
    "theme show --json", "theme check", "theme next", "set dark", "toggle", "resume",
    "set dark --app x", "theme use midnight", "prefs write fade 5", "location 1,2",
    "inhibit -- true",
  ]

  /// The commands whose output must contain the hostile text; otherwise the test would prove
  /// nothing.
  static let telling = [
    "status", "status --json", "why", "apps", "apps --json", "history", "programs", "doctor",
    "introspect", "introspect --json", "prefs list", "prefs list --origin", "prefs read",
    "prefs read theme.dark", "prefs explain theme.dark", "prefs check", "prefs export",
    "schedule list", "theme list", "theme show", "theme show --json", "set dark",
  ]

  /// The control characters in a string, without the colours that nightctl itself prints.
  static func obeyed(_ text: String) -> [String] {
    let colours = /\u{1B}\[(?:0|1(?:;3[125])?|(?:[34]8;5;\d+)(?:;48;5;\d+)?)m/
    let rest = text.replacing("\r\n", with: "\n").replacing(colours, with: "")
    return rest.unicodeScalars.compactMap { scalar in
      switch scalar {
      case "\n", " "..."~": nil
      case "\u{0}"..."\u{9F}", "\u{61C}", "\u{200B}"..."\u{200F}", "\u{2028}"..."\u{202E}",
        "\u{2060}"..."\u{206F}", "\u{FEFF}":
        String(scalar.value, radix: 16)
      default: nil
      }
    }
  }

  @Test(
    "If a hostile daemon sends control characters, none of them reach the terminal",
    .timeLimit(.minutes(3))
  )
  func hostileDaemon() throws {
    let desk = try Desk()
    try HostileDaemon.start(desk)
    for command in Self.commands {
      let words = command.split(separator: " ").map(String.init)
      let shown = try desk.nightctlOnTerminal(words).output
      #expect(Self.obeyed(shown) == [], "nightctl \(command): \(shown.debugDescription)")
      if Self.telling.contains(command) {
        #expect(shown.contains("evil"), "nightctl \(command): \(shown.debugDescription)")
      }
    }
  }

  @Test("nightctl escapes control characters in JSON on a terminal")
  func json() throws {
    let desk = try Desk()
    try HostileDaemon.start(desk)
    let shown = try desk.nightctlOnTerminal(["prefs", "read", "theme.dark", "--json"]).output
    #expect(shown.contains(#"evil\u001b]0;owned\u0007\u001b[2J\u009b2J\u007f\u202e\u2066\u0085\r"#))
  }

  @Test("In a pipe, values are printed unchanged, except for control characters in JSON")
  func exact() throws {
    let desk = try Desk()
    try HostileDaemon.start(desk)
    #expect(try desk.nightctl("prefs", "read", "theme.dark").output == HostileDaemon.text + "\n")
    let json = try desk.nightctl("prefs", "read", "theme.dark", "--json").output
    #expect(json.contains("\\u001b]0;owned") && json.contains(#"\u202e\u2066"#))
  }

  @Test("On a terminal, a file name is printed without its control characters")
  func file() throws {
    let desk = try Desk()
    let name = "a\u{1B}[2Jb\u{9B}c.json5"
    try desk.home.write("{", to: name)
    for words in [
      ["theme", "import", desk.home.file(name)], ["prefs", "import", desk.home.file(name)],
    ] {
      let shown = try desk.nightctlOnTerminal(words).output
      #expect(shown.contains("[2Jb") && Self.obeyed(shown) == [], "\(shown.debugDescription)")
    }
  }

  @Test(
    "On a terminal, `schedule plot` and `theme show` print no escape sequences except for colours"
  )
  func colours() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let chart = try desk.nightctlOnTerminal(["schedule", "plot"]).output
    #expect(chart.contains("\u{1B}[38;5;") && Self.obeyed(chart) == [])
    let theme = try desk.nightctlOnTerminal(["theme", "show", "midnight"]).output
    #expect(theme.contains("\u{1B}[38;5;") && Self.obeyed(theme) == [])
  }
}
