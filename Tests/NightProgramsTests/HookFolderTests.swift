import NightCore
import NightPrograms
import Testing

@Suite("Folders of hooks")
struct HookFolderTests {
  private static let base = BaseFolders { name in
    ["HOME": "/h", "XDG_DATA_DIRS": "/a:/b"][name]
  }

  @Test("Hooks are searched in the user's folders first, then in the machine's, then in darkman's")
  func search() {
    let folders = HookFolders(Self.base)
    #expect(folders.own == "/h/.config/nightd/hooks.d")
    #expect(
      folders.all.map(\.path) == [
        "/h/.config/nightd/hooks.d", "/h/.local/share/nightd/hooks.d", "/a/nightd/hooks.d",
        "/b/nightd/hooks.d", "/h/.local/share/darkman", "/a/darkman", "/b/darkman",
        "/h/.local/share/dark-mode.d", "/a/dark-mode.d", "/b/dark-mode.d",
        "/h/.local/share/light-mode.d", "/a/light-mode.d", "/b/light-mode.d",
      ]
    )
  }

  @Test("If a folder occurs twice, it is searched only once")
  func twice() {
    let base = BaseFolders { ["HOME": "/h", "XDG_DATA_DIRS": "/h/.local/share:/a:/a"][$0] }
    let paths = HookFolders(base).all.map(\.path)
    #expect(Set(paths).count == paths.count)
    #expect(paths.filter { $0.hasPrefix("/a/nightd") }.count == 1)
  }

  private static func file(_ name: String, _ folder: String, _ kind: HookFolders.Kind = .nightd)
    -> HookFile
  {
    HookFile(name: name, folder: folder, kind: kind)
  }

  @Test(
    "Hooks run in the order of their names, darkman's last; of two equal names, the first is used"
  )
  func order() {
    let files = [
      Self.file("20-b", "/user"), Self.file("Z", "/user"), Self.file("10-a", "/machine"),
      Self.file("20-b", "/machine"), Self.file("00-first", "/dm", .darkmanStyle(.dark)),
      Self.file("00-first", "/dl", .darkmanStyle(.light)), Self.file("x", "/d", .darkman),
      Self.file("x", "/e", .darkman),
    ]
    #expect(
      files.ordered.map(\.path) == [
        "/machine/10-a", "/user/20-b", "/user/Z", "/dm/00-first", "/dl/00-first", "/d/x",
      ]
    )
  }

  @Test(
    "darkman's hooks get only the style as an argument; nightd's hooks also get the previous style",
    arguments: [
      (HookFolders.Kind.nightd, ["dark", "light"]), (.darkman, ["dark"]),
      (.darkmanStyle(.dark), ["dark"]),
    ]
  )
  func arguments(_ kind: HookFolders.Kind, _ expected: [String]) {
    let file = Self.file("x", "/", kind)
    #expect(file.arguments(.dark, previous: .light) == expected)
    #expect(file.isFor(.dark))
    #expect(file.isFor(.light) == (kind != .darkmanStyle(.dark)))
  }

  @Test("At the start of a session, hooks get an empty previous style")
  func start() {
    #expect(Self.file("x", "/").arguments(.light, previous: nil) == ["light", ""])
  }

  @Test(
    "A backup, a hidden file and a disabled file are not treated as hooks",
    arguments: [
      "a~", "a.bak", "a.disabled", "a.dpkg-old", ".a", "#a#", ".a.swp", "a.rpmsave", "a.off",
    ]
  )
  func ignored(_ name: String) { #expect(HookFile.ignored(name) != nil) }

  @Test(
    "A file is a hook unless its name marks a backup, a hidden file or a disabled file",
    arguments: ["a", "10-a.sh", "a.parallel", "a b", "ä", "bak"]
  )
  func names(_ name: String) { #expect(HookFile.ignored(name) == nil) }

  @Test("Only nightd's own hooks can run in parallel")
  func parallel() {
    #expect(Self.file("a.parallel", "/").isParallel)
    #expect(!Self.file("a.parallel.sh", "/").isParallel)
    #expect(!Self.file("a.parallel", "/", .darkman).isParallel)
  }
}
