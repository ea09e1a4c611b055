import NightCore
import Testing

@Suite("Mistakes in a theme's file, beside others")
struct ThemeMistakeTests {
  @Test(
    "a style that is missing or none hides nothing else",
    arguments: [
      (
        "{stlye:'dark', colors:{a:'#ggg'}}",
        [
          "1:2: “stlye” is not known and passed over (did you mean style?)",
          "1:1: expected a “style”, light or dark",
          "1:28: expected a hexadecimal digit, 0 to 9 or a to f, found “ggg”",
        ]
      ),
      (
        "{style:'drak', numbers:{a:true}}",
        [
          "1:8: expected a style, light or dark, found “drak” (did you mean dark?)",
          "1:27: expected a number",
        ]
      ),
    ]
  )
  func afterStyle(json: String, expected: [String]) {
    let findings = ThemeShelf(["a": json]).line("a").findings
    #expect(Set(findings.map(\.description)) == Set(expected.map { "a.json5:" + $0 }))
  }

  @Test(
    "who looks for mistakes is told of references too, and of nothing that a mistake hides",
    arguments: [
      // The colours and fonts that are wrong are there, and so is what stands beside them.
      (
        "{style:'dark', palette:{ink:'#12'}, fonts:{body:1}, colors:{a:'@ink', b:'@ikn'}, "
          + "labels:{t:{font:'body', textColor:'c'}}}",
        ["1:31", "1:49", "1:73", "1:116"]
      ),
      ("{style:'dark', parent:'b', colors:{a:'@x', b:1}}", ["1:23", "1:46"]),
      // What the parent has is not known.
      ("{style:'dork', colors:{a:'@x'}}", ["1:8"]),
      ("{style:'dark', parent:'../b', colors:{a:'@x'}}", ["1:23"]),
      ("{style:'dork', parent:'midnight', colors:{a:'@x'}}", ["1:8", "1:45"]),
    ]
  )
  func flawed(json: String, places: [String]) throws {
    let shelf = ThemeShelf(["a": json])
    let text = try #require(shelf.find("a"))
    var line = ThemeLine(text, evenIfFlawed: true, find: shelf.find)
    #expect(line.resolve() == nil)
    let found = line.findings.compactMap(\.position).map(\.description)
    #expect(Set(found) == Set(places), "\(line.findings)")
    // Who uses themes has none of it.
    #expect(shelf.line("a").members.isEmpty)
  }

  @Test("an image that is a link is told to be one, and so is one behind a link")
  func linkedImages() {
    let json = "{style:'dark', images:{a:'a.png', b:'deep/b.png', c:'c.png'}}"
    let shelf = ThemeShelf(["t": json], assets: ["t": ["c.png"]], links: ["t": ["a.png", "deep"]])
    #expect(
      shelf.errors("t") == [
        "t.json5:1:26: “a.png” is a link, and links are not followed",
        "t.json5:1:37: “deep” is a link, and links are not followed",
      ]
    )
  }
}
