import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Writing a theme's folder among the user's themes")
struct ThemeFolderWriteTests {
  private static let themes = ".local/share/nightd/themes"
  private static let old = [file("theme.json5", "old"), file("a.png", "old")]
  private static let new = [
    file("images/dark/b.png", "new"), file("theme.json5", "new"), file("images/a.png", "new"),
  ]

  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private static func file(_ way: String, _ text: String) -> (way: String, bytes: [UInt8]) {
    (way, Array(text.utf8))
  }

  private func folders(_ disk: Disk = .system, in other: TemporaryFolder? = nil) throws
    -> ThemeFolders
  {
    let path = (other ?? home).path
    let places = try #require(StandardFolders(environment: { $0 == "HOME" ? path : nil }))
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  @Test("The theme's whole folder is written, and no other file is left")
  func put() throws {
    let path = try folders().put(folder: "sea", files: Self.new)
    #expect(path == home.file("\(Self.themes)/sea/theme.json5"))
    #expect(try folders().find("sea")?.assets == ["images/a.png", "images/dark/b.png"])
    #expect(home.list(Self.themes) == ["sea"])
  }

  @Test("A theme's folder is replaced only on request, and then none of its old files is left")
  func replaced() throws {
    _ = try folders().put(folder: "sea", files: Self.old)
    #expect(throws: ThemeFolders.Flaw.taken) {
      _ = try folders().put(folder: "sea", files: Self.new)
    }
    #expect(home.text("\(Self.themes)/sea/a.png") == "old")
    _ = try folders().put(folder: "sea", files: Self.new, replacing: true)
    #expect(home.list("\(Self.themes)/sea") == ["images", "theme.json5"])
    #expect(home.list(Self.themes) == ["sea"])
  }

  @Test("If an empty folder has the name of the new theme, it is replaced")
  func empty() throws {
    try home.makeFolder("\(Self.themes)/sea")
    _ = try folders().put(folder: "sea", files: Self.new)
    #expect(home.text("\(Self.themes)/sea/theme.json5") == "new")
  }

  @Test(
    "A theme's single file, a link and a folder without a theme are never replaced by a folder",
    arguments: [false, true]
  )
  func kept(isReplacing: Bool) throws {
    try home.write("mine", to: "\(Self.themes)/sea.json5")
    try home.write("mine", to: "\(Self.themes)/lake/notes")
    try home.write("mine", to: "\(Self.themes)/pond")
    try home.write("mine", to: "dotfiles/theme.json5")
    #expect(symlink(home.file("dotfiles"), home.file("\(Self.themes)/bay")) == 0)
    let flaws: [(String, ThemeFolders.Flaw)] = [
      ("sea", isReplacing ? .isFile : .taken), ("lake", .taken), ("pond", .taken),
      ("bay", isReplacing ? .isLink : .taken),
    ]
    for (name, flaw) in flaws {
      #expect(throws: flaw) {
        _ = try folders().put(folder: name, files: Self.new, replacing: isReplacing)
      }
    }
    #expect(home.text("\(Self.themes)/lake/notes") == "mine")
    #expect(home.text("dotfiles/theme.json5") == "mine")
    #expect(home.list(Self.themes) == ["bay", "lake", "pond", "sea.json5"])
  }

  @Test(
    "A file outside the theme's folder, or a folder without a theme, is refused",
    arguments: ["../a", "/a", "a//b", "./a", "a/..", "", "a\u{0}b", "../\u{301}a"]
  )
  func ways(way: String) throws {
    for files in [[Self.file(way, "x")], Self.new + [Self.file(way, "x")]] {
      #expect(throws: ThemeFolders.Flaw.noTheme) {
        _ = try folders().put(folder: "sea", files: files)
      }
    }
    #expect(home.list(Self.themes) == [])
  }

  @Test(
    "If any call fails while a theme's folder is written, the folder is wholly old or wholly new",
    arguments: ProbedDisk.Call.allCases,
    [false, true]
  )
  func faults(call: ProbedDisk.Call, isReplacing: Bool) throws {
    for ordinal in 1...6 {
      let home = try TemporaryFolder()
      if isReplacing { _ = try folders(in: home).put(folder: "sea", files: Self.old) }
      let probe = ProbedDisk(
        root: home.path,
        fault: .init(call: call, ordinal: ordinal, code: 5)
      )
      let flawed = try folders(probe.disk, in: home)
      let isPut =
        (try? flawed.put(folder: "sea", files: Self.new, replacing: isReplacing)) != nil
      let text = home.text("\(Self.themes)/sea/theme.json5")
      #expect(text == "new" || !isPut && text == (isReplacing ? "old" : nil), "\(call) \(ordinal)")
      if let text {
        let files = text == "new" ? Self.new : Self.old
        for file in files { #expect(home.text("\(Self.themes)/sea/\(file.way)") == text) }
      }
      #expect(probe.isTidy)
    }
  }
}
