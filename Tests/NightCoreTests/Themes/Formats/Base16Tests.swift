import NightCore
import Testing

@Suite("base16 and base24 schemes")
struct Base16Tests {
  static func scheme(
    _ facts: [(String, String)],
    _ colors: [String: String] = [:],
    count: Int = 16,
    isFlat: Bool = false
  ) -> JSONNode {
    let start = Position(line: 1, column: 1)
    func member(_ name: String, _ text: String, _ line: Int) -> JSONNode.Member {
      let place = Position(line: line, column: 1)
      return .init(
        name: name,
        namePosition: place,
        node: JSONNode(value: .string(text), position: Position(line: line, column: 9))
      )
    }
    let names = (0..<count).map { number in
      "base" + (number < 16 ? "0" : "") + String(number, radix: 16, uppercase: true)
    }
    let palette = names.enumerated().compactMap { index, name in
      colors[name] == "" ? nil : member(name, colors[name] ?? "1020\(name.suffix(2))", index + 10)
    }
    let texts = facts.enumerated().map { member($1.0, $1.1, $0 + 1) }
    let all =
      isFlat
      ? texts + palette
      : texts + [
        .init(
          name: "palette",
          namePosition: start,
          node: JSONNode(value: .object(palette), position: start)
        )
      ]
    return JSONNode(value: .object(all), position: start)
  }

  private static func read(_ tree: JSONNode, style: Style? = nil) -> ThemeImport {
    Base16.read(tree, named: "night-sea", file: "s.yaml", style: style)
  }

  @Test(
    "A base16 scheme in either layout gives the same theme, with roles that refer to the palette",
    arguments: [false, true]
  )
  func layouts(isFlat: Bool) throws {
    let facts = [(isFlat ? "scheme" : "name", "Night Sea"), ("author", "A. Person")]
    let result = Self.read(Self.scheme(facts, isFlat: isFlat))
    #expect(result.errors == [])
    let theme = try #require(result.themes.first)
    #expect(theme.name == "night-sea")
    #expect(theme.description == "Night Sea")
    #expect(theme.author == "A. Person")
    #expect(theme.style == .dark)
    #expect(theme.palette.map(\.name).first == "base00")
    #expect(theme.palette.count == 16)
    let summary = try #require(result.summary.first)
    for role in [
      "background @base00", "surface @base01", "separator @base03", "primary @base0D",
      "error @base08",
    ] {
      #expect(summary.contains(role))
    }
    #expect(result.findings.map(\.severity) == [.note])
  }

  @Test(
    "A scheme of 24 colours is read as base24, even if the file does not state this",
    arguments: [true, false]
  )
  func larger(saysSo: Bool) {
    let facts = [("name", "x"), ("variant", "Light")] + (saysSo ? [("system", "base24")] : [])
    let result = Self.read(Self.scheme(facts, count: 24))
    #expect(result.themes.first?.palette.count == 24)
    #expect(result.themes.first?.style == .light)
    #expect(result.findings == [])
  }

  @Test(
    "A scheme's slug becomes the theme's name; a style that the user gives overrides the variant"
  )
  func slug() {
    let tree = Self.scheme([("slug", "other"), ("variant", "light")])
    #expect(Self.read(tree, style: .dark).themes.map(\.name) == ["other"])
    #expect(Self.read(tree, style: .dark).themes.map(\.style) == [.dark])
  }

  @Test(
    "An invalid base16 scheme is rejected with the position of the mistake",
    arguments: [
      ([], ["base03": ""], 16, "1:1: the scheme lacks base03"),
      (
        [("author", String(repeating: "x", count: 1_025))], [:], 16,
        "1:9: expected a string of at most 1024 bytes"
      ),
      ([], ["base00": "", "base0F": ""], 16, "1:1: the scheme lacks base00, base0F"),
      ([("system", "base24")], [:], 16, "1:1: the scheme lacks base10, base11"),
      ([("system", "base8")], [:], 16, "1:9: expected the system base16 or base24, found “base8”"),
      ([], ["base02": "12345"], 16, "12:9: expected six hexadecimal digits, found “12345”"),
      ([], ["base02": "zzzzzz"], 16, "12:9: expected six hexadecimal digits"),
      ([], ["base02": "##12345"], 16, "12:9: expected six"),
      ([("variant", "dusk")], [:], 16, "1:9: expected the variant light or dark"),
      ([("slug", "light")], [:], 16, "1:9: “light” cannot be a theme's name"),
      ([("slug", "a/b")], [:], 16, "1:9: “a/b” cannot be a theme's name: it may not have a slash"),
      (
        [("base00", "000000"), ("base00", "000000")], [:], 16,
        "2:1: base00 is already defined at 1:9"
      ),
    ] as [([(String, String)], [String: String], Int, String)]
  )
  func refused(facts: [(String, String)], colors: [String: String], count: Int, error: String) {
    let isFlat = facts.first?.0 == "base00"
    let result = Self.read(Self.scheme(facts, colors, count: count, isFlat: isFlat))
    #expect(result.errors.contains { $0.hasPrefix("s.yaml:\(error)") }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("A JSON value that cannot be a base16 scheme is rejected")
  func none() {
    let place = Position(line: 3, column: 1)
    for value in [JSONNode.Value.string("x"), .array([]), .object([]), .null] {
      #expect(!Self.read(JSONNode(value: value, position: place)).errors.isEmpty)
    }
  }
}

/// Schemes in which the colours usually used for text have too little contrast.
@Suite("Text colours of schemes")
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
    "If a scheme's usual text colour is unreadable, the first readable alternative replaces it",
    arguments: [
      // In GitHub, One Dark and Solarized, base04 is hardly darker than base02.
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
        // Only the last of the four colours has a contrast of at least 4.5 to base02.
        ["onSurfaceVariant": "#fdf6e3", "onSelection": "#fdf6e3", "onSurface": "#93a1a1"]
      ),
      // No colour is readable enough.
      (
        "808080 818181 808080 808080 808080 858585 8a8a8a 909090 "
          + "808080 808080 808080 808080 808080 808080 808080 808080",
        ["onSurface": "#000000", "onPrimary": "#000000"]
      ),
    ]
  )
  func text(palette: String, expected: [String: String]) throws {
    let theme = try Self.theme(palette)
    for (role, color) in expected { #expect(theme.color(role)?.text == color, "\(role)") }
  }

  @Test(
    "If a scheme's text colour was replaced, an export of the theme reports nothing as lost",
    arguments: [
      ["base02": "c8c8fa", "base04": "e8e8e8", "base05": "333333", "base00": "ffffff"],
      ["base0D": "808080", "base00": "707070", "base05": "8a8a8a", "base06": "8a8a8a"],
    ]
  )
  func identity(colors: [String: String]) throws {
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
