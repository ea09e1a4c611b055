import NightCore
import TestSupport
import Testing

@testable import nightctl

@Suite("What the gallery shows of a theme")
struct GalleryPictureTests {
  private static func theme(_ text: String, author: String? = nil) throws -> Theme {
    let file = ThemeText(
      name: "sea",
      origin: .user,
      file: "sea.json5",
      content: .bytes(Array(text.utf8))
    )
    var line = ThemeLine(file) { BuiltInThemes.text($0) }
    let resolved = line.resolve()
    let theme = try #require(resolved, "\(line.findings)")
    return Theme(
      name: theme.name,
      style: theme.style,
      origin: theme.origin,
      description: nil,
      author: author,
      ancestors: theme.ancestors,
      entries: theme.entries,
      digest: "",
      folders: [:]
    )
  }

  private static let dim = """
    { style: "dark", colors: { background: "#000", onBackground: "#333", surface: "#ffffff80",
      terminalRed: "#abcdef" } }
    """

  @Test("A theme's card has opaque colours, the terminal's colours and the theme's lowest contrast")
  func card() throws {
    let card = ThemeCard(try Self.theme(Self.dim))
    #expect(card.colors["surface"] == "#808080")
    #expect(card.colors["primary"] == "#8ab4f8")
    #expect(card.terminal.count == 16 && card.terminal[1] == "#abcdef")
    #expect(ThemeCheck.ratio(card.contrast) == "1.66")
    let json = card.json.text(pretty: false)
    #expect(json.hasPrefix(#"{"name":"sea","style":"dark","author":"","contrast":1.66"#), "\(json)")
  }

  @Test("The picture has a place for each theme, and enough height for all of them")
  func places() throws {
    let card = ThemeCard(try Self.theme(Self.dim))
    let five = GalleryPicture(cards: [ThemeCard](repeating: card, count: 5)).text
    #expect(five.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1300 440\""))
    #expect(five.contains("<g transform=\"translate(20 230)\">"))
    #expect(GalleryPicture(cards: []).text.contains("viewBox=\"0 0 1300 20\""))
  }

  @Test(
    "A hostile author cannot add markup to the picture, or characters that XML forbids",
    arguments: [
      ("</text><script>alert(1)</script>", "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
      ("a&b\u{1}\u{FFFE}\u{FFFF}\u{1B}[31m", "a&amp;b    [31m"), ("]]>", "]]&gt;"),
      (String(repeating: "x", count: 500), String(repeating: "x", count: 35) + "…"),
    ]
  )
  func hostile(author: String, shown: String) throws {
    let card = ThemeCard(try Self.theme(Self.dim, author: author))
    let picture = GalleryPicture(cards: [card]).text
    #expect(picture.contains(">\(shown)</text>"), "\(picture)")
  }
}
