import NightCore
import NightStore
import TestSupport
import Testing

/// Installing nightd themes, as NightKit does for a program.
@Suite("Installing a theme from its text or its folder")
struct ThemeInstallerTests {
  private static let themes = ".local/share/nightd/themes"
  private let home: TemporaryFolder
  private let installer: ThemeInstaller

  init() throws {
    home = try TemporaryFolder()
    let path = home.path
    let places = try #require(StandardFolders(environment: { $0 == "HOME" ? path : nil }))
    installer = ThemeInstaller(ThemeFolders(places) { "error \($0)" })
  }

  @Test("A theme's text is installed under the given name, and the rest of the text stays the same")
  func text() throws {
    let text = "// mine\n{ name: 'old', style: 'dark', colors: { a: '#123' }, }\n"
    let installed = try installer.install(text: text, named: "sea")
    #expect(installed.name == "sea")
    #expect(installed.style == .dark)
    #expect(installed.path == home.file("\(Self.themes)/sea.json5"))
    let written = home.text("\(Self.themes)/sea.json5")
    #expect(written == text.replacing("'old'", with: "\"sea\""))
    #expect(try installer.install(text: text).name == "old")
  }

  @Test("A theme's folder is installed with all its files, under its own name or another name")
  func folder() throws {
    try home.write("{style: 'light', images: {logo: 'img/a.png'}}", to: "pic/theme.json5")
    try home.write("png", to: "pic/img/a.png")
    #expect(try installer.install(folder: home.file("pic")).name == "pic")
    let other = try installer.install(folder: home.file("pic/"), as: "other")
    #expect(other.path == home.file("\(Self.themes)/other/theme.json5"))
    #expect(home.text("\(Self.themes)/other/img/a.png") == "png")
  }

  @Test("An existing theme is replaced only on request")
  func replaced() throws {
    _ = try installer.install(text: "{style: 'dark'}", named: "sea")
    let path = home.file("\(Self.themes)/sea.json5")
    #expect(throws: ThemeInstaller.Refusal.exists("sea", place: path)) {
      _ = try installer.install(text: "{style: 'light'}", named: "sea")
    }
    let replaced = try installer.install(text: "{style: 'light'}", named: "sea", replace: true)
    #expect(replaced.style == .light)
    try home.write("{style: 'light'}", to: "sea/theme.json5")
    #expect(throws: ThemeInstaller.Refusal.otherKind("sea", place: path)) {
      _ = try installer.install(folder: home.file("sea"), replace: true)
    }
  }

  @Test(
    "A theme with a mistake is refused with a message, and nothing is written",
    arguments: [
      ("sea", "{style: 'dark', colors: {a: '#12'}}", "sea.json5:1:31: expected 3, 4, 6 or 8"),
      ("sea", "{style: 'dark', colors: {a: '@b'}}", "sea.json5:1:29: the palette has no colour"),
      ("sea", "{style: 'dark', parent: 'x'}", "sea.json5:1:25: its parent “x” does not exist"),
      ("sea", "{style: 'dark', parent: 'sea'}", "its parents form a loop: sea → sea"),
      (
        "sea", "{style: 'dark', labels: {t: {textColor: 'nothing'}}}",
        "the label's textColor is “nothing”, which is not one of the theme's colors"
      ),
      ("sea", "{style: 'dark', images: {a: 'a.png'}}", "only a theme in a folder of its own"),
      ("sea", "{style: 'da", "sea.json5:1:"),
      ("dark", "{style: 'dark'}", "“dark” cannot be a theme's name: it may not be a word that"),
      ("midnight", "{style: 'dark'}", "the theme “midnight” is built in"),
      (
        nil, "{style: 'dark'}",
        "the theme has no name: say one in the request, or write one into the theme's text"
      ),
      (nil, "hello", "theme.json5:1:1: expected a value"),
      ("", "{style: 'dark'}", "“” cannot be a theme's name: it may not be empty"),
      ("sea", "{style: 'dark', colors: {a: '#1', b: '#2'}}", "sea.json5:1:31"),
    ] as [(String?, String, String)]
  )
  func refused(name: String?, text: String, sentence: String) {
    do {
      _ = try installer.install(text: text, named: name)
      Issue.record("the theme was installed")
    } catch { #expect(error.message.contains(sentence), "\(error.message)") }
    #expect(home.list(Self.themes) == [])
  }

  @Test("A folder without a theme, or with a link in it, is refused with its path")
  func wrongFolder() throws {
    try home.write("x", to: "photos/a")
    let photos = home.file("photos")
    #expect(throws: ThemeInstaller.Refusal.noTheme(photos)) {
      _ = try installer.install(folder: photos)
    }
    try home.write("{style: 'dark'}", to: "pic/theme.json5")
    #expect(
      try Program.run("/bin/ln", ["-s", "/etc/passwd", home.file("pic/a")]).exit == .exited(0)
    )
    let refusal = ThemeFolderFiles.Refusal(
      path: home.file("pic/a"),
      why: "it is a link, and links are not followed"
    )
    #expect(throws: ThemeInstaller.Refusal.unreadable(refusal)) {
      _ = try installer.install(folder: home.file("pic"))
    }
  }

  @Test("If a theme is a symbolic link, it is not replaced, because the link would be lost")
  func link() throws {
    try home.write("{style: 'dark'}", to: "dotfiles/sea.json5")
    try home.makeFolder(Self.themes)
    let place = home.file("\(Self.themes)/sea.json5")
    let line = ["-s", home.file("dotfiles/sea.json5"), place]
    #expect(try Program.run("/bin/ln", line).exit == .exited(0))
    do {
      _ = try installer.install(text: "{style: 'light'}", named: "sea", replace: true)
      Issue.record("the link was replaced")
    } catch { #expect(error.message.contains("a theme of this name is a link")) }
    #expect(home.text("dotfiles/sea.json5") == "{style: 'dark'}")
  }
}
