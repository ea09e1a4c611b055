import TestSupport
import Testing

/// Themes that are imported or exported together with the files beside them.
@Suite("nightctl theme import with folders")
struct ThemeImportFolderTests {
  private let home: ThemeHome

  init() throws {
    home = try ThemeHome()
    try home.home.write(Self.text, to: "pic/theme.json5")
    try home.home.write("1", to: "pic/img/logo.png")
    try home.home.write("2", to: "pic/img/logo@2x.png")
    try home.home.write("x", to: "pic/.git/HEAD")
  }

  private static let text = """
    // mine
    { style: 'dark', parent: 'midnight', images: {logo: 'img/logo.png'} }

    """

  private func list(_ name: String) throws -> String {
    let find = "cd '\(home.path(name))' && find . -type f | sort"
    return try Program.run("/bin/sh", ["-c", find]).output
  }

  @Test(
    "`theme import` copies a folder with all its files except hidden ones",
    arguments: [["pic"], ["pic/"], ["./pic"], ["pic/theme.json5"], ["pic", "--as", "other"]]
  )
  func taken(words: [String]) throws {
    let name = words.last == "other" ? "other" : "pic"
    let finished = try home.nightctl(["theme", "import"] + words)
    #expect(finished.errors == "")
    #expect(
      finished.output
        == "\(name): a dark theme of one value, in \(home.path(name))/theme.json5\n"
    )
    #expect(try list(name) == "./img/logo.png\n./img/logo@2x.png\n./theme.json5\n")
    #expect(home.text("\(name)/theme.json5") == Self.text)
    #expect(try home.theme("check", name).output == "no theme has a mistake\n")
  }

  @Test("`theme import` refuses a folder that contains no theme in any known format")
  func noFile() throws {
    try home.home.write("x", to: "photos/a")
    let link = try Program.run("/bin/ln", ["-s", "a", home.home.file("photos/b")])
    #expect(link.exit == .exited(0))
    let finished = try home.theme("import", "photos")
    #expect(finished.exit == .exited(1))
    #expect(
      finished.errors
        == "nightctl: “photos” contains no theme: neither a theme.json5, a Themes.json of AppTheme or "
        + "a …_theme_config.plist of simpleTheme, nor a file in another known format\n"
    )
  }

  @Test("`theme import` replaces a theme's folder only as a whole, and only with --replace")
  func replaced() throws {
    #expect(try home.theme("import", "pic").exit == .exited(0))
    try home.home.write("{style: 'light'}", to: "pic/theme.json5")
    #expect(
      try home.theme("import", "pic").errors.hasPrefix(
        "pic/theme.json5: error: you have a theme “pic” already, \(home.path("pic")); --replace "
      )
    )
    #expect(try Program.run("/bin/rm", ["-r", home.home.file("pic/img")]).exit == .exited(0))
    #expect(try home.theme("import", "pic", "--replace").exit == .exited(0))
    #expect(try list("pic") == "./theme.json5\n")
    try home.put("{style: 'dark'}", "sea.json5")
    #expect(
      try home.theme("import", "pic", "--replace", "--as", "sea").errors.hasPrefix(
        "pic/theme.json5: error: you have a theme “sea” already, \(home.path("sea.json5")); "
          + "remove it with nightctl theme remove sea"
      )
    )
  }

  @Test(
    "If `theme import` refuses a file, the error shows the file's path, and nothing is written",
    arguments: [
      ("ln -s /etc/passwd pic/a", "“pic/a”: it is a link, and links are not followed"),
      ("mkfifo pic/pipe", "“pic/pipe”: it is neither a file nor a folder"),
      ("rm pic/theme.json5", "contains no theme: neither a theme.json5, a Themes.json"),
      ("head -c 70000000 /dev/zero > pic/big", "“pic”: it is larger than 64 MiB"),
      (
        "cd pic && seq 5000 | sed s/^/f/ | xargs touch",
        "“pic”: it has more than 4096 files"
      ),
      (
        "printf x > \"$(printf 'pic/a\\377\\033')\"",
        "“pic”: the name of its file “a\\xff\\x1b” is not UTF-8"
      ),
      ("mkdir -p pic/1/2/3/4/5/6/7/8", "“pic/1/2/3/4/5/6/7/8”: its folders are nested too deeply"),
    ]
  )
  func refused(line: String, message: String) throws {
    let done = try Program.run("/bin/sh", ["-c", line], folder: home.home.path)
    #expect(done.exit == .exited(0), "\(done)")
    let finished = try home.theme("import", "pic")
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.contains(message), "\(finished.errors)")
    #expect(home.home.list(ThemeHome.folder) == [])
  }

  @Test("An error in an imported folder is reported with the path that the user gave, and the line")
  func places() throws {
    let text = Self.text.replacing("img/logo.png", with: "none.png")
    try home.home.write(text, to: "pic/theme.json5")
    #expect(
      try home.theme("import", "pic").errors.hasPrefix(
        "pic/theme.json5:2:53: error: there is no file “none.png”"
      )
    )
  }

  @Test("`theme export` prints which folder contains the theme's images")
  func export() throws {
    #expect(try home.theme("import", "pic").exit == .exited(0))
    let finished = try home.theme("export", "pic")
    #expect(finished.exit == .exited(0))
    #expect(
      finished.errors
        == "nightctl: warning: the files of the image logo stay in \(home.path("pic")); "
        + "to include them, import this folder with nightctl theme import\n"
    )
  }
}
