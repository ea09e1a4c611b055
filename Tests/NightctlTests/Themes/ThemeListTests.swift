import NightCore
import Testing

@testable import nightctl

@Suite("Lines of nightctl theme list")
struct ThemeRowTests {
  private let rows = [
    ThemeRow(
      summary: ThemeSummary(
        name: "midnight",
        origin: .builtIn,
        file: "",
        style: .dark,
        description: "Moonlight on slate"
      ),
      isInEffect: true,
      slots: [ThemeSlot(.dark), ThemeSlot(.dark, isHigh: true)]
    ),
    ThemeRow(
      summary: ThemeSummary(name: "sea", origin: .system, file: "/s/sea.json5", style: .light),
      isInEffect: false,
      slots: []
    ),
    ThemeRow(
      summary: ThemeSummary(
        name: "torn",
        origin: .user,
        file: "/u/torn.json5",
        style: nil,
        flaw: "/u/torn.json5:1:2: expected a name"
      ),
      isInEffect: false,
      slots: []
    ),
  ]

  @Test("Each theme in the list has a line, and the theme in effect is marked with a star")
  func lines() {
    #expect(
      ThemeRow.lines(rows, width: nil) == [
        "* midnight  dark    built in       dark dark-high  Moonlight on slate",
        "  sea       light   the machine's",
        "  torn      broken  yours                          /u/torn.json5:1:2: expected a name",
      ]
    )
  }

  @Test("A long theme name is never cut, and does not make the column wider")
  func longNames() {
    let long = String(repeating: "a", count: 200)
    func row(_ name: String) -> ThemeRow {
      ThemeRow(
        summary: ThemeSummary(
          name: name,
          origin: .user,
          file: "",
          style: .dark,
          description: "Waves"
        ),
        isInEffect: false,
        slots: []
      )
    }
    let rows = ["sea", long + "b", long + "c"].map(row)
    let columns = "  sea  dark  yours  Waves"
    #expect(
      ThemeRow.lines(rows, width: nil) == [
        columns, "  \(long)b  dark  yours  Waves", "  \(long)c  dark  yours  Waves",
      ]
    )
    #expect(
      ThemeRow.lines(rows, width: 80) == [columns, "  \(long)b  …", "  \(long)c  …"]
    )
  }

  @Test("A theme's description is cut at the terminal's width, but the theme's error is not")
  func narrow() {
    #expect(
      ThemeRow.lines(rows, width: 40) == [
        "* midnight  dark    built in       dark…", "  sea       light   the machine's",
        "  torn      broken  yours                          /u/torn.json5:1:2: expected a name",
      ]
    )
    #expect(ThemeRow.lines([], width: nil) == [])
  }
}

/// The widths are in columns of the terminal, which can differ from the number of characters.
@Suite("Widths of themes' names")
struct ThemeWidthTests {
  private static func row(_ name: String, _ description: String = "x") -> ThemeRow {
    ThemeRow(
      summary: ThemeSummary(
        name: name,
        origin: .user,
        file: "",
        style: .dark,
        description: description
      ),
      isInEffect: false,
      slots: []
    )
  }

  @Test("A wide character occupies two columns, and a combining character none")
  func list() {
    let lines = ThemeRow.lines(
      [Self.row("夜の海"), Self.row("🌙"), Self.row("e\u{301}te\u{301}"), Self.row("abcdef")],
      width: nil
    )
    #expect(
      lines == [
        "  夜の海  dark  yours  x", "  🌙      dark  yours  x",
        "  e\u{301}te\u{301}     dark  yours  x",
        "  abcdef  dark  yours  x",
      ]
    )
  }

  @Test("In the theme list, each line is cut at the terminal's last column")
  func cut() {
    #expect(
      ThemeRow.lines([Self.row("a", "夜の海の上")], width: 20) == ["  a  dark  yours  …"]
    )
    #expect(
      ThemeRow.lines([Self.row("a", "夜の海の上")], width: 21) == ["  a  dark  yours  夜…"]
    )
    let theme = Theme(
      name: "夜の海の上",
      style: .dark,
      origin: .user,
      description: nil,
      author: nil,
      ancestors: [],
      entries: [],
      digest: "",
      folders: [:]
    )
    #expect(ThemePage(theme, .none, width: 8).lines == ["夜の海…"])
  }

  @Test("Characters that reverse text, end a line or hide text are replaced or escaped")
  func turned() {
    let marks: [UInt32] = [
      0x202E, 0x202A, 0x2066, 0x2069, 0x200E, 0x200F, 0x7F, 0x200B, 0x2028, 0x2029, 0x2060,
      0xFEFF, 0x61C, 0x180E, 0xFFFB,
    ]
    for number in marks {
      let scalar = Unicode.Scalar(number) ?? " "
      #expect(Output.plain("a\(scalar)b") == "a\u{FFFD}b")
      let digits = String(number, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      #expect(TerminalText.json("a\(scalar)b") == "a\(escape)b")
      #expect(TerminalText.lines("a\(scalar)b\n") == "a\u{FFFD}b\n")
    }
    #expect(Output.plain("aé🌙—…’夜") == "aé🌙—…’夜")
  }

  @Test("The joiners that Persian names and emoji contain are printed unchanged")
  func joined() {
    for text in ["می\u{200C}خواهم", "👩\u{200D}💻"] {
      #expect(Output.plain(text) == text)
      #expect(TerminalText.json(text) == text)
      #expect(TerminalText.lines(text + "\n") == text + "\n")
    }
  }

  @Test("If a line is cut after a contrast ratio, the mark for a poor contrast is still shown")
  func mark() throws {
    let colors = [("surface", "#224466"), ("onSurface", "#446688")]
    let theme = Theme(
      name: "sea",
      style: .dark,
      origin: .user,
      description: nil,
      author: nil,
      ancestors: [],
      entries: try colors.map { name, text in
        .init(
          ThemeKey(.color, name),
          .color(try Color(reading: text)),
          description: nil,
          definedBy: "sea"
        )
      },
      digest: "",
      folders: [:]
    )
    #expect(ThemePage(theme, .none, width: 40).lines.last == "  onSurface  #446688  1.67!")
  }
}
