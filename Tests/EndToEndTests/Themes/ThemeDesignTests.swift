import TestSupport
import Testing

/// Imports files of older theming designs, in the form in which the designs' projects publish them.
///
/// The designs are DKNightVersion (draveness/DKNightVersion), simpleTheme (yyj2013/simpleTheme),
/// AppTheme and base16.
@Suite("nightctl theme import with files of other theming libraries")
struct ThemeDesignTests {
  private let home: ThemeHome

  init() throws {
    home = try ThemeHome()
    try DesignFiles.write(to: home.home)
  }

  /// The imported themes, each as `NAME STYLE`.
  private func made(_ words: String...) throws -> [String] {
    let finished = try home.nightctl(["theme", "import"] + words)
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: /^([^:]+): an? (light|dark) theme/).map { "\($0.1) \($0.2)" }
    }
  }

  @Test(
    "`theme import` recognises other libraries' files without options, and keeps the themes' styles"
  )
  func all() throws {
    #expect(try made("DKColorTable.txt") == ["NORMAL light", "NIGHT dark", "RED light"])
    // The themes' names decide the styles, although the colours contradict them.
    #expect(
      try made("acme") == ["base light", "acme-light light", "acme-dark dark", "ocean dark"]
    )
    #expect(try made("theme") == ["theme_day light", "theme_night dark"])
    #expect(try made("some-file.yaml") == ["deep-sea dark"])
    #expect(try home.theme("check").exit == .exited(0))
  }

  @Test(
    "`theme import` accepts simpleTheme's theme folder, its property list or its parent folder",
    arguments: [
      (["theme/theme_night"], ["theme_night dark"]), (["theme/theme_night/"], ["theme_night dark"]),
      (["theme/theme_night/night_theme_config.plist"], ["theme_night dark"]),
      (["theme/theme_day", "theme/theme_night"], ["theme_day light", "theme_night dark"]),
      (["theme", "--as", "news"], ["news-day light", "news-night dark"]),
      (["theme/theme_day", "--as", "news"], ["news light"]),
    ]
  )
  func folders(words: [String], themes: [String]) throws {
    let finished = try home.nightctl(["theme", "import"] + words + ["--json"])
    let found = finished.output.matches(of: /"name":"([^"]+)","style":"([a-z]+)"/)
    #expect(found.map { "\($0.1) \($0.2)" } == themes, "\(finished)")
  }

  @Test(
    "`theme import` copies simpleTheme's images for states and scales, and reports missing ones"
  )
  func pictures() throws {
    let finished = try home.theme("import", "theme")
    #expect(
      finished.errors
        == "theme/theme_night/night_theme_config.plist: warning: buttonImage names “star_night”, but "
        + "the folder has no such picture, so the theme leaves it out\n"
    )
    #expect(
      home.home.list("\(ThemeHome.folder)/theme_night") == [
        "login_night@2x.png", "login_night@3x.png", "login_press_night.png", "tab@2x.png",
        "theme.json5",
      ]
    )
    let text = try #require(home.text("theme_night/theme.json5"))
    let login = text.firstMatch(of: /"login": \{(.|\n)*?\n    \}/).map { String($0.0) } ?? ""
    #expect(
      login.filter { !" \n".contains($0) }
        == #""login":{"normal":{"2":"login_night@2x.png","3":"login_night@3x.png"},"#
        + #""pressed":{"1":"login_press_night.png"}}"#
    )
    #expect(text.contains(#""description": "behind every page""#))
    #expect(!text.contains("star"))
    #expect(try home.theme("check", "theme_night").exit == .exited(0))
  }

  @Test("AppTheme's style files become style sheets of the themes that are imported with them")
  func sheets() throws {
    let finished = try home.theme(
      "import",
      "acme/Themes.json",
      "acme/AppStyle-LabelStyle.json",
      "acme/AppStyle-ButtonStyle.json"
    )
    #expect(finished.errors == "")
    // A single file is not in a folder that could name the theme.
    let base = try #require(home.text("base.json5"))
    let dark = try #require(home.text("Themes-dark.json5"))
    #expect(base.contains(#""alignment": "left""#))
    #expect(base.contains(##""clear": "#00000000""##))
    #expect(dark.contains(#""textColor": "textColorPrimary""#))
    #expect(
      finished.output.contains(
        "acme/Themes.json: note: “base” has no “textColorPrimary”: its styles leave out the fields "
          + "that use missing colours\n"
      )
    )
    #expect(try home.theme("check").exit == .exited(0))
  }

  @Test(
    "`theme import` refuses AppTheme's style files if the themes are missing, and gives advice",
    arguments: [
      (
        ["acme/AppStyle-LabelStyle.json"],
        "acme/AppStyle-LabelStyle.json: error: it has styles for the themes of a Themes.json, and no "
          + "such file was given; import both together: nightctl theme import acme/Themes.json "
          + "acme/AppStyle-LabelStyle.json\n"
      ),
      (
        ["acme/Themes.json", "other/Themes.json", "AppStyle-ViewStyle.json"],
        "AppStyle-ViewStyle.json: error: it is beside none of the given Themes.json files, so it is "
          + "unclear to which of them its styles belong; import each Themes.json with its styles "
          + "alone\n"
      ),
    ] as [([String], String)]
  )
  func alone(words: [String], message: String) throws {
    try home.home.write(DesignFiles.themes, to: "other/Themes.json")
    try home.home.write(DesignFiles.views, to: "AppStyle-ViewStyle.json")
    let finished = try home.nightctl(["theme", "import"] + words)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix(message), "\(finished.errors)")
    #expect(home.home.list(ThemeHome.folder) == [])
  }

  @Test(
    "If another library's file has a mistake, its position is reported, and nothing is imported",
    arguments: [
      (
        "acme/Themes.json", "acme/Themes.json", String(DesignFiles.themes.dropLast(40)),
        "acme/Themes.json:26:18: error: expected a closing quote for this string"
      ),
      (
        "acme", "acme/AppStyle-LabelStyle.json", String(DesignFiles.labels.dropLast(30)),
        "acme/AppStyle-LabelStyle.json:4:84: error: expected “,” or “}” after this value"
      ),
      (
        "acme", "acme/AppStyle-LabelStyle.json",
        DesignFiles.labels.replacing("colorOnPrimary", with: "colorOnPrimry"),
        "acme/AppStyle-LabelStyle.json:4:40: error: “colorOnPrimry” is not a colour of any theme in "
          + "the given Themes.json (did you mean colorOnPrimary?)"
      ),
      (
        "acme", "acme/AppStyle-LabelStyle.json",
        DesignFiles.labels.replacing("badge", with: "title"),
        "acme/AppStyle-LabelStyle.json:4:18: error: the style “title” is already defined at 2:18"
      ),
      (
        "acme", "acme/Themes.json",
        DesignFiles.themes.replacing(
          "\"themeName\": \"base\",",
          with: "\"themeName\": \"base\", \"parent\": \"ocean\","
        ),
        "the parents form a loop: base → ocean → dark → base"
      ),
      (
        "theme", "theme/theme_day/day_theme_config.plist",
        String(DesignFiles.propertyList(page: "0xffffff").dropLast(30)),
        "theme/theme_day/day_theme_config.plist:"
      ),
      (
        "theme", "theme/theme_day/day_theme_config.plist",
        DesignFiles.propertyList(page: "0xfff"),
        "textColor.pageBackColor: expected six hexadecimal digits, found “0xfff”"
      ),
      (
        "theme", "theme/theme_day/day_theme_config.plist",
        "<plist version=\"1.0\"><dict><key>CFBundleName</key><string>x</string></dict></plist>",
        "expected a dictionary with “textColor” and “buttonImage”, found a dictionary without them"
      ),
      (
        "theme", "theme/theme_day/day_theme_config.plist", "bplist00\u{1}\u{2}",
        "day_theme_config.plist: error: it is a binary property list; to make it readable, run plutil"
      ),
      ("some-file.yaml", "some-file.yaml", String(DesignFiles.scheme.dropLast(17)), "lacks base0F"),
    ] as [(String, String, String, String)]
  )
  func wrong(operand: String, file: String, text: String, message: String) throws {
    try home.home.write(text, to: file)
    let finished = try home.theme("import", operand)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.contains(message), "\(finished.errors)")
    #expect(finished.output == "")
    #expect(home.home.list(ThemeHome.folder) == [])
  }

  @Test(
    "If a theme's file is a pipe, a device or a folder, `theme import` refuses and imports nothing",
    arguments: [
      ("theme", "theme/theme_day/day_theme_config.plist", "mkfifo $f", "not a regular file"),
      (
        "theme/theme_day", "theme/theme_day/day_theme_config.plist", "mkfifo $f",
        "not a regular file"
      ),
      ("acme", "acme/Themes.json", "mkfifo $f", "not a regular file"),
      ("acme", "acme/AppStyle-LabelStyle.json", "mkfifo $f", "not a regular file"),
      ("acme", "acme/AppStyle-LabelStyle.json", "mkfifo g && ln -s ../g $f", "not a regular file"),
      ("acme", "acme/Themes.json", "ln -s /dev/zero $f", "not a regular file"),
      ("acme", "acme/Themes.json", "mkdir $f", "a folder"),
    ]
  )
  func irregular(operand: String, file: String, line: String, kind: String) throws {
    let script = "f=\(file); rm $f && \(line)"
    let made = try Program.run("/bin/sh", ["-c", script], folder: home.home.path)
    #expect(made.exit == .exited(0), "\(made)")
    let finished = try home.theme("import", operand)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors == "nightctl: cannot read “\(file)”: it is \(kind)\n")
    #expect(home.home.list(ThemeHome.folder) == [])
  }

  @Test("`theme import` reads a fifo if the user gives its path")
  func fifo() throws {
    let line =
      "mkfifo g.plist && (cat theme/theme_day/day_theme_config.plist > g.plist &) && "
      + "exec \"$0\" theme import g.plist --as news --style light"
    let finished = try Program.run(
      "/bin/sh",
      ["-c", line, Built.nightctl],
      environment: ["LANG": "C.UTF-8", "HOME": home.home.path],
      folder: home.home.path
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(home.text("news.json5")?.contains("pageBackColor") == true)
  }

  @Test(
    "A simpleTheme folder with over 4096 files is refused, even if only its plist's path is given",
    arguments: ["theme/theme_day", "theme/theme_day/day_theme_config.plist", "theme"]
  )
  func tooManyFiles(operand: String) throws {
    let line = "cd theme/theme_day && seq 5000 | sed 's/.*/p&.png/' | xargs touch"
    let made = try Program.run("/bin/sh", ["-c", line], folder: home.home.path)
    #expect(made.exit == .exited(0), "\(made)")
    let finished = try home.theme("import", operand)
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors == "nightctl: cannot read “theme/theme_day”: it has more than 4096 files\n"
    )
    #expect(home.home.list(ThemeHome.folder) == [])
  }

  @Test(
    "A theme folder is refused if its name is in use; --replace replaces the whole existing folder"
  )
  func taken() throws {
    #expect(try home.theme("import", "theme").exit == .exited(0))
    let again = try home.theme("import", "theme")
    #expect(
      again.errors.contains(
        "you have a theme “theme_day” already, \(home.path("theme_day")); --replace replaces it, "
          + "--as NAME begins each theme's name with NAME-\n"
      ),
      "\(again.errors)"
    )
    #expect(try home.theme("import", "theme", "--as", "news").exit == .exited(0))
    let line = "rm theme/theme_night/login_night@3x.png"
    #expect(try Program.run("/bin/sh", ["-c", line], folder: home.home.path).exit == .exited(0))
    #expect(try home.theme("import", "theme", "--replace").exit == .exited(0))
    #expect(!home.home.list("\(ThemeHome.folder)/theme_night").contains("login_night@3x.png"))
  }
}
