import NightCore
import Testing

@testable import nightctl

/// Columns by the cells of a terminal, which are not characters.
@Suite("the width of themes' names")
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
      isInUse: false,
      isInEffect: false,
      slots: []
    )
  }

  @Test("wide characters count two, what stands on another one nothing")
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

  @Test("a line is cut where the window ends")
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

  @Test("what would turn a line round is shown as a sign")
  func turned() {
    for number: UInt32 in [0x202E, 0x202A, 0x2066, 0x2069, 0x200E, 0x200F, 0x7F] {
      let scalar = Unicode.Scalar(number) ?? " "
      #expect(Output.plain("a\(scalar)b") == "a\u{FFFD}b")
    }
    #expect(Output.plain("a\u{200D}é🌙") == "a\u{200D}é🌙")
  }

  @Test("what is hard to read keeps its mark as long as the ratio stands there")
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
