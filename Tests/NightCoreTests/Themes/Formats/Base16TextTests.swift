import NightCore
import Testing

/// Schemes whose usual colours for text cannot be read on what they stand on.
@Suite("Text of schemes")
struct Base16TextTests {
  private static func theme(_ palette: String) throws -> Theme {
    let colors = palette.split(separator: " ").map(String.init)
    let names = (0..<16).map { "base0" + String($0, radix: 16, uppercase: true) }
    let scheme = Base16Tests.scheme(
      [("variant", "dark")],
      Dictionary(uniqueKeysWithValues: zip(names, colors))
    )
    let file = try #require(Base16.read(scheme, named: "a", file: "s").themes.first)
    let text = ThemeText(
      name: "a",
      origin: .user,
      file: "a",
      content: .bytes(Array(file.text.utf8))
    )
    var line = ThemeLine(text, find: BuiltInThemes.text)
    let theme = line.resolve()
    return try #require(theme)
  }

  @Test(
    "it is the usual colour where that can be read, else the first or best of four that can",
    arguments: [
      // base04 of GitHub, One Dark and Solarized are hardly darker than base02.
      (
        "ffffff f5f5f5 c8c8fa 969896 e8e8e8 333333 ffffff ffffff "
          + "ed6a43 0086b3 795da3 183691 183691 795da3 a71d5d 333333",
        ["onSurfaceVariant": "#333333", "onSurface": "#333333", "onPrimary": "#ffffff"]
      ),
      (
        "282c34 353b45 3e4451 545862 565c64 abb2bf b6bdca c8ccd4 "
          + "e06c75 d19a66 e5c07b 98c379 56b6c2 61afef c678dd be5046",
        ["onSurfaceVariant": "#abb2bf", "onPrimary": "#282c34", "onSelection": "#abb2bf"]
      ),
      (
        "002b36 073642 586e75 657b83 839496 93a1a1 eee8d5 fdf6e3 "
          + "dc322f cb4b16 b58900 859900 2aa198 268bd2 6c71c4 d33682",
        // None of them reaches 4.5 on base02 but the last.
        ["onSurfaceVariant": "#fdf6e3", "onSelection": "#fdf6e3", "onSurface": "#93a1a1"]
      ),
      // Nothing can be read: what is best is taken.
      (
        "808080 818181 808080 808080 808080 858585 8a8a8a 909090 "
          + "808080 808080 808080 808080 808080 808080 808080 808080",
        ["onSurface": "#909090", "onPrimary": "#909090"]
      ),
    ]
  )
  func text(palette: String, expected: [String: String]) throws {
    let theme = try Self.theme(palette)
    for (role, color) in expected { #expect(theme.color(role)?.text == color, "\(role)") }
  }

  @Test("a scheme whose text is other than usual is the same when written and read")
  func identity() throws {
    let colors = ["base02": "c8c8fa", "base04": "e8e8e8", "base05": "333333", "base00": "ffffff"]
    let scheme = Base16Tests.scheme([("variant", "light")], colors)
    let file = try #require(Base16.read(scheme, named: "a", file: "s").themes.first)
    let text = ThemeText(
      name: "a",
      origin: .user,
      file: "a",
      content: .bytes(Array(file.text.utf8))
    )
    var line = ThemeLine(text, find: BuiltInThemes.text)
    let source = try #require(ThemeExport.Source(&line))
    #expect(Base16.write(source).lost == [])
  }
}
