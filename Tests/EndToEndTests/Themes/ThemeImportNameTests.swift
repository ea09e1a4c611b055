import TestSupport
import Testing

/// The name of an imported theme, and errors about invalid names.
@Suite("nightctl theme import, names")
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
    "theme import --as replaces any invalid name",
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

  @Test("A theme.json5 is named after its folder, and --as ignores the ending .json5")
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
    "An invalid name is reported with its file and a remedy",
    arguments: [
      (
        "next.json5", "{style: 'dark'}",
        "“next” cannot be a theme's name: \(word); --as gives it another name"
      ),
      ("-", "{style: 'dark'}", "it has no name; give it one with --as"),
      ("-", Self.scheme, "it has no name; give it one with --as"),
      (
        "t", "A LIGHT\n#fff #000 BG", "“LIGHT” cannot be a theme's name: \(word); rename the column"
      ),
      (
        "a", #"[{"themeName": "../x"}]"#,
        "“../x” cannot be a theme's name: it may not have a slash; --as gives it another name"
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

  @Test("An existing name is reported, and --as is suggested for a single theme only")
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
        \(there("two.txt", "A"))
        \(there("two.txt", "B"))
        nightctl: nothing was imported: there are 2 errors

        """
    )
    #expect(
      try home.theme("import", "one.txt").errors.hasPrefix(
        there("one.txt", "A") + ", --as gives it another name\n"
      )
    )
    #expect(
      try home.theme("import", "one.txt", "two.txt", "--replace").errors.hasPrefix(
        "two.txt: error: two of the themes are called “A”\n"
      )
    )
    #expect(
      try home.theme("import", "one.txt", "--as", "midnight").errors.hasPrefix(
        "one.txt: error: the theme “midnight” is built in; --as gives it another name\n"
      )
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
