import NightCore
import NightStore
import TestSupport
import Testing

@Suite("The order of the calls to the disk")
struct IntentStoreOrderTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func storing(_ file: String = "nightd/intent.json") -> [String] {
    [
      "create \(file).new", "write \(file).new", "sync \(file).new", "close \(file).new",
      "rename \(file).new to \(file)",
    ]
  }

  @Test("in a fresh home every folder's entry is on disk before the file is written")
  func freshHome() throws {
    let probe = ProbedDisk(root: home.path)
    try IntentStore(folder: home.file("a/b/nightd"), disk: probe.disk).store(.dark)
    let folders = [
      "makeFolder a", "syncFolder .", "makeFolder a/b", "syncFolder a", "makeFolder a/b/nightd",
      "syncFolder a/b",
    ]
    let lock = "a/b/nightd/intent.lock"
    #expect(
      probe.lines == folders + ["openLock \(lock)", "lock \(lock)"]
        + storing("a/b/nightd/intent.json") + ["syncFolder a/b/nightd", "close \(lock)"]
    )
    #expect(probe.isTidy)
  }

  @Test("a later commit reads nothing where the file is still the one that was written")
  func laterCommit() throws {
    let folder = home.file("nightd")
    let first = try IntentStore(folder: folder).store(.dark)
    let probe = ProbedDisk(root: home.path)
    _ = try IntentStore(folder: folder, disk: probe.disk)
      .commit([.choose(.light)], onto: first.intent, first.identity)
    let lock = "nightd/intent.lock"
    #expect(
      probe.lines == ["openLock \(lock)", "lock \(lock)"] + storing()
        + ["syncFolder nightd", "close \(lock)"]
    )
  }

  @Test("what another daemon wrote is read under the lock")
  func readUnderLock() throws {
    let folder = home.file("nightd")
    try IntentStore(folder: folder).store(.dark)
    let probe = ProbedDisk(root: home.path)
    try IntentStore(folder: folder, disk: probe.disk).store(.light)
    let lock = "nightd/intent.lock"
    let file = "nightd/intent.json"
    #expect(
      probe.lines == ["openLock \(lock)", "lock \(lock)"]
        + ["open \(file)", "read \(file)", "close \(file)"] + storing()
        + ["syncFolder nightd", "close \(lock)"]
    )
  }

  @Test("a file is put aside, durably, before another takes its place")
  func asideFirst() throws {
    try home.write("{", to: "nightd/intent.json")
    let probe = ProbedDisk(root: home.path)
    try IntentStore(folder: home.file("nightd"), disk: probe.disk).store(.light)
    #expect(
      probe.lines.filter { $0.hasPrefix("rename") || $0.hasPrefix("syncFolder") } == [
        "rename nightd/intent.json to nightd/intent.json.aside-1",
        "syncFolder nightd",
        "rename nightd/intent.json.new to nightd/intent.json",
        "syncFolder nightd",
      ]
    )
  }

  @Test("a file that could not be synced is never synced again, but written anew")
  func neverSyncedTwice() throws {
    let fault = ProbedDisk.Fault(call: .sync, ordinal: 1, code: 5)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: home.file("nightd"), disk: probe.disk)
    #expect(throws: StoreFailure.self) { try store.store(.dark) }
    #expect(probe.lines.filter { $0.hasPrefix("sync ") }.count == 1)
    #expect(probe.lines.suffix(2) == ["remove nightd/intent.json.new", "close nightd/intent.lock"])
    try store.store(.dark)
    #expect(probe.lines.filter { $0.hasPrefix("create ") }.count == 2)
  }

  @Test("a folder whose entry could not be synced does not count as made", arguments: 1...3)
  func folderWithoutSync(ordinal: Int) throws {
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: ordinal, code: 5)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: home.file("a/b/nightd"), disk: probe.disk)
    let failure = #expect(throws: StoreFailure.self) { try store.store(.dark) }
    let parent = ["", "/a", "/a/b"][ordinal - 1]
    #expect(failure == .refused(Disk.Refusal("syncFolder", home.path + parent, code: 5)))
    let seen = probe.lines.count
    try store.store(.dark)
    let again = probe.lines.dropFirst(seen).prefix { !$0.hasPrefix("openLock") }
    let steps = [
      "makeFolder a", "syncFolder .", "makeFolder a/b", "syncFolder a", "makeFolder a/b/nightd",
      "syncFolder a/b",
    ]
    #expect(Array(again) == Array(steps.dropFirst(2 * (ordinal - 1))))
  }
}
