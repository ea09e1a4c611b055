import TestSupport
import Testing

/// How theme import recognises a file's format, and what it keeps of the file.
@Suite("Formats of nightctl theme import")
struct ThemeImportFormatTests {
  private let home: ThemeHome

  init() throws { home = try ThemeHome() }

  private static func scheme(_ index: Int, isOld: Bool) -> String {
    let scheme = Schemes.all[index]
    return Schemes.yaml(scheme.name, scheme.variant, scheme.colors, isOld: isOld)
  }

  @Test(
    "`theme import` recognises a scheme by its first lines, whatever the file's name is",
    arguments: [
      scheme(0, isOld: false), scheme(0, isOld: true), "# one\n\n---\n" + scheme(0, isOld: false),
      scheme(0, isOld: false).replacing("system: base16\nname: default-dark\n", with: ""),
      scheme(0, isOld: true).replacing("scheme: \"default-dark\"\nauthor: 'A. Person'\n", with: ""),
      scheme(0, isOld: false).replacing("system: base16", with: "\"system\" : base16"),
    ]
  )
  func schemes(text: String) throws {
    try home.home.write(text, to: "x.css")
    let named = try home.theme("import", "x.css", "--as", "a")
    #expect(named.errors == "")
    let finished = try home.theme("import", "-", "--as", "b", input: text)
    #expect(finished.output.hasPrefix("b: a dark theme of 37 values"), "\(finished)")
  }

  @Test(
    "A nightd theme and a colour table can begin with comments",
    arguments: ["// mine\n/* and\n yours */ {style: 'dark'}", "// mine\n; so\n# it is\nA\n#fff BG"]
  )
  func comments(text: String) throws {
    #expect(try home.theme("import", "-", "--as", "a", input: text).errors == "")
  }

  @Test(
    "`theme import` reports an unknown format in one line",
    arguments: [
      ":root {\n  --background: #fff;\n}\n", "background #ffffff\nforeground #000000\n",
      "*.color0: #fff\n*.color1: #000\n", "A\nB\n", "@define-color a #fff;\n#b .c {}\n",
      "just words",
    ]
  )
  func none(text: String) throws {
    try home.home.write(text, to: "x.css")
    let finished = try home.theme("import", "x.css")
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors
        == "nightctl: the format of x.css is unknown; give the format with --format json, "
        + "table, apptheme, simpletheme, base16 or terminal\n"
    )
  }

  private static let own = """
    // by hand
    { name: 'lagoon', "style" : "dark", /* it is */ future: 1,
      colors: { a: '#123' }, }

    """

  @Test(
    "`theme import` copies a nightd theme exactly, except for a new name or style that you give"
  )
  func kept() throws {
    try home.home.write(Self.own, to: "lagoon.json5")
    #expect(try home.theme("import", "lagoon.json5").exit == .exited(0))
    #expect(home.text("lagoon.json5") == Self.own)
    let renamed = try home.theme("import", "lagoon.json5", "--as", "b\"é", "--style", "light")
    #expect(renamed.exit == .exited(0), "\(renamed)")
    #expect(
      home.text("b\"é.json5")
        == Self.own.replacing("'lagoon'", with: #""b\"é""#).replacing("\"dark\"", with: "\"light\"")
    )
    #expect(try home.theme("check", "b\"é").exit == .exited(0))
  }

  @Test(
    "If a theme's file is a link, `theme import --replace` keeps the link and replaces its target"
  )
  func link() throws {
    try home.home.write("{style: 'light'}", to: "dotfiles/sea.json5")
    try home.put("{}", "x.json5")
    let line = "ln -s ../../../../dotfiles/sea.json5 \(home.path("sea.json5"))"
    #expect(try Program.run("/bin/sh", ["-c", line]).exit == .exited(0))
    let finished = try home.theme("import", "-", "--as", "sea", "--replace", input: Self.own)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(
      home.home.text("dotfiles/sea.json5") == Self.own.replacing("'lagoon'", with: "\"sea\"")
    )
    #expect(try Program.run("/usr/bin/test", ["-h", home.path("sea.json5")]).exit == .exited(0))
  }

  @Test(
    "If a theme's file is a link, `theme import` syncs the folder of the link's target",
    .enabled(if: Strace.skipReason == nil, Comment(rawValue: Strace.skipReason ?? ""))
  )
  func synced() throws {
    try home.home.write("{style: 'light'}", to: "dotfiles/sea.json5")
    try home.home.write(Self.own, to: "own.json5")
    try home.put("{}", "x.json5")
    let line = "ln -s ../../../../dotfiles/sea.json5 \(home.path("sea.json5"))"
    #expect(try Program.run("/bin/sh", ["-c", line]).exit == .exited(0))
    let words = ["theme", "import", home.home.file("own.json5"), "--as", "sea", "--replace"]
    let finished = try Program.run(
      "strace",
      ["-y", "-o", home.home.file("calls"), "-e", "trace=rename,fsync", Built.nightctl] + words,
      environment: Strace.environment(["LANG": "C.UTF-8", "HOME": home.home.path])
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    let calls = try #require(home.home.text("calls")).split(separator: "\n")
    let rename = try #require(calls.firstIndex { $0.contains("dotfiles/sea.json5\")") })
    #expect(calls[rename...].contains { $0.hasPrefix("fsync(") && $0.contains("/dotfiles>") })
  }

  @Test(
    "If the theme to replace has its own folder, `theme import` says how to replace the folder"
  )
  func folder() throws {
    try home.put("{style: 'light'}", "sea/theme.json5")
    for words in [["--replace"], []] {
      let finished = try home.nightctl(
        ["theme", "import", "-", "--as", "sea"] + words,
        input: Self.own
      )
      #expect(
        finished.errors.contains(
          "standard input: error: you have a theme “sea” already, in the folder "
            + "\(home.path("sea")); remove it with nightctl theme remove sea, or use --as to give this "
            + "theme another name\n"
        ),
        "\(finished)"
      )
    }
  }

  // MARK: - Notes about an imported theme

  @Test("`theme import` warns about pairs of colours that are hard to read")
  func readable() throws {
    let grey = "{ style: 'dark', colors: { background: '#808080', onBackground: '#818181' } }"
    try home.home.write(grey, to: "grey.json5")
    #expect(
      try home.theme("import", "grey.json5").output.hasSuffix(
        "\ngrey.json5: note: “grey” has one pair of colours that is hard to read; "
          + "to see it, run nightctl theme check grey\n"
      )
    )
  }

  @Test("`theme import` warns about themes that define none of the standard roles")
  func roles() throws {
    let table = "NORMAL NIGHT\n#fff #000 BG\n#fff #000 TEXT\n"
    try home.home.write(table, to: "a.txt")
    #expect(
      try home.theme("import", "a.txt").output.hasSuffix(
        "\na.txt: note: “NORMAL” and “NIGHT” define none of the roles that programs use "
          + "(background, onBackground, surface, …), so only programs that ask for the "
          + "keys of these themes show them; all other programs show daylight and midnight\n"
      )
    )
    let one = try home.theme("import", "-", input: "RED\n#fff BG\n").output
    #expect(
      one.hasSuffix(
        "\nstandard input: note: “RED” defines none of the roles that programs use "
          + "(background, onBackground, surface, …), so only programs that ask for the "
          + "keys of this theme show it; all other programs show daylight\n"
      ),
      "\(one)"
    )
    let whole = try home.theme("import", "-", "--as", "x", input: "A\n#fff background\n").output
    #expect(!whole.contains("none of the roles"))
  }
}
