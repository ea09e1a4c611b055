import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Removing a theme")
struct ThemeRemovalTests {
  private static let themes = ".local/share/nightd/themes"

  private func folders(_ home: TemporaryFolder, _ disk: Disk = .system) throws -> ThemeFolders {
    let places = try #require(StandardFolders(environment: { $0 == "HOME" ? home.path : nil }))
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  @Test("A theme is not removed if it is missing or has two files")
  func refused() throws {
    let home = try TemporaryFolder()
    for name in ["sea", "../sea", "", "midnight"] {
      #expect(throws: ThemeFolders.Flaw.notThere) { _ = try folders(home).remove(name) }
    }
    try home.write("{}", to: "\(Self.themes)/sea.json5")
    try home.write("{}", to: "\(Self.themes)/sea/theme.json5")
    #expect(throws: ThemeFolders.Flaw.twice) { _ = try folders(home).remove("sea") }
    #expect(home.list(Self.themes) == ["sea", "sea.json5"])
  }

  @Test("A folder without a theme is not removed")
  func plainFolder() throws {
    let home = try TemporaryFolder()
    try home.write("mine", to: "\(Self.themes)/sea/notes")
    #expect(throws: ThemeFolders.Flaw.notThere) { _ = try folders(home).remove("sea") }
    #expect(home.text("\(Self.themes)/sea/notes") == "mine")
  }

  @Test(
    "If any call fails during a removal, the theme's folder is still whole or no longer a theme",
    arguments: ProbedDisk.Call.allCases
  )
  func faults(call: ProbedDisk.Call) throws {
    for ordinal in 1...4 {
      let home = try TemporaryFolder()
      let files = ["theme.json5", "a.png", "images/b.png", "images/c.png"]
      for file in files { try home.write("{}", to: "\(Self.themes)/sea/\(file)") }
      let probe = ProbedDisk(
        root: home.path,
        fault: .init(call: call, ordinal: ordinal, code: 5)
      )
      let removed = try? folders(home, probe.disk).remove("sea")
      if try folders(home).find("sea") != nil {
        #expect(removed == nil)
        for file in files { #expect(home.text("\(Self.themes)/sea/\(file)") == "{}") }
      } else {
        // The theme no longer exists, so the call succeeds, and reports the files that it could not
        // remove.
        let removed = try #require(removed)
        let left = home.list(Self.themes)
        #expect(left.isEmpty == (removed.trouble == nil), "\(call) \(ordinal)")
        #expect(try folders(home).list().allSatisfy { $0.origin == .builtIn })
      }
    }
  }

  @Test("A theme's folder is removed however deeply its folders are nested")
  func deep() throws {
    let home = try TemporaryFolder()
    try home.write("{}", to: "\(Self.themes)/sea/theme.json5")
    var folder = open(home.file("\(Self.themes)/sea"), O_RDONLY | O_DIRECTORY)
    // The folders are nested so deeply that their path is far too long for any system call.
    for level in 0..<3_000 {
      let file = openat(folder, "a.png", O_CREAT | O_WRONLY, 0o600)
      #expect(file >= 0 && close(file) == 0 && mkdirat(folder, "\(level % 3)", 0o700) == 0)
      let next = openat(folder, "\(level % 3)", O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    close(folder)
    let removed = try folders(home).remove("sea")
    #expect(removed.trouble == nil)
    #expect(home.list(Self.themes) == [])
  }

  @Test("A folder that is named like a theme file is listed with an error, and can be removed")
  func oddFolder() throws {
    let home = try TemporaryFolder()
    try home.write("x", to: "\(Self.themes)/odd.json5/a")
    let found = try #require(try folders(home).list().first { $0.name == "odd" })
    #expect(try folders(home).text(of: found)?.content == .flawed("is a folder"))
    #expect(try folders(home).remove("odd").path == home.file("\(Self.themes)/odd.json5"))
    #expect(home.list(Self.themes) == [])
  }

  @Test(
    "If a command was killed while it replaced a theme, and no theme is left, the old theme returns"
  )
  func putBack() throws {
    let home = try TemporaryFolder()
    for name in ["paper", "ink"] {
      let waiting = ".nightctl-\(Int32.max)-0=\(name)"
      try home.write("old \(name)", to: "\(Self.themes)/\(waiting)/theme.json5")
    }
    try home.write("new ink", to: "\(Self.themes)/ink/theme.json5")
    _ = try folders(home).put("sea", [1])
    #expect(home.list(Self.themes).sorted() == ["ink", "paper", "sea.json5"])
    #expect(home.text("\(Self.themes)/paper/theme.json5") == "old paper")
    #expect(home.text("\(Self.themes)/ink/theme.json5") == "new ink")
  }

  @Test("A theme command removes the files of killed commands, but not those of running commands")
  func swept() throws {
    let home = try TemporaryFolder()
    // No process can have such a high number, so this name seems to be that of a process that has
    // ended.
    let dead = ".nightctl-\(Int32.max)-0"
    for isPutting in [false, true] {
      try home.write("x", to: "\(Self.themes)/sea.json5")
      try home.write("x", to: "\(Self.themes)/\(dead)/images/a.png")
      try home.write("x", to: "\(Self.themes)/\(dead)1")
      for name in [".nightctl-1-0", ".nightctl-x", ".nightctl-", ".other"] {
        try home.write("x", to: "\(Self.themes)/\(name)/a")
      }
      if isPutting {
        _ = try folders(home).put("sea", [1], replacing: true)
      } else {
        _ = try folders(home).remove("sea")
      }
      let stays = [".nightctl-", ".nightctl-1-0", ".nightctl-x", ".other"]
      #expect(home.list(Self.themes) == stays + (isPutting ? ["sea.json5"] : []))
    }
  }
}
