import TestSupport
import Testing

/// The names of imported themes, and the errors about invalid names.
@Suite("Names given by nightctl theme import")
struct ThemeImportNameTests {
  private let home: ThemeHome

  init() throws { home = try ThemeHome() }

  private static let scheme = Schemes.yaml(
    Schemes.all[0].name,
    Schemes.all[0].variant,
    Schemes.all[0].colors,
    isOld: false
  )

  @Test(
    "`theme import --as` replaces an invalid name, whatever is wrong with it",
    arguments: [
      "dark\n#fff BG", "../x\n#fff BG", "{style: 'dark'}", "{name: 'next', style: 'dark'}",
      "{/* one */ 'name': \"a/\\u0062\", style: 'dark'}",
      #"[{"themeName": "../x", "colors": [{"name": "background", "hex": "fff"}]}]"#,
      Self.scheme + "slug: 'a/b'\n", Self.scheme,
    ]
  )
  func mended(input: String) throws {
    let finished = try home.theme("import", "-", "--as", "foo", input: input)
    #expect(finished.errors == "")
    #expect(finished.output.hasPrefix("foo: a "))
    #expect(try home.theme("check", "foo").exit == .exited(0))
  }

  @Test("A theme in a file theme.json5 gets its folder's name, and --as ignores the ending .json5")
  func folder() throws {
    try home.home.write("{style: 'dark'}", to: "pic/theme.json5")
    let made = home.path("pic.json5")
    #expect(
      try home.theme("import", "pic/theme.json5").output
        == "pic: a dark theme of 0 values, in \(made)\n"
    )
    for word in ["pic3", "pic4.json5"] {
      let finished = try home.theme("import", "pic/theme.json5", "--as", word)
      #expect(finished.output.hasPrefix("\(word.prefix(4)): a dark theme"), "\(finished)")
    }
    #expect(home.home.list(ThemeHome.folder) == ["pic.json5", "pic3.json5", "pic4.json5"])
  }

  private static let word = "it may not be a word that means something else to nightctl"

  @Test(
    "If a theme's name is invalid, `theme import` shows the file and a remedy",
    arguments: [
      (
        "next.json5", "{style: 'dark'}",
        "“next” cannot be a theme's name: \(word); --as gives the theme another name"
      ),
      ("-", "{style: 'dark'}", "it has no name; give it one with --as"),
      (
        "-", Self.scheme.replacing("name: default-dark\n", with: ""),
        "it has no name; give it one with --as"
      ),
      ("t", "A NEXT\n#fff #000 BG", "“NEXT” cannot be a theme's name: \(word); rename the column"),
      (
        "-", "A LIGHT\n#fff #000 BG",
        "“LIGHT” cannot be a theme's name: \(word); --as NAME calls it NAME-light"
      ),
      (
        "a", #"[{"themeName": "../x"}]"#,
        "“../x” cannot be a theme's name: it may not have a slash; --as gives the theme another name"
      ),
    ] as [(String, String, String)]
  )
  func told(file: String, text: String, message: String) throws {
    if file != "-" { try home.home.write(text, to: file) }
    let finished = try home.theme("import", file, input: text)
    #expect(finished.exit == .exited(1))
    let place = file == "-" ? "standard input:" : file + ":"
    #expect(finished.errors.hasPrefix(place), "\(finished.errors)")
    #expect(finished.errors.contains("error: " + message), "\(finished.errors)")
  }

  @Test("If a theme's name is in use, `theme import` reports this and says what --as would do")
  func taken() throws {
    try home.home.write("A B\n#fff #000 background\n", to: "two.txt")
    try home.home.write("A\n#fff background\n", to: "one.txt")
    #expect(try home.theme("import", "two.txt").exit == .exited(0))
    func there(_ file: String, _ name: String) -> String {
      "\(file): error: you have a theme “\(name)” already, \(home.path(name)).json5; "
        + "--replace replaces it"
    }
    #expect(
      try home.theme("import", "two.txt").errors == """
        \(there("two.txt", "A")), --as NAME begins each theme's name with NAME-
        \(there("two.txt", "B")), --as NAME begins each theme's name with NAME-
        nightctl: nothing was imported: there are 2 errors

        """
    )
    #expect(
      try home.theme("import", "one.txt").errors.hasPrefix(
        there("one.txt", "A") + ", --as gives the theme another name\n"
      )
    )
    #expect(
      try home.theme("import", "one.txt", "two.txt", "--replace").errors.hasPrefix(
        "two.txt: error: two of the themes are called “A”\n"
      )
    )
    #expect(
      try home.theme("import", "one.txt", "--as", "midnight").errors.hasPrefix(
        "one.txt: error: the theme “midnight” is built in; --as gives the theme another name\n"
      )
    )
  }

  @Test(
    "A scheme's slug, or else its name, becomes the theme's name, unless --as gives another name"
  )
  func slug() throws {
    let scheme = Self.scheme.replacing("default-dark", with: "\"Night Sea\"")
    try home.home.write(scheme, to: "other.yaml")
    try home.home.write(scheme + "slug: deep\n", to: "slug.yaml")
    try home.home.write(scheme.replacing("Night Sea", with: "next"), to: "word.yaml")
    func made(_ words: String...) throws -> String? {
      let output = try home.nightctl(["theme", "import"] + words).output
      return output.split(separator: ":").first.map(String.init)
    }
    #expect(try made("other.yaml") == "night-sea")
    #expect(try made("slug.yaml") == "deep")
    #expect(try made("other.yaml", "--as", "mine") == "mine")
    // No theme may have the name `next`, so the theme is named after the file.
    #expect(try made("word.yaml") == "word")
  }

  @Test("`theme import --as` gives several themes a prefix, and also renames their parents")
  func several() throws {
    try home.home.write("A B\n#fff #000 background\n", to: "two.txt")
    #expect(try home.theme("import", "two.txt", "--as", "acme").exit == .exited(0))
    let themes = """
      [{"themeName": "base", "colors": [{"name": "background", "hex": "fff"}]},
       {"themeName": "dark", "parent": "base"}]
      """
    #expect(try home.theme("import", "-", "--as", "sea", input: themes).errors == "")
    #expect(
      home.home.list(ThemeHome.folder) == [
        "acme-A.json5", "acme-B.json5", "sea-base.json5", "sea-dark.json5",
      ]
    )
    #expect(home.text("sea-dark.json5")?.contains(#""parent": "sea-base""#) == true)
    let wrong = try home.theme("import", "-", "--as", "x", input: "A ../b\n#fff #000 BG\n")
    #expect(
      wrong.errors.hasPrefix("standard input: error: “x-../b” cannot be a theme's name"),
      "\(wrong.errors)"
    )
  }

  @Test("A mistake in a theme is reported with its position in the given file")
  func places() throws {
    try home.home.write("{style: 'dark', parent: 'nothing'}", to: "t7.json5")
    #expect(
      try home.theme("import", "t7.json5").errors.hasPrefix(
        "t7.json5:1:25: error: its parent “nothing” does not exist"
      )
    )
    try home.home.write("{name: 'a', style: 'dark', colors: {x: '@none'}}", to: "t8.json5")
    for words in [[], ["--as", "longer"]] {
      let finished = try home.nightctl(["theme", "import", "t8.json5"] + words)
      #expect(finished.errors.hasPrefix("t8.json5:1:40: error: the palette has"), "\(finished)")
    }
  }
}
