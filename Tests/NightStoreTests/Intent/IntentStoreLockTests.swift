import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

/// A home on a file system that does not support locks, or on which locking fails.
@Suite struct IntentStoreLockTests {
  private let home: TemporaryFolder
  private let runtime: RuntimeFolder

  init() throws {
    home = try TemporaryFolder()
    runtime = RuntimeFolder(parent: try home.makeFolder("run"))
  }

  /// A disk on which flock fails with this error for the lock file in the store's folder.
  private func lockless(_ code: Int32 = ENOLCK) -> Disk {
    var disk = Disk.system
    disk.lock = { file, milliseconds throws(Disk.Refusal) in
      let path = (try? Disk.system.readLink("/proc/self/fd/\(file)")) ?? ""
      guard path.hasSuffix("/intent.lock") else {
        return try Disk.system.lock(file, milliseconds)
      }
      throw Disk.Refusal("flock", path, code: code)
    }
    return disk
  }

  private func store(
    _ name: String = "nightd",
    timeout: Int = 10,
    on disk: Disk? = nil
  ) -> IntentStore {
    IntentStore(
      folder: home.file(name),
      runtime: runtime,
      timeoutMilliseconds: timeout,
      disk: disk ?? lockless()
    )
  }

  /// Whether one of the notes mentions the lock in the runtime folder.
  private func said(_ notes: [StoreNote]) -> Bool {
    notes.contains { note in
      guard case .lockedElsewhere(let refusal, let path) = note else { return false }
      return refusal.path.hasSuffix("/intent.lock") && path.hasPrefix(runtime.path + "/")
    }
  }

  @Test(
    "If the file system has no locks, a style is still stored, and a note states the lock in use",
    arguments: [ENOLCK, ENOSYS, EOPNOTSUPP]
  )
  func stored(code: Int32) throws {
    let committed = try store(on: lockless(code)).store(.dark)
    #expect(said(committed.notes))
    #expect(store().read().intent?.choice == .dark)
    #expect(said(store(on: lockless(code)).load().notes))
  }

  @Test(
    "If flock fails for another reason than missing locks, the new style is refused",
    arguments: [EIO, EINVAL, ENOMEM]
  )
  func otherAnswers(code: Int32) {
    let refusal = Disk.Refusal("flock", home.file("nightd/intent.lock"), code: code)
    #expect(throws: StoreFailure.refused(refusal)) { try store(on: lockless(code)).store(.dark) }
  }

  @Test("A lock excludes all other daemons that use the same home, but not daemons of other homes")
  func exclusion() throws {
    try store().store(.dark)
    var lock: KeptLock? = try store().keepLock()
    #expect(throws: StoreFailure.self) { try store().store(.light) }
    try store("other").store(.light)
    let mine = try store().commit([.choose(.light)], onto: Intent(), nil, under: lock)
    #expect(mine.intent.revision == 2)
    #expect(throws: StoreFailure.self) { try store().keepLock() }
    lock = nil
    #expect(try store().store(.dark).intent.revision == 3)
  }

  @Test("All paths to a home lead to the same lock")
  func otherPath() throws {
    try store().store(.dark)
    try #require(symlink(home.path, home.file("run/link")) == 0)
    let lock = try store().keepLock()
    #expect(throws: StoreFailure.self) { try store("run/link/nightd").keepLock() }
    withExtendedLifetime(lock) {}
  }

  @Test("If the lock service fails for a moment, a second daemon still does not get the lock")
  func lostForAMoment() throws {
    try home.makeFolder("nightd")
    let lock = try store(on: .system).keepLock()
    #expect(throws: StoreFailure.self) { try store().store(.dark) }
    withExtendedLifetime(lock) {}
  }

  @Test("Without locks and without a runtime folder, a new style is refused, with both reasons")
  func noRuntimeFolder() throws {
    try #require(rmdir(runtime.parent) == 0)
    let refusal = Disk.Refusal("flock", home.file("nightd/intent.lock"), code: ENOLCK)
    let flaw = RuntimeFolder.Flaw.missing(path: runtime.parent)
    #expect(throws: StoreFailure.lockless(refusal, flaw)) { try store().store(.dark) }
  }

  @Test("If the file system has locks, a missing runtime folder causes no note")
  func notNeeded() throws {
    try #require(rmdir(runtime.parent) == 0)
    #expect(try store(on: .system).store(.dark).notes == [])
    #expect(store(on: .system).load().notes == [])
  }

  @Test(
    "Even if locks work in the store's folder, a commit also takes the lock in the runtime folder"
  )
  func both() throws {
    #expect(try store(on: .system).store(.dark).notes == [])
    #expect(home.list("run/nightd").count == 1)
  }

  @Test("If any call for a lock fails, no file stays open")
  func tidy() throws {
    for call in [ProbedDisk.Call.lock, .openLock, .lookAt, .makeFolder] {
      for ordinal in 1...3 {
        for isLockless in [false, true] {
          let home = try TemporaryFolder()
          try home.makeFolder("run")
          var faults = [ProbedDisk.Fault(call: call, ordinal: ordinal, code: EIO)]
          if isLockless { faults.insert(.init(call: .lock, ordinal: 1, code: ENOLCK), at: 0) }
          let probe = ProbedDisk(root: home.path, faults: faults)
          let store = IntentStore(
            folder: home.file("nightd"),
            runtime: RuntimeFolder(parent: home.file("run")),
            disk: probe.disk
          )
          _ = try? store.store(.dark)
          #expect(probe.isTidy, "\(call) \(ordinal), lockless \(isLockless)")
        }
      }
    }
  }
}
