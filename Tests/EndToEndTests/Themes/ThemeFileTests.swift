import TestSupport
import Testing

/// Themes that are imported from files of other programs and exported again, without a daemon.
@Suite("nightctl theme import and export")
struct ThemeFileTests {
  private static let folder = ".local/share/nightd/themes"
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func nightctl(_ words: String..., input: String? = nil) throws -> Finished {
    let words = words.map { $0.hasPrefix("~/") ? home.file(String($0.dropFirst(2))) : $0 }
    guard let input else {
      return try Program.run(
        Built.nightctl,
        words,
        environment: ["LANG": "C.UTF-8", "HOME": home.path]
      )
    }
    try home.write(input, to: "input")
    let line = "exec \"$0\" \"$@\" < \(home.file("input"))"
    return try Program.run(
      "/bin/sh",
      ["-c", line, Built.nightctl] + words,
      environment: ["LANG": "C.UTF-8", "HOME": home.path]
    )
  }

  private func made(_ name: String) -> String { home.file("\(Self.folder)/\(name).json5") }

  @Test(
    "Each column of a colour table becomes a theme, and `theme export` writes the same table again"
  )
  func table() throws {
    let table = """
      NORMAL   NIGHT    RED
      #ffffff  #343434  #fafafa  BG
      #aaaaaa  #313131  #aaaaaa  SEP

      """
    try home.write(table, to: "colors.txt")
    let finished = try nightctl("theme", "import", "~/colors.txt")
    #expect(finished.errors == "")
    #expect(
      finished.output.hasPrefix(
        """
        NORMAL: a light theme of 2 values, in \(made("NORMAL"))
        NIGHT: a dark theme of 2 values, in \(made("NIGHT"))
        RED: a light theme of 2 values, in \(made("RED"))
        \(home.file("colors.txt")):1:1: note: “NORMAL” declares no style and is read as light: \
        BG (#ffffff) has a luminance of 1.000 (below 0.18 is dark)

        """
      ),
      "\(finished.output)"
    )
    let exported = try nightctl("theme", "export", "normal", "NIGHT", "Red", "--format", "table")
    #expect(exported.output == table)
    #expect(exported.errors == "")
  }

  @Test("Ten published palettes survive import, export and import unchanged")
  func schemes() throws {
    for (index, scheme) in Schemes.all.enumerated() {
      let file = "\(scheme.name).yaml"
      try home.write(
        Schemes.yaml(scheme.name, scheme.variant, scheme.colors, isOld: index % 2 == 0),
        to: file
      )
      let finished = try nightctl("theme", "import", "~/\(file)")
      #expect(finished.output.hasPrefix("\(scheme.name): a \(scheme.variant) theme of 37 values"))
      #expect(finished.errors == "")
      let first = try nightctl("theme", "export", scheme.name, "--format", "base16")
      #expect(first.errors == "")
      for color in scheme.colors.split(separator: " ") {
        #expect(first.output.contains("\"#\(color)\""))
      }
      let json = try nightctl("theme", "export", scheme.name).output
      let again = try nightctl(
        "theme",
        "import",
        "-",
        "--format=base16",
        "--replace",
        input: first.output
      )
      #expect(again.exit == .exited(0), "\(again.errors)")
      #expect(try nightctl("theme", "export", scheme.name).output == json)
      let own = try nightctl("theme", "import", "-", "--as", "copy", "--replace", input: json)
      #expect(own.exit == .exited(0), "\(own.errors)")
      #expect(
        try nightctl("theme", "export", "copy", "--format", "css").output
          == nightctl("theme", "export", scheme.name, "--format", "css").output
      )
    }
  }

  @Test(
    "The parents in AppTheme's file can come in any order, and an unknown parent stops the import"
  )
  func appTheme() throws {
    let themes = """
      [ {"themeName": "child", "parent": "root", "colors": [{"name": "tint", "hex": "#80112233"},]},
        {"themeName": "root", "colors": [{"name": "colorSurface", "hex": "#000000"}]}, ]
      """
    let finished = try nightctl("theme", "import", "-", "--json", input: themes)
    #expect(
      finished.output.hasPrefix(
        #"{"themes":[{"name":"root","style":"dark","file":"\#(made("root"))"},{"name":"child","#
      )
    )
    #expect(finished.output.contains("AARRGGBB"))
    let wrong = themes.replacing("\"themeName\": \"root\"", with: "\"themeName\": \"rot\"")
    let refused = try nightctl("theme", "import", "-", "--replace", input: wrong)
    #expect(refused.exit == .exited(1))
    #expect(refused.output == "")
    #expect(
      refused.errors == """
        standard input:1:36: error: the parent “root” is not a theme in this file (did you mean rot?)
        nightctl: nothing was imported: there is one error

        """
    )
  }

  @Test(
    "If `theme import` refuses a file, it gives the reason and writes nothing",
    arguments: [
      (
        ["-"], "A B\n#fff BG\n",
        "standard input:2:1: error: expected one column for each theme in line 1"
      ),
      (["-", "--format", "base16"], "a: [", "standard input:2:1: error: this is not valid YAML"),
      (
        ["-", "--format", "base16"], "a: &b 1\nc: *b", "standard input:2:4: error: expected a value"
      ),
      (["-", "--format", "base16"], "{}", "standard input:1:1: error: the scheme lacks base00"),
      (
        ["-", "--as", "midnight"], "A\n#fff BG", "standard input: error: the theme “midnight” is"
      ),
      (
        ["-"], "{name: 'c', style: 'dark', parent: 'x'}",
        "standard input:1:36: error: its parent “x” does not"
      ),
      (
        ["-"], "{name: 'c', style: 'dark', colors: {a: '#12'}}",
        "standard input:1:42: error: expect"
      ),
      (["-"], "", "standard input:1:1: error: expected a line with the names of themes"),
      (["/nothing"], "", "nightctl: cannot read “/nothing”: No such file or directory"),
    ] as [([String], String, String)]
  )
  func refused(words: [String], input: String, error: String) throws {
    try home.write(input, to: "input")
    let line = "exec \"$0\" theme import \"$@\" < \(home.file("input"))"
    let finished = try Program.run(
      "/bin/sh",
      ["-c", line, Built.nightctl] + words,
      environment: ["LANG": "C.UTF-8", "HOME": home.path]
    )
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix(error), "\(finished.errors)")
    #expect(finished.output == "")
    #expect(try Program.run("/bin/ls", [home.path]).output == "input\n")
  }

  @Test("`theme import` keeps an existing theme unless --replace is given")
  func replacing() throws {
    let first = try nightctl("theme", "import", "-", input: "A\n#fff BG")
    #expect(first.exit == .exited(0))
    let second = try nightctl("theme", "import", "-", input: "A\n#000 BG")
    #expect(second.exit == .exited(1))
    #expect(second.errors.hasPrefix("standard input: error: you have a theme “A” already, "))
    #expect(try nightctl("theme", "export", "A", "--format", "table").output == "A\n#ffffff  BG\n")
    let third = try nightctl("theme", "import", "-", "--replace", input: "A\n#000 BG")
    #expect(third.exit == .exited(0))
    #expect(try nightctl("theme", "export", "A", "--format", "table").output == "A\n#000000  BG\n")
  }

  @Test(
    "`theme import` and `theme export` refuse invalid arguments",
    arguments: [
      (["import", "x", "--format", "css"], "“css” is not json, table, apptheme, simpletheme"),
      (["import", "/dev/null", "--style", "dusk"], "“dusk” is not light or dark"),
      (["import"], "theme import needs a FILE"),
      (["export", "daylight", "midnight"], "json takes only one theme"),
      (
        ["export", "daylight", "--format", "apptheme"],
        "“apptheme” is not json, css, gtk, base16 or"
      ),
    ] as [([String], String)]
  )
  func usage(words: [String], sentence: String) throws {
    let finished = try Program.run(
      Built.nightctl,
      ["theme"] + words,
      environment: ["LANG": "C.UTF-8", "HOME": home.path]
    )
    #expect(finished.exit == .exited(2))
    #expect(finished.errors.hasPrefix("nightctl: \(sentence)"), "\(finished.errors)")
  }

  @Test(
    "`theme export` warns if the format loses something, and suggests a name for an unknown theme"
  )
  func lost() throws {
    let finished = try nightctl("theme", "export", "midnight", "--format", "base16")
    #expect(finished.exit == .exited(0))
    #expect(
      finished.errors.hasPrefix(
        "nightctl: warning: the palette of midnight is not a base16 palette"
      )
    )
    let unknown = try nightctl("theme", "export", "midnigt")
    #expect(unknown.exit == .exited(1))
    #expect(
      unknown.errors == "nightctl: there is no theme “midnigt”; did you mean “midnight”?\n"
    )
  }
}
