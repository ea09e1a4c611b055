import TestSupport
import Testing

/// Colours and line breaks of nightctl on terminals of several widths.
@Suite(
  "nightctl on narrow and wide terminals",
  .enabled(if: Tool.path("python3") != nil, "there is no python3, which makes the terminal")
)
struct TerminalWidthTests {
  static let widths = [40, 80, 200]

  /// Calls every command and every group with --help.
  private static func helps() throws -> [String] {
    try TextFile("\(Built.sourceRoot)/Tests/golden/help.txt").lines.filter { $0.hasPrefix("==== ") }
      .map { String($0.dropFirst("==== nightctl ".count)) }
  }

  private static let errors = [
    "sett dark", "set", "set auto", "set dark --until noon", "set dark --for 2s2", "status --jsn",
    "prefs write", "prefs write fade many", "prefs read no-such-key", "theme use no-such-theme",
    "theme check /a/path/that/is/longer/than/forty/columns.json5", "schedule set 'dark 25:00'",
    "inhibit --dark -- true", "get --terminal --bus", "location 91,0", "hooks log nothing",
  ]

  private static func text(_ commands: [String]) -> String {
    commands.map { "\"$NIGHTCTL\" \($0)\n" }.joined()
  }

  private static func withoutEscapes(_ text: String) -> String {
    text.replacing("\r\n", with: "\n").replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }
  }

  /// Compares the output on a terminal with the output in a pipe.
  private func compare(_ commands: [String], _ columns: Int, on desk: Desk) throws {
    let text = Self.text(commands)
    let piped = try desk.shell("exec 2>&1\n" + text).output
    let shown = try desk.shellOnTerminal(text, columns: columns).output
    #expect(shown.contains("\u{1B}["))
    #expect(!piped.contains("\u{1B}"))
    let rows = Self.withoutEscapes(shown)
    #expect(Self.words(rows) == Self.words(piped))
    for row in rows.split(separator: "\n") where row.count > columns {
      // Some long rows are not broken: a path, a command to copy, and a line of a file.
      let words = row.drop { $0 == " " }
      let isWhole = [": ", "\n    "].contains { piped.contains("\($0)\(words)\n") }
      #expect(!words.contains(" ") || isWhole, "\(row)")
    }
  }

  @Test(
    "Help is wrapped to the terminal's width, but has the same text as without a terminal",
    arguments: widths
  )
  func help(columns: Int) throws {
    let desk = try Desk()
    try compare(
      try Self.helps().map { $0 + " --help" } + ["", "help", "help set"],
      columns,
      on: desk
    )
  }

  @Test(
    "Errors are wrapped to the terminal's width, but have the same text as without a terminal",
    arguments: widths
  )
  func errors(columns: Int) throws {
    let desk = try Desk()
    try desk.startDaemon()
    try compare(Self.errors, columns, on: desk)
  }

  @Test(
    "The output of `status` and `doctor` is wrapped to the terminal's width without loss of text",
    arguments: widths
  )
  func reports(columns: Int) throws {
    let desk = try Desk()
    try desk.home.write("{ theme: { dark: 1 }, nonsense: true }", to: ".config/nightd/config.json5")
    try desk.startDaemon()
    try compare(["status", "status --app org.example.Editor"], columns, on: desk)
    try compare(["doctor", "doctor --fix --dry-run"], columns, on: desk)
    try compare(["sett", "why", "schedule", "programs", "history"], columns, on: desk)
  }

  @Test(
    "With NO_COLOR, or on a terminal without colours, nightctl prints no escape sequences",
    arguments: [["TERM": "dumb"], ["TERM": ""], ["NO_COLOR": "1"]]
  )
  func plain(environment: [String: String]) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let text = Self.text(["--help", "status", "doctor", "sett"])
    let shown = try desk.shellOnTerminal(text, adding: environment).output
    #expect(!shown.contains("\u{1B}"))
    #expect(
      shown.replacing("\r\n", with: "\n") == (try desk.shell("exec 2>&1\n" + text).output)
    )
  }

  @Test("Each output stream has colours only if the stream itself is a terminal")
  func streams() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let output = try desk.shellOnTerminal("\"$NIGHTCTL\" doctor >\"$HOME/output\"").output
    #expect(output.hasPrefix("\u{1B}[1;31mnightctl:\u{1B}[0m ") && output.hasSuffix("found\r\n"))
    #expect(desk.home.text("output")?.contains("\u{1B}") == false)
    let errors = try desk.shellOnTerminal(
      "\"$NIGHTCTL\" status 2>&1 | cat; \"$NIGHTCTL\" sett 2>&1 | cat"
    )
    #expect(!errors.output.contains("\u{1B}"))
    let status = try desk.shellOnTerminal("\"$NIGHTCTL\" status 2>/dev/null").output
    #expect(status.hasPrefix("\u{1B}[1mstyle\u{1B}[0m    \u{1B}[1;35mlight\u{1B}[0m\r\n"))
  }

  @Test("Advice that follows a successful command is not red")
  func advice() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let shown = try desk.nightctlOnTerminal(["prefs", "delete", "wallpaper.dark"]).output
    #expect(shown.hasPrefix("\u{1B}[1mnightctl:\u{1B}[0m "), "\(shown.debugDescription)")
  }

  @Test("On a terminal, JSON has no colours and no additional line breaks")
  func json() throws {
    let desk = try Desk()
    try desk.startDaemon()
    for command in ["status", "doctor", "get"] {
      let shown = try desk.nightctlOnTerminal([command, "--json"], columns: 40).output
      // The doctor's last line goes to standard error and is not JSON.
      let line = shown.prefix { !$0.isNewline }
      #expect(!line.contains("\u{1B}") && line.count > 40)
      #expect(line.hasPrefix("{") && line.hasSuffix("}"), "\(shown)")
    }
  }

  @Test("COLUMNS overrides the width of the terminal")
  func columns() throws {
    let desk = try Desk()
    let wide = try desk.nightctlOnTerminal(["--help"], columns: 40, adding: ["COLUMNS": "200"])
    #expect(Self.withoutEscapes(wide.output) == HelpTests.all)
    let unknown = try desk.nightctlOnTerminal(["--help"])
    #expect(Self.withoutEscapes(unknown.output) == HelpTests.all)
  }
}
