import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

@Suite("Loading an intent")
struct IntentStoreLoadTests {
  private let home: TemporaryFolder
  private let store: IntentStore

  init() throws {
    home = try TemporaryFolder()
    store = IntentStore(folder: home.file("state/nightd"), timeoutMilliseconds: 0)
  }

  /// Locks the store, as another process would, until the descriptor is closed.
  private func keepLock() throws -> Int32 {
    try home.makeFolder("state/nightd")
    let file = open(store.folder + "/intent.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(file >= 0)
    #expect(flock(file, LOCK_EX | LOCK_NB) == 0)
    return file
  }

  private func lockedOut() -> StoreFailure { .locked(path: store.folder + "/intent.lock") }

  @Test("Loading from a new home returns no intent and no notes, and makes the state folder")
  func fresh() {
    let loaded = store.load()
    #expect(loaded.intent == Intent())
    #expect(loaded.identity == nil)
    #expect(loaded.notes == [])
    #expect(home.list("state/nightd") == ["intent.lock"])
    #expect(store.read() == .missing)
  }

  @Test("If a killed daemon left a half-written file, it is removed, and the stored file is loaded")
  func leftover() throws {
    let committed = try store.store(.dark)
    try home.write("{\"format\": 1, \"rev", to: "state/nightd/intent.json.new")
    let loaded = store.load()
    #expect(loaded.intent == committed.intent)
    #expect(loaded.identity == committed.identity)
    #expect(loaded.notes == [])
    #expect(home.list("state/nightd") == ["intent.json", "intent.lock"])
  }

  @Test("If a leftover file cannot be removed, a note reports this, and the stored file is loaded")
  func stuckLeftover() throws {
    let committed = try store.store(.dark)
    try home.write("{", to: "state/nightd/intent.json.new")
    let fault = ProbedDisk.Fault(call: .remove, ordinal: 1, code: EROFS)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let loaded = IntentStore(folder: store.folder, disk: probe.disk).load()
    let new = store.path + ".new"
    #expect(
      loaded.notes == [.leftover(path: new, Disk.Refusal("remove", new, code: EROFS))]
    )
    #expect(loaded.intent == committed.intent)
    #expect(probe.isTidy)
  }

  @Test("If a file can be neither read nor moved aside, a note reports this")
  func stuck() throws {
    try home.write("", to: "state/nightd/intent.json")
    let fault = ProbedDisk.Fault(call: .rename, ordinal: 1, code: EROFS)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let loaded = IntentStore(folder: store.folder, disk: probe.disk).load()
    let refusal = Disk.Refusal("rename", store.path + ".aside-1", code: EROFS)
    #expect(loaded.notes == [.stuck(path: store.path, .empty, .refused(refusal))])
    #expect(home.list("state/nightd") == ["intent.json", "intent.lock"])
  }

  @Test("If another process keeps the lock, a commit is refused after the timeout")
  func locked() throws {
    let first = try store.store(.dark)
    let lock = try keepLock()
    #expect(throws: lockedOut()) { try store.store(.light) }
    let patient = IntentStore(folder: store.folder, timeoutMilliseconds: 30)
    #expect(throws: lockedOut()) { try patient.store(.light) }
    #expect(store.read().intent == first.intent)
    #expect(home.list("state/nightd") == ["intent.json", "intent.lock"])
    close(lock)
    #expect(try store.store(.light).intent.revision == 2)
  }

  @Test("Even if another process keeps the lock, the daemon can start")
  func lockedAtStart() throws {
    let committed = try store.store(.dark)
    let lock = try keepLock()
    defer { close(lock) }
    // The file may belong to a commit of another daemon, so it must stay.
    try home.write("{", to: "state/nightd/intent.json.new")
    let loaded = store.load()
    #expect(loaded.intent == committed.intent)
    #expect(loaded.notes == [])
    #expect(home.text("state/nightd/intent.json.new") == "{")
  }

  @Test(
    "At start-up, if a file is in place of the state folder, a note reports it, and the file stays"
  )
  func folderIsFile() throws {
    try home.write("not ours", to: "state/nightd")
    let loaded = store.load()
    #expect(loaded.intent == Intent())
    let refusal = Disk.Refusal("lstat", store.path, code: ENOTDIR)
    #expect(loaded.notes == [.unreadable(path: store.path, refusal)])
    #expect(home.text("state/nightd") == "not ours")
  }

  @Test(
    "If an intact file cannot be read for a moment, it is not moved aside",
    arguments: [ProbedDisk.Call.look, .open, .read],
    [EMFILE, EIO]
  )
  func unreadable(call: ProbedDisk.Call, code: Int32) throws {
    let committed = try store.store(.dark)
    // Earlier `look` calls check the folder, the lock and leftover files, so make the fifth one
    // fail.
    let fault = ProbedDisk.Fault(call: call, ordinal: call == .look ? 5 : 1, code: code)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let loaded = IntentStore(folder: store.folder, disk: probe.disk).load()
    let refusal = Disk.Refusal(call.rawValue, store.path, code: code)
    #expect(loaded.notes == [.unreadable(path: store.path, refusal)])
    #expect(loaded.intent == Intent())
    #expect(store.read().intent == committed.intent)
    #expect(probe.isTidy)
    // Although the daemon could not read the file at its start, it applies its edits to the stored
    // intent.
    #expect(try store.commit([], onto: loaded.intent, loaded.identity).intent.choice == .dark)
  }

  @Test("While another process keeps the lock, an unusable file is not moved aside")
  func lockedAside() throws {
    try home.write("", to: "state/nightd/intent.json")
    let lock = try keepLock()
    #expect(store.load().notes == [.stuck(path: store.path, .empty, lockedOut())])
    #expect(home.text("state/nightd/intent.json") == "")
    close(lock)
    #expect(home.list("state/nightd") == ["intent.json", "intent.lock"])
    #expect(store.load().notes.count == 1)
    #expect(home.list("state/nightd") == ["intent.json.aside-1", "intent.lock"])
  }

  @Test("If a file was moved aside, a note says so, even if a power cut might undo the move")
  func asideWithoutSync() throws {
    try home.write("", to: "state/nightd/intent.json")
    let fault = ProbedDisk.Fault(call: .syncFolder, ordinal: 1, code: EIO, isLasting: true)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let loaded = IntentStore(folder: store.folder, disk: probe.disk).load()
    let aside = "\(store.path).aside-1"
    #expect(loaded.notes == [.movedAside(path: store.path, to: aside, .empty)])
    #expect(home.list("state/nightd") == ["intent.json.aside-1", "intent.lock"])
  }
}
