import NightCore
import NightStore
import Synchronization
import TestSupport
import Testing

@Suite("Writing a theme's file into the user's folder")
struct ThemeFileWriteTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func folders(_ disk: Disk = .system, in other: TemporaryFolder? = nil) throws
    -> ThemeFolders
  {
    let path = (other ?? home).path
    let places = try #require(StandardFolders(environment: { $0 == "HOME" ? path : nil }))
    return ThemeFolders(places, disk: disk) { "error \($0)" }
  }

  private func content(_ name: String, in other: TemporaryFolder? = nil) throws -> String? {
    let text = try folders(in: other).find(name)
    guard let text, case .bytes(let bytes) = text.content else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Writing a theme replaces the whole file, makes missing folders, and leaves no other file")
  func put() throws {
    let path = try folders().put("sea", Array("{}".utf8))
    #expect(path == home.file(".local/share/nightd/themes/sea.json5"))
    #expect(try content("sea") == "{}")
    let folder = home.file(".local/share/nightd/themes")
    #expect(try Program.run("/bin/ls", ["-A", folder]).output == "sea.json5\n")
  }

  @Test("An existing theme's file is replaced only on request, and an existing folder never")
  func taken() throws {
    _ = try folders().put("sea", [1])
    #expect(throws: ThemeFolders.Flaw.taken) { _ = try folders().put("sea", [2]) }
    #expect(try content("sea") == "\u{1}")
    _ = try folders().put("sea", [2], replacing: true)
    #expect(try content("sea") == "\u{2}")
    try home.write("{}", to: ".local/share/nightd/themes/big/theme.json5")
    for isReplacing in [false, true] {
      #expect(throws: ThemeFolders.Flaw.isFolder) {
        _ = try folders().put("big", [1], replacing: isReplacing)
      }
    }
  }

  @Test(
    "An invalid theme name is refused",
    arguments: ["../x", "", ".x", "a/b", "dark"]
  )
  func names(name: String) throws {
    #expect(throws: ThemeFolders.Flaw.noFolder) { _ = try folders().put(name, [1]) }
  }

  @Test(
    "If any call fails while a theme is written, the file is wholly old or wholly new",
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
      do throws(ThemeFolders.Flaw) {
        _ = try flawed.put("sea", Array("new".utf8), replacing: isReplacing)
      } catch {
        let found = try content("sea", in: home)
        #expect(found == (isReplacing ? "old" : nil) || found == "new", "\(call) \(ordinal)")
      }
      #expect(probe.isTidy)
    }
  }

  @Test("If another process just made a temporary file, a write of a theme leaves this file alone")
  func quicker() throws {
    let state = Mutex<String?>(nil)
    var disk = Disk.system
    disk.create = { path throws(Disk.Refusal) in
      let isFirst = state.withLock { other in
        defer { other = other ?? path }
        return other == nil
      }
      if isFirst {
        let file = try Disk.system.create(path)
        try Disk.system.write(file, Array("theirs".utf8))
        Disk.system.close(file)
      }
      return try Disk.system.create(path)
    }
    _ = try folders(disk).put("sea", Array("mine".utf8))
    #expect(try content("sea") == "mine")
    let other = try #require(state.withLock { $0 })
    #expect(try Program.run("/bin/cat", [other]).output == "theirs")
  }

  @Test(
    "If several themes are written at the same time, each keeps its own text",
    arguments: [false, true]
  )
  func many(areFolders: Bool) async throws {
    let folders = try folders()
    await withTaskGroup { group in
      for number in 0..<64 {
        group.addTask {
          for round in 0..<4 {
            let bytes = [UInt8](repeating: UInt8(number), count: 40_000)
            let name = "sea\(number)"
            if areFolders {
              let files = [(way: "theme.json5", bytes: bytes)]
              _ = try? folders.put(folder: name, files: files, replacing: round > 0)
            } else {
              _ = try? folders.put(name, bytes, replacing: round > 0)
            }
          }
        }
      }
    }
    for number in 0..<64 {
      let found = folders.find("sea\(number)")?.content
      #expect(found == .bytes([UInt8](repeating: UInt8(number), count: 40_000)))
    }
    #expect(home.list(".local/share/nightd/themes").count == 64)
  }

  @Test(
    "Even without hard links, a theme can be written, but never replaces another theme",
    arguments: [Int32(1), 95]
  )
  func noLinks(code: Int32) throws {
    var disk = Disk.system
    disk.link = { _, second throws(Disk.Refusal) in
      throw Disk.Refusal("link", second, code: code)
    }
    _ = try folders(disk).put("sea", Array("mine".utf8))
    #expect(throws: ThemeFolders.Flaw.taken) { _ = try folders(disk).put("sea", [2]) }
    #expect(try content("sea") == "mine")
    #expect(home.list(".local/share/nightd/themes") == ["sea.json5"])
  }
}
