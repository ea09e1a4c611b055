import NightCore
import Testing

extension ThemeFile {
  /// The theme without the positions of its parts.
  fileprivate var placeless: ThemeFile {
    let start = Position(line: 1, column: 1)
    var file = self
    file.parentPosition = nil
    for index in file.palette.indices { file.palette[index].term.position = start }
    for index in file.entries.indices {
      file.entries[index].position = start
      file.entries[index].fields = []
      if case .color(var term) = file.entries[index].written {
        term.position = start
        file.entries[index].written = .color(term)
      }
    }
    return file
  }
}

@Suite("Exports to other formats")
struct WritingTests {
  private static let assets: Set<String> = ["a.png", "a@2x.png", "down.png"]

  private static let rich = """
    {
      name: "rich", style: "dark", parent: "midnight", author: "A. \\"Person\\"",
      numbers: { gap: 4, wide: 1e300, thin: 0.1 },
      description: "Everything that can be said\\n",
      palette: {
        ink: { color: "oklch(0.3 0.05 250)", description: "deep" }, half: { color: "@ink", alpha: 0.3 },
      },
      colors: {
        surface: "@ink", text: { color: "rgb(12.3% 45% 6%)", alpha: 0.25, description: "read me" },
        "a.b-c_d": "#12345678",
      },
      strings: { motto: "sine </style> \\u0007" },
      booleans: { flat: true },
      fonts: { body: "Inter, 11", mono: { family: "A, B" }, small: { size: 8.5 } },
      images: { logo: "a.png", key: { normal: "a.png", pressed: { "2": "down.png" } }, none: {} },
      views: { card: { backgroundColor: "surface", cornerRadius: 4, isCircular: false } },
      labels: { title: { font: "body", textColor: "text", uppercased: true } },
      buttons: { ok: { label: "title", alignment: "left" }, bare: {} },
    }
    """

  private static func text(
    _ name: String,
    _ json: String,
    _ origin: ThemeText.Origin = .user
  ) -> ThemeText {
    ThemeText(
      name: name,
      origin: origin,
      file: name,
      content: .bytes(Array(json.utf8)),
      assets: assets
    )
  }

  private static func line(_ texts: [ThemeText]) -> ThemeLine {
    ThemeLine(texts[0]) { name in
      texts.first { $0.name == name } ?? BuiltInThemes.text(name)
    }
  }

  private static func source(_ files: [ThemeFile]) throws -> ThemeExport.Source {
    var line = line(files.map { text($0.name, $0.text) })
    let source = ThemeExport.Source(&line)
    #expect(line.findings == [])
    return try #require(source)
  }

  private static func source(_ name: String) throws -> ThemeExport.Source {
    var line = ThemeLine(name, find: BuiltInThemes.text)
    return try #require(ThemeExport.Source(&line))
  }

  @Test("A written theme file is read back as the same theme")
  func file() throws {
    let texts =
      BuiltInThemes.names.compactMap(BuiltInThemes.text) + [Self.text("rich", Self.rich)]
    for text in texts {
      let line = Self.line([text])
      #expect(line.findings == [])
      let file = try #require(line.members.first?.file)
      let again = Self.line([Self.text(text.name, file.text, text.origin)])
      #expect(again.findings == [])
      #expect(again.members.first?.file.placeless == file.placeless)
      #expect(again.members.first?.file.text == file.text)
    }
  }

  @Test("A colour table is unchanged after it is read and written")
  func table() throws {
    let text = """
      NORMAL   NIGHT      RED
      #ffffff  #343434    #fafafa  BG
      #aaaaaa  #31313180  #aaaaaa  SEP

      """
    let themes = ColorTable.read(Array(text.utf8), file: "t").themes
    let export = ColorTable.write(try themes.map { try Self.source([$0]) })
    #expect(export.text == text)
    #expect(export.lost == [])
  }

  @Test("The export of a colour table reports what is lost")
  func tableLosses() throws {
    var odd = ThemeFile(name: "a b", style: .dark, parent: "midnight")
    odd.author = "me"
    odd.palette = [.init("ink", .init(.color(Color(red: 0.7, green: 0.7, blue: 0.7))))]
    odd.entries = [
      .init(ThemeKey(.color, "background"), .color(.init(.reference("ink")))),
      .init(ThemeKey(.number, "gap"), .value(.number(1))),
    ]
    let other = try Self.source("daylight")
    let export = ColorTable.write([try Self.source([odd]), other])
    for part in [
      "so its column is named a-b", "number gap of a b", "the author of a b",
      "background is rounded", "an import makes a-b a light theme",
    ] {
      #expect(export.lost.contains { $0.contains(part) }, "\(part): \(export.lost)")
    }
    #expect(ColorTable.read(Array(export.text.utf8), file: "t").themes.count == 2)
    var lonely = odd
    lonely.name = "x"
    lonely.entries = [.init(ThemeKey(.color, "only"), .color(.init(.reference("ink"))))]
    #expect(
      ColorTable.write([try Self.source([lonely]), other]).lost.contains {
        $0.hasPrefix("only is not in every theme")
      }
    )
  }

  @Test("If theme names are invalid or equal in a table, the export gives them unique names")
  func headings() throws {
    let names = ["\u{FEFF}e", "a b", "a-b", "\u{A0}c", ";d", "_d", "\u{A0}\u{301}f"]
    let themes = names.map { ThemeFile(name: $0, style: .dark) }
    let export = ColorTable.write(try themes.map { try Self.source([$0]) })
    let again = ColorTable.read(Array(export.text.utf8), file: "t", style: .dark)
    #expect(again.findings == [])
    #expect(again.themes.map(\.name) == ["_e", "a-b-2", "a-b", "_c", "_d-2", "_d", "_\u{301}f"])
    #expect(export.lost.contains { $0.hasSuffix("so its column is named a-b-2") })
  }

  @Test(
    "If a table has no colour that shows its theme's style, the export of the table reports this"
  )
  func styleless() throws {
    let export = ColorTable.write([try Self.source([ThemeFile(name: "a", style: .dark)])])
    #expect(
      export.lost == [
        "a table stores no style, and this table has no colour from which to find the style"
      ]
    )
  }

  /// The tree that nightctl's YAML reader would produce.
  private static func tree(_ text: String) throws -> JSONNode {
    let lines = text.split(separator: "\n").map(String.init)
    let json = lines.map { line in
      line == "palette:"
        ? "palette: {" : line + ","
    }
    return try JSONReader.read(Array("{\(json.joined(separator: "\n"))}}".utf8))
  }

  @Test("A scheme is unchanged after it is read and written", arguments: [16, 24])
  func scheme(count: Int) throws {
    let facts = [("name", "Night \"Sea\""), ("author", "A"), ("variant", "dark")]
    let theme = try #require(
      Base16.read(Base16Tests.scheme(facts, count: count), named: "sea", file: "s").themes.first
    )
    let export = Base16.write(try Self.source([theme]))
    #expect(export.lost == [])
    let again = Base16.read(try Self.tree(export.text), named: "other", file: "s")
    #expect(again.findings == [])
    #expect(again.themes.map(\.placeless) == [theme.placeless])
    #expect(Base16.write(try Self.source(again.themes)).text == export.text)
  }

  @Test("Any theme can be exported as a scheme, based on its roles", arguments: BuiltInThemes.names)
  func derived(name: String) throws {
    let source = try Self.source(name)
    let export = Base16.write(source)
    #expect(export.lost.first?.contains("is not a base16 palette") == true)
    let again = Base16.read(try Self.tree(export.text), named: "x", file: "s")
    #expect(again.errors == [])
    #expect(again.themes.first?.style == source.theme.style)
    #expect(again.themes.first?.name == name)
  }

  @Test("The export of a scheme reports what is lost")
  func schemeLosses() throws {
    var theme = try #require(
      Base16.read(Base16Tests.scheme([("variant", "dark")]), named: "sea", file: "s").themes.first
    )
    theme.parent = "midnight"
    theme.palette[3].term.alpha = 0.5
    theme.palette.append(.init("extra", .init(.reference("base00"))))
    theme.palette.append(.init("base10", .init(.color(Color(red: 0, green: 0, blue: 0)))))
    theme.palette[4].description = "deep"
    theme.entries[0].written = .color(.init(.reference("extra")))
    theme.entries.append(.init(ThemeKey(.number, "gap"), .value(.number(1))))
    let lost = Base16.write(try Self.source([theme])).lost
    for part in [
      "base03 is rounded", "the parent", "@extra, @base10", "color background, number gap",
      "the description of @base04",
    ] {
      #expect(lost.contains { $0.contains(part) }, "\(part): \(lost)")
    }
  }

  @Test("An exported scheme escapes the characters that YAML does not allow")
  func schemeCharacters() throws {
    var theme = ThemeFile(name: "a\u{FEFF}", style: .dark)
    theme.description = "b\u{FFFE}\u{FFFF}"
    let text = Base16.write(try Self.source([theme])).text
    #expect(text.contains(#"description: "b\ufffe\uffff""#))
    #expect(text.contains(#"slug: "a\ufeff""#))
  }

  @Test("Exported style sheets contain inherited colours, and the export reports what is lost")
  func sheets() throws {
    var theme = ThemeFile(name: "x", style: .dark, parent: "y")
    theme.entries = [
      .init(ThemeKey(.color, "a.b"), .color(.init(.color(Color(red: 1, green: 0, blue: 0))))),
      .init(ThemeKey(.color, "shade"), .color(.init(.reference("ink"), alpha: 0.5))),
      .init(ThemeKey(.number, "gap"), .value(.number(4))),
      .init(ThemeKey(.string, "motto"), .value(.string("</style>\"\n"))),
      .init(ThemeKey(.font, "body"), .value(.font(ThemeFont(family: "Inter", size: 11)))),
      .init(ThemeKey(.bool, "flat"), .value(.bool(true))),
    ]
    var parent = ThemeFile(name: "y", style: .dark)
    parent.palette = [.init("ink", .init(.color(Color(red: 0, green: 0, blue: 0))))]
    let source = try Self.source([theme, parent])
    let css = StyleSheetWriter.css([source])
    #expect(
      css.text.hasPrefix(
        """
        :root {
          color-scheme: dark;
          --a\\.b: #ff0000;
          --shade: rgb(0% 0% 0% / 0.5);
          --gap: 4;
          --motto: "\\3c /style>\\"\\a ";
          --body: 11pt "Inter";
          --background: #14171c;
        """
      ),
      "\(css.text)"
    )
    #expect(css.lost == ["bool flat of x cannot be expressed in custom properties"])
    let gtk = StyleSheetWriter.gtk(source)
    #expect(
      gtk.text.hasPrefix(
        "@define-color shade rgba(0, 0, 0, 0.5);\n@define-color background #14171c;"
      )
    )
    #expect(
      gtk.lost == [
        "number gap, string motto, font body, bool flat of x cannot be expressed in named colours",
        "a.b is not a valid GTK colour name",
      ]
    )
    let both = StyleSheetWriter.css([source, try Self.source("daylight")])
    #expect(both.text.contains(":root[data-theme=\"x\"] {"))
    #expect(both.text.contains("}\n\n:root[data-theme=\"daylight\"] {\n  color-scheme: light;"))
  }
}
