import NightCore
import NightStore
import TestSupport
import Testing

@Suite("A theme that is put into the user's folder")
struct ThemePuttingTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func folders(_ disk: Disk = .system, in other: TemporaryFolder? = nil) throws
    -> ThemeFolders
  {
    let path = (other ?? home).path
    let places = try Places(environment: { $0 == "HOME" ? path : nil })
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  private func content(_ name: String, in other: TemporaryFolder? = nil) throws -> String? {
    let text = try folders(in: other).find(name)
    guard let text, case .bytes(let bytes) = text.content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("it is there whole, its folders are made, and nothing else is left")
  func put() throws {
    let path = try folders().put("sea", Array("{}".utf8))
    #expect(path == home.file(".local/share/nightd/themes/sea.json5"))
    #expect(try content("sea") == "{}")
    let folder = home.file(".local/share/nightd/themes")
    #expect(try Program.run("/bin/ls", ["-A", folder]).output == "sea.json5\n")
  }

  @Test("one that is there stays, unless it is to be replaced; a folder's stays always")
  func taken() throws {
    _ = try folders().put("sea", [1])
    #expect(throws: ThemeFolders.PutFlaw.taken) { _ = try folders().put("sea", [2]) }
    #expect(try content("sea") == "\u{1}")
    _ = try folders().put("sea", [2], replacing: true)
    #expect(try content("sea") == "\u{2}")
    try home.write("{}", to: ".local/share/nightd/themes/big/theme.json5")
    for isReplacing in [false, true] {
      #expect(throws: ThemeFolders.PutFlaw.isFolder) {
        _ = try folders().put("big", [1], replacing: isReplacing)
      }
    }
  }

  @Test(
    "a name that is none of a theme leads nowhere",
    arguments: ["../x", "", ".x", "a/b", "dark"]
  )
  func names(name: String) throws {
    #expect(throws: ThemeFolders.PutFlaw.noFolder) { _ = try folders().put(name, [1]) }
  }

  @Test(
    "whatever the disk refuses, there is the old theme or the new one, and nothing half",
    arguments: ProbedDisk.Call.allCases,
    [false, true]
  )
  func faults(call: ProbedDisk.Call, isReplacing: Bool) throws {
    for ordinal in 1...4 {
      let home = try TemporaryFolder()
      if isReplacing { _ = try folders(in: home).put("sea", Array("old".utf8)) }
      let probe = ProbedDisk(
        root: home.path,
        fault: .init(call: call, ordinal: ordinal, code: 5)
      )
      let flawed = try folders(probe.disk, in: home)
      do throws(ThemeFolders.PutFlaw) {
        _ = try flawed.put("sea", Array("new".utf8), replacing: isReplacing)
      } catch {
        let found = try content("sea", in: home)
        #expect(found == (isReplacing ? "old" : nil) || found == "new", "\(call) \(ordinal)")
      }
      #expect(probe.isTidy)
    }
  }
}
