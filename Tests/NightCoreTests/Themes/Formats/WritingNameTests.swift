import NightCore
import Testing

/// The names of themes and of their parents in exported files.
@Suite("Names in exports")
struct WritingNameTests {
  private static func source(_ file: ThemeFile) throws -> ThemeExport.Source {
    let text = ThemeText(
      name: file.name,
      origin: .user,
      file: file.name,
      content: .bytes(Array(file.text.utf8)),
      assets: ["a.png"]
    )
    var line = ThemeLine(text, find: BuiltInThemes.text)
    return try #require(ThemeExport.Source(&line))
  }

  private static func theme(_ name: String, description: String? = nil) -> ThemeFile {
    var file = ThemeFile(name: name, style: .dark)
    file.description = description
    let grey = Color(red: 0.7, green: 0.7, blue: 0.7)
    file.entries = ["background", "surface"].map {
      .init(ThemeKey(.color, $0), .color(.init(.color(grey))))
    }
    return file
  }

  @Test("Columns of an exported table have unique names")
  func columns() throws {
    let names = ["a b", "a-b", "a-b-2", "a\u{A0}b"]
    let export = ColorTable.write(try names.map { try Self.source(Self.theme($0)) })
    let again = ColorTable.read(Array(export.text.utf8), file: "t", style: .dark)
    #expect(again.findings == [])
    #expect(again.themes.map(\.name) == ["a-b-3", "a-b", "a-b-2", "a-b-4"])
    #expect(export.lost.contains("a b is not a valid column name, so its column is named a-b-3"))
    #expect(export.lost.contains { $0.hasPrefix("background, surface are rounded") })
  }

  @Test("An exported scheme has the name and description of the theme")
  func scheme() throws {
    let plain = Base16.write(try Self.source(Self.theme("lagoon"))).text
    #expect(plain.contains("\nname: \"lagoon\"\nslug: \"lagoon\"\n"))
    #expect(!plain.contains("description"))
    let text = Base16.write(try Self.source(Self.theme("lagoon", description: "By the water"))).text
    #expect(text.contains("\nname: \"lagoon\"\n"))
    #expect(text.contains("\ndescription: \"By the water\"\n"))
    // The name of a scheme becomes its slug.
    let title = "Night Sea, hard"
    let sea = Base16.write(try Self.source(Self.theme("night-sea-hard", description: title))).text
    #expect(sea.contains("\nname: \"\(title)\"\n"))
    #expect(!sea.contains("description"))
  }

  @Test(
    "A scheme's name becomes the description only if it differs from the slug",
    arguments: [
      ([("name", "s")], nil, 0), ([("name", "S")], "S", 0),
      ([("slug", "s"), ("name", "Sea"), ("description", "Deep")], "Deep", 1),
      ([("name", "Sea"), ("description", "Deep")], "Deep", 0),
      ([("name", "s"), ("description", "Deep")], "Deep", 0),
      ([("name", "S"), ("description", "Deep")], "Deep", 0),
    ] as [([(String, String)], String?, Int)]
  )
  func described(facts: [(String, String)], description: String?, warnings: Int) {
    let tree = Base16Tests.scheme(facts + [("variant", "dark")])
    let result = Base16.read(tree, named: "s", file: "f")
    #expect(result.themes.first?.description == description)
    #expect(result.findings.count == warnings, "\(result.findings)")
  }

  @Test("An export reports a lost part only if the theme has this part")
  func nothing() throws {
    var theme = Self.theme("a")
    theme.parent = "midnight"
    let lost = ColorTable.write([try Self.source(theme)]).lost
    #expect(lost.contains("the parent of a cannot be expressed in a colour table"), "\(lost)")
  }

  @Test("Numbers in a style sheet have at most three decimals")
  func shares() throws {
    var theme = Self.theme("a")
    let color = Color(red: 18.0 / 255, green: 1.0 / 3, blue: 1, alpha: 0.123456)
    theme.entries = [.init(ThemeKey(.color, "x"), .color(.init(.color(color))))]
    let css = StyleSheetWriter.css([try Self.source(theme)]).text
    #expect(css.contains("  --x: rgb(7.059% 33.333% 100% / 0.123);\n"), "\(css.prefix(200))")
  }
}
