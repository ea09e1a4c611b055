import NightCore
import Testing

@Suite("Schemes of base16 and base24")
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

  @Test("both layouts give one theme, its roles standing on the palette", arguments: [false, true])
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

  @Test("base24 has 24 colours, whether it says so or not", arguments: [true, false])
  func larger(saysSo: Bool) {
    let facts = [("name", "x"), ("variant", "Light")] + (saysSo ? [("system", "base24")] : [])
    let result = Self.read(Self.scheme(facts, count: 24))
    #expect(result.themes.first?.palette.count == 24)
    #expect(result.themes.first?.style == .light)
    #expect(result.findings == [])
  }

  @Test("the slug names the theme, and a person's style counts more than the variant")
  func slug() {
    let tree = Self.scheme([("slug", "other"), ("variant", "light")])
    #expect(Self.read(tree, style: .dark).themes.map(\.name) == ["other"])
    #expect(Self.read(tree, style: .dark).themes.map(\.style) == [.dark])
  }

  @Test(
    "what is refused, with its place",
    arguments: [
      ([], ["base03": ""], 16, "1:1: the scheme lacks base03"),
      (
        [("author", String(repeating: "x", count: 1_025))], [:], 16,
        "1:9: expected a text of at most 1024 bytes"
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
        "2:1: base00 is there already, at 1:9"
      ),
    ] as [([(String, String)], [String: String], Int, String)]
  )
  func refused(facts: [(String, String)], colors: [String: String], count: Int, error: String) {
    let isFlat = facts.first?.0 == "base00"
    let result = Self.read(Self.scheme(facts, colors, count: count, isFlat: isFlat))
    #expect(result.errors.contains { $0.hasPrefix("s.yaml:\(error)") }, "\(result.errors)")
    #expect(result.themes.isEmpty)
  }

  @Test("what is no scheme at all is refused")
  func none() {
    let place = Position(line: 3, column: 1)
    for value in [JSONNode.Value.string("x"), .array([]), .object([]), .null] {
      #expect(!Self.read(JSONNode(value: value, position: place)).errors.isEmpty)
    }
  }
}
