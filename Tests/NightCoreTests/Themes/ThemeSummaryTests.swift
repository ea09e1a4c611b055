import NightCore
import Testing

@Suite("Lists of themes")
struct ThemeSummaryTests {
  /// The errors in a list of themes, by name; nil for usable themes.
  private func flaws(_ themes: [String: String]) -> [String: String] {
    let shelf = ThemeShelf(themes)
    let texts = shelf.texts.values.sorted { $0.name < $1.name }
    return ThemeSummary.all(texts, find: shelf.find)
      .reduce(into: [:]) { flaws, summary in flaws[summary.name] = summary.flaw }
  }

  @Test(
    "If a theme is unusable, the theme list shows the same error as an attempt to use the theme",
    arguments: [
      "{style:'dark', colors:{surface:'@ink'}}",
      "{style:'dark', palette:{ink:'@pen', pen:'@ink'}}",
      "{style:'dark', parent:'gone'}",
      "{style:'dark', parent:'broken'}",
      "{style:'dark', parent:'a'}",
      "{style:'dark', labels:{title:{textColor:'nothing'}}}",
      "{style:'dark', palette:{paper:'@gone'}, parent:'light'}",
      "{colors:{}}",
    ]
  )
  func flawed(_ json: String) throws {
    let themes = [
      "a": json, "broken": "{", "light": "{style:'light', colors:{surface:'#fff'}}",
    ]
    let flaw = try #require(flaws(themes)["a"])
    #expect(flaw == ThemeShelf(themes).errors("a").first)
  }

  @Test("If a theme is usable, the theme list has no error for it, whatever parents it has")
  func whole() {
    let flaws = flaws([
      "a": "{style:'dark', palette:{ink:'#123'}, colors:{surface:'@ink', primary:'red'}}",
      "b": "{style:'dark', parent:'a', colors:{error:'@ink'}}",
      "c": "{style:'dark', parent:'midnight', labels:{title:{textColor:'surface'}}}",
      "d": "{style:'light', parent:'b', palette:{ink:'@pen', pen:'#456'}}",
    ])
    #expect(flaws.isEmpty)
  }

  @Test("If a theme was too large to keep in memory, the theme list reads it again")
  func large() {
    var themes: [String: String] = [:]
    for number in 0..<40 {
      let parent = number < 39 ? "parent:'t\(number + 1)', " : ""
      let blanks = String(repeating: " ", count: 40 << 10)
      themes["t\(number)"] = "{style:'dark', \(parent)\(blanks) palette:{p\(number):'#123'}}"
    }
    themes["x"] = "{style:'dark', parent:'t0', colors:{surface:'@p39', error:'@p40'}}"
    #expect(flaws(themes).keys.sorted() == ["x"])
  }
}

@Suite("Limits of themes")
struct ThemeLimitTests {
  private func colors(_ count: Int, from start: Int = 0) -> String {
    (start..<start + count).map { "c\($0):'#123'" }.joined(separator: ",")
  }

  @Test("Colours in a theme's palette count towards the limit on the number of the theme's values")
  func palette() throws {
    let half = colors(8_192)
    let full = ThemeShelf(["a": "{style:'dark', palette:{\(half)}, colors:{\(half)}}"])
    // The values of the built-in theme count too, because it is the last ancestor.
    #expect(
      full.errors("a") == [
        "a.json5: it and its parents are too large: at most 16384 values and 8 MiB together"
      ]
    )
    let over = ThemeShelf(["a": "{style:'dark', palette:{\(colors(16_385))}}"])
    #expect(
      over.errors("a") == ["a.json5:1:24: expected at most 16384 colours and values in a theme"]
    )
    #expect(ThemeShelf(["a": "{style:'dark', colors:{\(colors(16_000))}}"]).errors("a") == [])
  }

  @Test("A theme's ancestors count towards the limits on the theme's values and bytes")
  func line() {
    let message = "it and its parents are too large: at most 16384 values and 8 MiB together"
    let many = ThemeShelf([
      "a": "{style:'dark', parent:'b', colors:{\(colors(10_000))}}",
      "b": "{style:'dark', colors:{\(colors(10_000))}}",
    ])
    #expect(many.errors("a") == ["a.json5: \(message)"])
    #expect(many.errors("b") == [])
    let blanks = String(repeating: " ", count: 3 << 20)
    let large = ThemeShelf([
      "a": "{style:'dark', parent:'b'\(blanks)}", "b": "{style:'dark', parent:'c'\(blanks)}",
      "c": "{style:'dark'\(blanks)}",
    ])
    #expect(large.errors("a") == ["a.json5: \(message)"])
    #expect(large.errors("b") == [])
  }

  @Test("A theme's description has at most 1,024 bytes")
  func description() {
    let book = String(repeating: "a", count: 1_025)
    #expect(
      ThemeShelf(["a": "{style:'dark', description:'\(book)'}"]).errors("a") == [
        "a.json5:1:28: expected a sentence of at most 1024 bytes"
      ]
    )
  }
}

/// Themes for tests, each given as the text of its file.
struct ThemeShelf {
  var texts: [String: ThemeText] = [:]

  init(
    _ themes: [String: String],
    assets: [String: Set<String>] = [:],
    links: [String: Set<String>] = [:]
  ) {
    for (name, json) in themes {
      texts[name] = ThemeText(
        name: name,
        origin: .user,
        file: "\(name).json5",
        content: .bytes(Array(json.utf8)),
        assets: assets[name],
        links: links[name] ?? []
      )
    }
  }

  func find(_ name: String) -> ThemeText? { texts[name] ?? BuiltInThemes.text(name) }

  func line(_ name: String) -> ThemeLine { ThemeLine(name, find: find) }

  func theme(_ name: String) -> Theme? {
    var line = line(name)
    return line.resolve()
  }

  /// The errors of a theme, each with its position.
  func errors(_ name: String) -> [String] {
    var line = line(name)
    _ = line.resolve()
    return line.findings.filter { $0.severity == .error }.map(\.description)
  }
}
