import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Order of the calls to the disk")
struct IntentStoreOrderTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  private func probed(_ folder: String, _ probe: ProbedDisk) -> IntentStore {
    IntentStore(folder: home.file(folder), home: home.path, disk: probe.disk)
  }

  private func storing(
    _ file: String = "nightd/intent.json",
    isFirst: Bool = false
  ) -> [String] {
    ["create \(file).new", "write \(file).new", "sync \(file).new", "close \(file).new"]
      + (isFirst
        ? [] : ["link \(file) to \(file).last.new", "rename \(file).last.new to \(file).last"])
      + ["rename \(file).new to \(file)"]
  }

  /// The calls that lock the file and the folder, and that check whether the lock file is still at
  /// its path.
  private func locking(_ folder: String) -> [String] {
    [
      "openLock \(folder)/intent.lock", "lock \(folder)/intent.lock", "openThroughLinks \(folder)",
      "lookAt \(folder)", "lock \(folder)", "lookAt \(folder)/intent.lock",
    ]
  }

  @Test("The entry of each new folder is on disk before the stored file is written")
  func freshHome() throws {
    let probe = ProbedDisk(root: home.path)
    try probed("a/b/nightd", probe).store(.dark)
    let folders = [
      "makeFolder a", "syncFolder .", "makeFolder a/b", "syncFolder a", "makeFolder a/b/nightd",
      "syncFolder a/b",
    ]
    let lock = "a/b/nightd/intent.lock"
    #expect(
      probe.lines == folders + locking("a/b/nightd")
        + storing("a/b/nightd/intent.json", isFirst: true) + [
          "syncFolder a/b/nightd", "close a/b/nightd", "close \(lock)",
        ]
    )
    #expect(probe.isTidy)
  }

  @Test("If the stored file is unchanged, the next commit does not read it")
  func laterCommit() throws {
    let folder = home.file("nightd")
    let first = try IntentStore(folder: folder).store(.dark)
    let probe = ProbedDisk(root: home.path)
    _ = try probed("nightd", probe)
      .commit([.choose(.light)], onto: first.intent, first.identity, folder: first.folder)
    let lock = "nightd/intent.lock"
    #expect(
      probe.lines == locking("nightd") + storing()
        + ["syncFolder nightd", "close nightd", "close \(lock)"]
    )
  }

  @Test("Existing folders are synced once, because the program that made them may not have done so")
  func madeByOthers() throws {
    try home.makeFolder("a/b/nightd")
    let probe = ProbedDisk(root: home.path)
    let store = probed("a/b/nightd", probe)
    var last = try store.store(.dark)
    let entries = ["syncFolder a/b", "syncFolder a", "syncFolder ."]
    #expect(Array(probe.lines.prefix { !$0.hasPrefix("openLock") }) == entries)
    let seen = probe.lines.count
    for choice in [Choice.light, .dark] {
      last = try store.commit(
        [.choose(choice)],
        onto: last.intent,
        last.identity,
        folder: last.folder
      )
    }
    let later = probe.lines.dropFirst(seen).filter { $0.hasPrefix("syncFolder") }
    #expect(later == ["syncFolder a/b/nightd", "syncFolder a/b/nightd"])
  }

  @Test("If the home is unknown, syncing stops at a folder of another user or on another disk")
  func withoutHome() throws {
    let folder = try home.makeFolder("nightd")
    let probe = ProbedDisk(root: home.path)
    try IntentStore(folder: folder, disk: probe.disk).store(.dark)
    var above: [String] = []
    var path = folder
    while path != "/", let found = try Disk.system.look(path), found.isOwn {
      let parts = path.split(separator: "/").dropLast()
      path = "/" + parts.joined(separator: "/")
      guard try Disk.system.look(path)?.device == found.device else { break }
      above.append("syncFolder \(path == home.path ? "." : path)")
    }
    #expect(Array(probe.lines.prefix { !$0.hasPrefix("openLock") }) == above)
  }

  @Test("If the state folder was replaced by another one, the new folder's entry is synced")
  func anotherFolder() throws {
    try home.makeFolder("a/nightd")
    try home.makeFolder("a/other")
    let probe = ProbedDisk(root: home.path)
    let store = probed("a/nightd", probe)
    let first = try store.store(.dark)
    try Disk.system.rename(store.folder, home.file("a/away"))
    try Disk.system.rename(home.file("a/other"), store.folder)
    let seen = probe.lines.count
    _ = try store.commit([], onto: first.intent, first.identity, folder: first.folder)
    #expect(probe.lines.dropFirst(seen).first == "syncFolder a")
  }

  @Test(
    "If a parent folder cannot be synced, the commit is refused, and the next commit tries again"
  )
  func aboveWithoutSync() throws {
    try home.makeFolder("a/nightd")
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: 2, code: 5)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = probed("a/nightd", probe)
    let failure = #expect(throws: StoreFailure.self) { try store.store(.dark) }
    #expect(failure == .refused(Disk.Refusal("syncFolder", home.path, code: 5)))
    #expect(home.list("a/nightd") == [])
    let seen = probe.lines.count
    try store.store(.dark)
    #expect(probe.lines.dropFirst(seen).prefix(2) == ["syncFolder a", "syncFolder ."])
  }

  @Test("If a parent folder has no read permission, the commit still works")
  func aboveNotReadable() throws {
    try home.makeFolder("a/nightd")
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: 2, code: 13)
    let probe = ProbedDisk(root: home.path, fault: fault)
    try probed("a/nightd", probe).store(.dark)
  }

  @Test("A commit reads the file that another daemon wrote only while the commit holds the lock")
  func readUnderLock() throws {
    let folder = home.file("nightd")
    try IntentStore(folder: folder).store(.dark)
    let probe = ProbedDisk(root: home.path)
    try probed("nightd", probe).store(.light)
    let lock = "nightd/intent.lock"
    let file = "nightd/intent.json"
    #expect(
      probe.lines == ["syncFolder ."] + locking("nightd")
        + ["open \(file)", "read \(file)", "close \(file)"] + storing()
        + ["syncFolder nightd", "close nightd", "close \(lock)"]
    )
  }

  @Test("An unusable file is durably moved aside before the new file takes its place")
  func asideFirst() throws {
    try home.write("{", to: "nightd/intent.json")
    let probe = ProbedDisk(root: home.path)
    try probed("nightd", probe).store(.light)
    #expect(
      probe.lines.filter { $0.contains(" to ") || $0.hasPrefix("syncFolder") } == [
        "syncFolder .",
        "link nightd/intent.json to nightd/intent.json.aside-1",
        "syncFolder nightd",
        "rename nightd/intent.json.new to nightd/intent.json",
        "syncFolder nightd",
      ]
    )
  }

  @Test(
    "If a sync of the file fails, the next commit writes a new file instead of syncing the old one"
  )
  func neverSyncedTwice() throws {
    let fault = ProbedDisk.Fault(call: .sync, ordinal: 1, code: 5)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = probed("nightd", probe)
    #expect(throws: StoreFailure.self) { try store.store(.dark) }
    #expect(probe.lines.filter { $0.hasPrefix("sync ") }.count == 1)
    #expect(
      probe.lines.suffix(3)
        == ["remove nightd/intent.json.new", "close nightd", "close nightd/intent.lock"]
    )
    try store.store(.dark)
    #expect(probe.lines.filter { $0.hasPrefix("create ") }.count == 2)
  }

  @Test("If the entry of a new folder could not be synced, the folder is removed", arguments: 1...3)
  func folderWithoutSync(ordinal: Int) throws {
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: ordinal, code: 5)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = probed("a/b/nightd", probe)
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
    let rest = Array(steps.dropFirst(2 * (ordinal - 1)))
    // The folders that the first attempt made already exist, but are synced again.
    let above = ["syncFolder a", "syncFolder ."].suffix(ordinal - 1)
    #expect(Array(again) == rest + above)
  }
}
