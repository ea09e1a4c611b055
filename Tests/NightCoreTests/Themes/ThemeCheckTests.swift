import NightCore
import Testing

@Suite("What is found in a theme that can be used")
struct ThemeCheckTests {
  private func findings(_ shelf: ThemeShelf, of name: String) -> [String] {
    var line = shelf.line(name)
    guard let theme = line.resolve() else { return line.findings.map(\.description) }
    return (line.findings + ThemeCheck.findings(line, theme)).map(\.description)
  }

  private func findings(_ json: String) -> [String] {
    findings(ThemeShelf(["a": json]), of: "a")
  }

  @Test("of very many pairs that are hard to read a hundred are told", .timeLimit(.minutes(1)))
  func flood() {
    let pairs = (0..<8_000).map { "r\($0):'#123',onR\($0):'#123'" }.joined(separator: ",")
    let found = findings("{style:'dark', parent:'midnight', colors:{\(pairs)}}")
    #expect(found.count == 101)
    #expect(
      found.first == "a.json5:1:58: onR0 on r0 is hard to read: their contrast is 1.00, and text "
        + "needs 4.50"
    )
    #expect(found.last == "a.json5: 7900 more pairs are hard to read")
  }

  @Test("a pair is told once, where the theme stands that makes it so")
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

  @Test("what shines through is told where the ground comes from that it is hard to read on")
  func translucent() {
    let shelf = ThemeShelf([
      "base": "{style:'light', parent:'daylight', colors:{card:'#fff0', onCard:'#000'}}",
      "child": "{style:'light', parent:'base', colors:{background:'#111', onBackground:'#fff'}}",
    ])
    #expect(findings(shelf, of: "base") == [])
    #expect(findings(shelf, of: "child").map { $0.prefix { $0 != " " } } == ["child.json5:1:51:"])
  }

  @Test("colours of the palette that nothing uses are told in one line")
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

  @Test("a palette that is whole by its format may have colours that nothing uses")
  func wholePalette() {
    let sixteen = (0..<16).map { "base0\(String($0, radix: 16, uppercase: true)):'#fff'" }
      .joined(separator: ",")
    let start = "{style:'dark', parent:'midnight', palette:{"
    #expect(findings(start + sixteen + "}}") == [])
    #expect(findings(start + sixteen + ",base10:'#000'}}") == [])
    // Its own colours beside them are told, and those of a palette that lacks one.
    #expect(findings(start + sixteen + ",ink:'#000'}}").count == 1)
    #expect(findings(start + sixteen.dropLast(14) + "}}").count == 1)
  }

  @Test("what comes from elsewhere is told in one line, each role once")
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
      findings(own + "}}") == ["a.json5: it does not say shadow, which it takes from midnight"]
    )
    #expect(findings(own + ", shadow:'#000'}}") == [])
    // Who names a parent wants what it has.
    #expect(findings(own.replacing("{style", with: "{parent:'midnight', style") + "}}") == [])
    let shelf = ThemeShelf([
      "base": "{style:'light', colors:{glow:'#fff', shadow:'#888'}}",
      "a": own.replacing("{style", with: "{parent:'base', style") + "}}",
    ])
    #expect(
      findings(shelf, of: "a") == [
        "a.json5:1:9: it does not say glow, shadow, which it takes from base, a light theme"
      ]
    )
  }

  @Test(
    "a role that nobody asks for, and that is nearly one of those that are, was meant so",
    arguments: [
      (
        "primry:'#000'",
        ["a.json5:1:51: primry is no role of the built-in themes (did you mean primary?)"]
      ),
      (
        "onsurface:'#fff'",
        ["a.json5:1:54: onsurface is no role of the built-in themes (did you mean onSurface?)"]
      ),
      (
        "onPrimry:'#fff'",
        ["a.json5:1:53: onPrimry is no role of the built-in themes (did you mean onPrimary?)"]
      ),
      ("onCard:'#fff'", ["a.json5:1:51: onCard is what is written on card, and there is no card"]),
      // Names of one's own.
      ("card:'#000'", []), ("pink:'#000'", []), ("surface2:'#000'", []), ("ink:'#000'", []),
      ("surfaced:'#000', onSurfaced:'#fff'", []), ("only:'#000'", []), ("on:'#000'", []),
    ]
  )
  func mistyped(colors: String, expected: [String]) {
    #expect(findings("{style:'dark', parent:'midnight', colors: {\(colors)}}") == expected)
  }

  @Test("a role of a parent is one, and the hint may be one of it")
  func mistypedOfParent() {
    let shelf = ThemeShelf([
      "base": "{style:'dark', parent:'midnight', colors:{accentBar:'#fff', primery:'#000'}}",
      "a": "{style:'dark', parent:'base', colors:{accentBra:'#fff', primery:'#111'}}",
    ])
    #expect(
      findings(shelf, of: "a") == [
        "a.json5:1:49: accentBra is no role of the built-in themes or of its parents (did you mean "
          + "accentBar?)"
      ]
    )
  }

  @Test("of very many names of one's own no slips are looked for", .timeLimit(.minutes(1)))
  func manyNames() {
    let colors = (0..<16_000).map { "primry\($0)x:'#fff'" }.joined(separator: ",")
    #expect(findings("{style:'dark', parent:'midnight', colors:{\(colors)}}") == [])
  }
}
