import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Theme folders that cannot be read")
struct ThemeFoldersTests {
  private static let themes = ".local/share/nightd/themes"
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func folders(_ disk: Disk = .system) throws -> ThemeFolders {
    let places = try #require(StandardFolders(environment: { $0 == "HOME" ? home.path : nil }))
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  private func names(_ folders: ThemeFolders) -> [String] {
    folders.list().filter { $0.origin == .user }.map(\.name)
  }

  @Test("If a themes folder is missing, this is not reported")
  func missing() throws {
    #expect(try folders().unread() == [])
    try home.write("a file", to: Self.themes)
    #expect(try folders().unread() == [])
  }

  @Test("If a themes folder cannot be read for lack of permission, this is reported")
  func forbidden() throws {
    let path = try home.makeFolder(Self.themes)
    try home.write("{}", to: "\(Self.themes)/sea.json5")
    #expect(chmod(home.path, 0o755) == 0 && chmod(path, 0) == 0)
    for folder in [".local", ".local/share", ".local/share/nightd"] {
      #expect(chmod(home.file(folder), 0o755) == 0)
    }
    let unread = try UnprivilegedUser.perform { try folders().unread() }
    let why = "it cannot be read: error \(EACCES)"
    #expect(unread == [ThemeFinding(.error, in: path, why)])
    chmod(path, 0o700)
  }

  @Test("Every error of a themes folder is reported, and none is mistaken for a missing folder")
  func refused() throws {
    try home.makeFolder(Self.themes)
    let probe = ProbedDisk(root: home.path, fault: .init(call: .list, ordinal: 1, code: EIO))
    #expect(
      try folders(probe.disk).unread() == [
        ThemeFinding(.error, in: home.file(Self.themes), "it cannot be read: error \(EIO)")
      ]
    )
  }

  @Test("If a theme's folder cannot be read, the theme is listed with the error")
  func closed() throws {
    try home.write("{}", to: "\(Self.themes)/sea/theme.json5")
    var disk = Disk.system
    for call in [\Disk.lookThroughLinks, \Disk.look] {
      let real = disk[keyPath: call]
      disk[keyPath: call] = { path throws(Disk.Refusal) in
        if path.hasSuffix("/sea/theme.json5") { throw Disk.Refusal("stat", path, code: EACCES) }
        return try real(path)
      }
    }
    let folders = try folders(disk)
    let found = try #require(folders.list().first { $0.name == "sea" })
    #expect(folders.text(of: found)?.content == .flawed("cannot be read: error \(EACCES)"))
    // Since nightd cannot read the folder, it cannot know whether the folder contains a theme.
    #expect(throws: ThemeFolders.Flaw.self) { _ = try folders.remove("sea") }
    #expect(home.text("\(Self.themes)/sea/theme.json5") == "{}")
  }

  @Test("A file or a loop of links in the themes folder is not treated as a theme")
  func noTheme() throws {
    try home.write("x", to: "\(Self.themes)/notes")
    #expect(symlink("loop", home.file("\(Self.themes)/loop")) == 0)
    #expect(try names(folders()) == [])
  }

  @Test("If the themes folder has more files than the limit, this is reported")
  func tooMany() throws {
    var disk = Disk.system
    disk.list = { _, most in (0..<most).map { "t\($0).json5" } }
    let why = "it has more than 65536 files; the rest are ignored"
    #expect(
      try folders(disk).unread().first
        == ThemeFinding(.warning, in: home.file(Self.themes), why)
    )
  }
}
