import NightCore
import NightStore
import TestSupport
import Testing

@Suite("A theme that is taken away")
struct ThemeRemovingTests {
  private static let themes = ".local/share/nightd/themes"

  private func folders(_ home: TemporaryFolder, _ disk: Disk = .system) throws -> ThemeFolders {
    let places = try Places(environment: { $0 == "HOME" ? home.path : nil })
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  @Test("what is not there, or stands there twice, stays as it is")
  func refused() throws {
    let home = try TemporaryFolder()
    for name in ["sea", "../sea", "", "midnight"] {
      #expect(throws: ThemeFolders.RemoveFlaw.notThere) { _ = try folders(home).remove(name) }
    }
    try home.write("{}", to: "\(Self.themes)/sea.json5")
    try home.write("{}", to: "\(Self.themes)/sea/theme.json5")
    #expect(throws: ThemeFolders.RemoveFlaw.twice) { _ = try folders(home).remove("sea") }
    #expect(home.list(Self.themes) == ["sea", "sea.json5"])
  }

  @Test("a folder that is no theme's stays as it is")
  func plainFolder() throws {
    let home = try TemporaryFolder()
    try home.write("mine", to: "\(Self.themes)/sea/notes")
    #expect(throws: ThemeFolders.RemoveFlaw.notThere) { _ = try folders(home).remove("sea") }
    #expect(home.text("\(Self.themes)/sea/notes") == "mine")
  }

  @Test(
    "whatever the disk refuses, a folder is there whole or is no theme any more",
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
      let isRemoved = (try? folders(home, probe.disk).remove("sea")) != nil
      if try folders(home).find("sea") != nil {
        #expect(!isRemoved)
        for file in files { #expect(home.text("\(Self.themes)/sea/\(file)") == "{}") }
      } else if isRemoved {
        #expect(home.list(Self.themes) == [])
      } else {
        #expect(try folders(home).list().allSatisfy { $0.origin == .builtIn })
      }
    }
  }
}
