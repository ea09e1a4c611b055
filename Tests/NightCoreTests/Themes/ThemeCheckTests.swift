import NightCore
import Testing

@Suite("Warnings about themes")
struct ThemeCheckTests {
  private func findings(_ shelf: ThemeShelf, of name: String) -> [String] {
    var line = shelf.line(name)
    guard let theme = line.resolve() else { return line.findings.map(\.description) }
    return (line.findings + ThemeCheck.findings(line, theme)).map(\.description)
  }

  private func findings(_ json: String) -> [String] {
    findings(ThemeShelf(["a": json]), of: "a")
  }

  @Test("At most 100 pairs of colours with low contrast are reported", .timeLimit(.minutes(1)))
  func flood() {
    let pairs = (0..<8_000).map { "r\($0):'#123',onR\($0):'#123'" }.joined(separator: ",")
    let found = findings("{style:'dark', parent:'midnight', colors:{\(pairs)}}")
    #expect(found.count == 101)
    #expect(
      found.first == "a.json5:1:58: onR0 on r0 is hard to read: their contrast is 1.00, and text "
        + "needs 4.50"
    )
    #expect(found.last == "a.json5: 7900 more pairs of colours are hard to read")
  }

  @Test(
    "A pair of colours with low contrast is reported once, and only for the theme that causes it"
  )
  func pairOfParent() {
    let shelf = ThemeShelf([
      "base": "{style:'dark', palette:{ink:'#111'}, colors:{card:'#222', onCard:'@ink'}}",
      "child": "{style:'dark', parent:'base'}",
      "paler": "{style:'dark', parent:'base', palette:{ink:'#333'}}",
      "own": "{style:'dark', parent:'base', colors:{card:'#000'}}",
    ])
    let base = findings(shelf, of: "base").filter { $0.contains("hard to read") }
    #expect(base.count == 1)
    #expect(base.first?.hasPrefix("base.json5:1:66: onCard on card") == true)
    #expect(findings(shelf, of: "child") == base)
    #expect(
      findings(shelf, of: "paler").map { $0.prefix { $0 != " " } } == ["paler.json5:1:44:"]
    )
    #expect(findings(shelf, of: "own").map { $0.prefix { $0 != " " } } == ["own.json5:1:44:"])
  }

  @Test(
    "If a theme changes the background behind its parent's transparent colour, this is reported"
  )
  func translucent() {
    let shelf = ThemeShelf([
      "base": "{style:'light', parent:'daylight', colors:{card:'#fff0', onCard:'#000'}}",
      "child": "{style:'light', parent:'base', colors:{background:'#111', onBackground:'#fff'}}",
    ])
    #expect(findings(shelf, of: "base") == [])
    #expect(findings(shelf, of: "child").map { $0.prefix { $0 != " " } } == ["child.json5:1:51:"])
  }

  @Test("A theme's unused palette colours are reported on one line")
  func unused() {
    #expect(
      findings(
        "{style:'dark', parent:'midnight', palette:{b:'#111', used:'#222', a:'#333'},"
          + " colors:{glow:'@used'}}"
      ) == ["a.json5:1:46: nothing uses @b, @a of the palette"]
    )
    let many = (0..<20).map { "p\($0):'#fff'" }.joined(separator: ",")
    #expect(
      findings("{style:'dark', parent:'midnight', palette:{\(many)}}").map { $0.suffix(26) }
        == ["and 12 more of the palette"]
    )
  }

  @Test("A complete base16 palette may have unused colours")
  func wholePalette() {
    let sixteen = (0..<16).map { "base0\(String($0, radix: 16, uppercase: true)):'#fff'" }
      .joined(separator: ",")
    let start = "{style:'dark', parent:'midnight', palette:{"
    #expect(findings(start + sixteen + "}}") == [])
    #expect(findings(start + sixteen + ",base10:'#000'}}") == [])
    // Colours that base16 does not have are reported, and so are the colours of an incomplete
    // palette.
    #expect(findings(start + sixteen + ",ink:'#000'}}").count == 1)
    #expect(findings(start + sixteen.dropLast(14) + "}}").count == 1)
  }

  @Test("All roles that a theme inherits are reported on one line, each role once")
  func missing() {
    let own = """
      {style:'dark', palette:{x:'#fff'}, colors:{
        background:'#000', onBackground:'@x', surface:'#000', onSurface:'@x', primary:'#000',
        onPrimary:'@x', secondary:'#000', onSecondary:'@x', success:'#000', onSuccess:'@x',
        warning:'#000', onWarning:'@x', error:'#000', onError:'@x', link:'@x', selection:'#000',
        onSelection:'@x', separator:'@x', disabled:'@x', surfaceVariant:'#000',
        onSurfaceVariant:'@x'
      """
    #expect(
      findings(own + "}}") == ["a.json5: it does not define shadow, inherited from midnight"]
    )
    #expect(findings(own + ", shadow:'#000'}}") == [])
    // A theme that names a parent is meant to inherit from the parent.
    #expect(findings(own.replacing("{style", with: "{parent:'midnight', style") + "}}") == [])
    let shelf = ThemeShelf([
      "base": "{style:'light', colors:{glow:'#fff', shadow:'#888'}}",
      "a": own.replacing("{style", with: "{parent:'base', style") + "}}",
    ])
    #expect(
      findings(shelf, of: "a") == [
        "a.json5:1:9: it does not define glow, shadow, inherited from base, a light theme"
      ]
    )
  }

  @Test(
    "If an unknown role is similar to a known role, it is reported",
    arguments: [
      (
        "primry:'#000'",
        ["a.json5:1:51: primry is not a role of the built-in themes (did you mean primary?)"]
      ),
      (
        "onsurface:'#fff'",
        ["a.json5:1:54: onsurface is not a role of the built-in themes (did you mean onSurface?)"]
      ),
      (
        "onPrimry:'#fff'",
        ["a.json5:1:53: onPrimry is not a role of the built-in themes (did you mean onPrimary?)"]
      ),
      ("onCard:'#fff'", ["a.json5:1:51: onCard is the text colour on card, but there is no card"]),
      // These names are the theme's own and not misspelt roles, so they are not reported.
      ("card:'#000'", []), ("pink:'#000'", []), ("surface2:'#000'", []), ("ink:'#000'", []),
      ("surfaced:'#000', onSurfaced:'#fff'", []), ("only:'#000'", []), ("on:'#000'", []),
    ]
  )
  func mistyped(colors: String, expected: [String]) {
    #expect(findings("{style:'dark', parent:'midnight', colors: {\(colors)}}") == expected)
  }

  @Test("The roles of a theme's parent are treated as known, and can be suggested")
  func mistypedOfParent() {
    let shelf = ThemeShelf([
      "base": "{style:'dark', parent:'midnight', colors:{accentBar:'#fff', primery:'#000'}}",
      "a": "{style:'dark', parent:'base', colors:{accentBra:'#fff', primery:'#111'}}",
    ])
    #expect(
      findings(shelf, of: "a") == [
        "a.json5:1:49: accentBra is not a role of the built-in themes or of its parents (did you mean "
          + "accentBar?)"
      ]
    )
  }

  @Test(
    "If a theme has very many names, they are not searched for typing errors",
    .timeLimit(.minutes(1))
  )
  func manyNames() {
    let colors = (0..<16_000).map { "primry\($0)x:'#fff'" }.joined(separator: ",")
    #expect(findings("{style:'dark', parent:'midnight', colors:{\(colors)}}") == [])
  }
}

@Suite("Built-in themes")
struct BuiltInThemesTests {
  @Test("A check of a built-in theme reports nothing", arguments: BuiltInThemes.names)
  func whole(name: String) throws {
    let shelf = ThemeShelf([:])
    let theme = try #require(shelf.theme(name))
    #expect(shelf.line(name).findings == [])
    let fact = try #require(BuiltInThemes.fact(name))
    #expect(fact == ThemeFact(theme))
    #expect(ThemeCheck.pairs(theme).filter { $0.contrast < ThemeCheck.leastContrast } == [])
    #expect(ThemeName.flaw(name) == nil)
  }

  @Test("A high-contrast theme has high contrast", arguments: ["daylight-high", "midnight-high"])
  func high(name: String) throws {
    let theme = try #require(ThemeShelf([:]).theme(name))
    // For its highest level, WCAG 2 requires a contrast of 7.
    #expect(ThemeCheck.pairs(theme).allSatisfy { $0.contrast >= 7 })
  }

  @Test("Each slot has a default theme of its style", arguments: ThemeSlot.all)
  func slots(slot: ThemeSlot) {
    let fact = BuiltInThemes.fact(slot)
    #expect(fact.style == slot.style)
    #expect(fact.name == BuiltInThemes.defaultName(slot))
  }
}
