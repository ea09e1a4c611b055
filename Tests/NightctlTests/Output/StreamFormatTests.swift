import Testing

@testable import nightctl

@Suite("The format of a stream")
struct StreamFormatTests {
  @Test(
    "A terminal has colours unless TERM or NO_COLOR forbids them",
    arguments: [
      (["TERM": "xterm-256color"], true), (["TERM": "linux"], true), (["TERM": "tmux"], true),
      (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "xterm", "NO_COLOR": "0"], false), (["TERM": "dumb"], false),
      (["TERM": ""], false), ([:], false), (["TERM": "vt220"], false),
    ]
  )
  func colours(environment: [String: String], hasColours: Bool) {
    let format = StreamFormat(terminalWithColumns: 80) { environment[$0] }
    #expect(format.isTerminal)
    #expect(format.hasColours == hasColours)
  }

  @Test(
    "COLUMNS overrides the terminal's own width if it is a positive number",
    arguments: [
      (80, nil, 80), (80, "120", 120), (nil, "120", 120), (nil, nil, nil), (0, nil, nil),
      (80, "", 80), (80, "0", 80), (80, "-5", 80), (80, "many", 80), (0, "many", nil),
      (80, "99999999999999999999", 80), (80, "40 ", 80), (65_535, nil, 65_535),
    ] as [(Int?, String?, Int?)]
  )
  func width(columns: Int?, variable: String?, width: Int?) {
    let format = StreamFormat(terminalWithColumns: columns) { $0 == "COLUMNS" ? variable : nil }
    #expect(format.width == width)
  }

  @Test("A pipe or a file has neither colours nor a width")
  func file() {
    #expect(!StreamFormat.file.isTerminal)
    #expect(!StreamFormat.file.hasColours)
    #expect(StreamFormat.file.width == nil)
  }
}
