import Testing

@testable import nightctl

@Suite("Lines on a narrow terminal")
struct TextLineTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let line: TextLine
    let width: Int
    let rows: [String]
    var testDescription: String { name }
  }

  private static let entry = TextLine(
    TextPiece("set STYLE", .command),
    indent: 2,
    column: 13,
    [TextPiece("choose what decides the style")]
  )

  static let cases: [Case] = [
    Case(
      name: "a line that just fits",
      line: TextLine("one two three"),
      width: 13,
      rows: ["one two three"]
    ),
    Case(
      name: "a line that is one column too wide",
      line: TextLine("one two three"),
      width: 12,
      rows: ["one two", "  three"]
    ),
    Case(name: "an empty line", line: .empty, width: 3, rows: [""]),
    Case(
      name: "an indented sentence",
      line: TextLine("  one two three"),
      width: 9,
      rows: ["  one two", "    three"]
    ),
    Case(
      name: "a word that is wider than the terminal",
      line: TextLine("see /a/very/long/path now"),
      width: 10,
      rows: ["see", "/a/very/long/path", "  now"]
    ),
    Case(
      name: "a wide word at the beginning",
      line: TextLine("abcdefghij k"),
      width: 5,
      rows: ["abcdefghij", "  k"]
    ),
    Case(
      name: "a word that fits only further left",
      line: TextLine("one abcdefgh"),
      width: 9,
      rows: ["one", " abcdefgh"]
    ),
    Case(
      name: "a row of a table",
      line: TextLine("  ab    cd efgh ij"),
      width: 16,
      rows: ["  ab    cd efgh", "        ij"]
    ),
    Case(
      name: "two spaces far from the beginning",
      line: TextLine("one two three four five six  seven"),
      width: 30,
      rows: ["one two three four five six", "  seven"]
    ),
    Case(
      name: "a command",
      line: TextLine([TextPiece("run: "), .command("make x y"), TextPiece(" again")]),
      width: 12,
      rows: ["run:", "  make x y", "  again"]
    ),
    Case(
      name: "a command that is wider than the terminal",
      line: TextLine([TextPiece("run: "), .command("make x y z")], indent: 2),
      width: 8,
      rows: ["  run:", "make x y z"]
    ),
    Case(
      name: "pieces without a space between them",
      line: TextLine([TextPiece("one "), TextPiece("two", .problem), TextPiece(": three")]),
      width: 9,
      rows: ["one two:", "  three"]
    ),
    Case(
      name: "a body beside its lead",
      line: entry,
      width: 26,
      rows: ["  set STYLE  choose what", "             decides the", "             style"]
    ),
    Case(
      name: "a body below its lead, which fills more than half of the width",
      line: entry,
      width: 24,
      rows: ["  set STYLE", "      choose what", "      decides the style"]
    ),
    Case(
      name: "a lead that is broken too",
      line: entry,
      width: 10,
      rows: [
        "  set", "     STYLE", "     choose", "     what", "   decides", "     the", "     style",
      ]
    ),
    Case(
      name: "a second form of a command",
      line: TextLine(
        TextPiece(""),
        column: 7,
        [TextPiece("nightctl "), TextPiece("[-a B]", isWhole: true)],
        hang: 2
      ),
      width: 20,
      rows: ["       nightctl", "         [-a B]"]
    ),
    Case(
      name: "characters that are two columns wide",
      line: TextLine("夜の 海の 上"),
      width: 9,
      rows: ["夜の 海の", "  上"]
    ),
    Case(
      name: "characters without a width",
      line: TextLine("e\u{301}e\u{301} e\u{301} f"),
      width: 4,
      rows: ["e\u{301}e\u{301} e\u{301}", "  f"]
    ),
  ]

  @Test("A long line is broken between words", arguments: cases)
  func rows(row: Case) {
    #expect(row.line.rows(within: row.width).map { $0.map(\.text).joined() } == row.rows)
  }

  @Test("A line is not broken in a pipe or on a wide terminal", arguments: cases)
  func unbroken(row: Case) {
    #expect(row.line.rows(within: nil).count == 1)
    #expect(row.line.text(within: nil, hasColours: false) == row.line.plain + "\n")
    #expect(row.line.text(within: 200, hasColours: false) == row.line.plain + "\n")
  }

  @Test("The role of a text becomes an escape sequence only on a terminal with colours")
  func escapes() {
    let line = TextLine([TextPiece("nightctl:", .problem), TextPiece(" no such file")])
    #expect(line.text(within: nil, hasColours: false) == "nightctl: no such file\n")
    #expect(
      line.text(within: 20, hasColours: true)
        == "\u{1B}[1;31mnightctl:\u{1B}[0m no such\n  file\n"
    )
    let entry = Self.entry.text(within: 12, hasColours: true)
    #expect(entry.hasPrefix("  \u{1B}[1mset STYLE\u{1B}[0m\n"))
    #expect(TextLine([TextPiece("", .good)]).text(within: 20, hasColours: true) == "\n")
  }

  static let allRoles: [TextRole] = [.plain, .heading, .command, .style, .good, .problem]

  @Test(
    "The basic colours in use are readable on light and on dark backgrounds",
    arguments: allRoles
  )
  func basicColours(role: TextRole) {
    let parts = role.escape.map { $0.split(separator: ";").compactMap { Int($0) } } ?? []
    // These codes mean bold, red, green and magenta.
    #expect(Set(parts).isSubset(of: [1, 31, 32, 35]))
  }
}

@Suite("Help on a narrow terminal")
struct HelpWidthTests {
  static let pages: [(name: String, blocks: [HelpBlock])] =
    [("nightctl", HelpText.all)] + CommandTable.groups.map { ($0.name, HelpText.group($0)) }
    + CommandTable.commands.map { ($0.name, HelpText.command($0)) }

  private static func words(_ text: String) -> [Substring] {
    text.split { $0 == " " || $0 == "\n" }
  }

  @Test("No row of a help text is wider than the terminal, and no word is lost", arguments: pages)
  func fits(name: String, blocks: [HelpBlock]) {
    let plain = blocks.flatMap { $0.lines(within: nil) }.map { $0.plain + "\n" }.joined()
    for width in 40...130 {
      let rows = blocks.flatMap { $0.lines(within: width) }
        .flatMap { $0.rows(within: width) }.map { $0.map(\.text).joined() }
      #expect(rows.filter { Cells.count($0) > width } == [], "\(name) within \(width) columns")
      #expect(rows.filter { $0.hasSuffix(" ") } == [])
      #expect(Self.words(rows.joined(separator: "\n")) == Self.words(plain))
    }
  }

  @Test(
    "If all lines of a paragraph fit, the line breaks stay; otherwise, the paragraph is rewrapped"
  )
  func paragraph() {
    let block = HelpBlock.paragraph(["one two three", "four"])
    #expect(block.lines(within: nil) == [TextLine("one two three"), TextLine("four")])
    #expect(block.lines(within: 13) == [TextLine("one two three"), TextLine("four")])
    let rows = block.lines(within: 12).flatMap { $0.rows(within: 12) }
    #expect(rows.map { $0.map(\.text).joined() } == ["one two", "three four"])
  }
}
