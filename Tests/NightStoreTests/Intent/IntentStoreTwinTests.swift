import Dispatch
import Glibc
import NightCore
import NightStore
import Synchronization
import TestSupport
import Testing

/// Two daemons of one user that share a folder.
@Suite struct IntentStoreTwinTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Without nanoseconds, two files could look the same, because both the inode number and the
  /// coarse time could be equal.
  ///
  /// Many file systems give the inode number of a removed file to the next new file. On many
  /// kernels, the times of files advance in steps of several milliseconds.
  @Test(
    "A stored file's modification time has nanoseconds, so two files can always be distinguished"
  )
  func times() throws {
    var disk = Disk.system
    disk.sync = { _ throws(Disk.Refusal) in }
    disk.syncFolder = { _ throws(Disk.Refusal) in }
    let store = IntentStore(folder: home.file("nightd"), disk: disk)
    for _ in 1...50 {
      let before = Self.now()
      let found = try #require(try store.store(.dark).identity)
      let time = [found.changedSeconds, found.changedNanoseconds]
      #expect(before.lexicographicallyPrecedes(time))
      #expect(time.lexicographicallyPrecedes(Self.now()))
    }
  }

  private static func now() -> [Int] {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return [time.tv_sec, time.tv_nsec]
  }

  @Test("A daemon's lock on the store excludes all other daemons until it is released")
  func keptLock() throws {
    let store = IntentStore(folder: home.file("nightd"))
    let twin = IntentStore(folder: store.folder, timeoutMilliseconds: 10)
    try store.store(.dark)
    var lock: KeptLock? = try store.keepLock()
    #expect(throws: StoreFailure.self) { try twin.store(.light) }
    let mine = try store.commit([.choose(.light)], onto: Intent(), nil, under: lock)
    #expect(throws: StoreFailure.self) { try twin.store(.dark) }
    #expect(mine.intent.revision == 2)
    lock = nil
    #expect(try twin.store(.dark).intent.revision == 3)
  }

  @Test("If the lock's file is removed, the lock still excludes all other daemons")
  func removedFile() throws {
    let store = IntentStore(folder: home.file("nightd"))
    let twin = IntentStore(folder: store.folder, timeoutMilliseconds: 10)
    try store.store(.dark)
    let lock = try store.keepLock()
    try #require(unlink(home.file("nightd/intent.lock")) == 0)
    #expect(throws: StoreFailure.self) { try twin.store(.light) }
    _ = try store.commit([.choose(.light)], onto: Intent(), nil, under: lock)
    withExtendedLifetime(lock) {}
  }

  @Test("If the lock's file was removed before it was locked, the new file is locked instead")
  func removedMeanwhile() throws {
    let file = home.file("nightd/intent.lock")
    try home.makeFolder("nightd")
    let locked = Mutex(0)
    var disk = Disk.system
    disk.openLock = { path throws(Disk.Refusal) in
      let opened = try Disk.system.openLock(path)
      if locked.withLock({
        $0 += 1; return $0 < 3
      }) {
        unlink(path)
      }
      return opened
    }
    let store = IntentStore(folder: home.file("nightd"), disk: disk)
    let lock = try store.keepLock()
    #expect(locked.withLock(\.self) == 3)
    #expect(access(file, F_OK) == 0)
    withExtendedLifetime(lock) {}
  }

  @Test("Even if the lock's file is removed again and again, no commit is lost")
  func removedAgainAndAgain() throws {
    var disk = Disk.system
    disk.sync = { _ throws(Disk.Refusal) in }
    disk.syncFolder = { _ throws(Disk.Refusal) in }
    let folder = home.file("nightd")
    let stores = (0..<2).map { _ in
      IntentStore(folder: folder, timeoutMilliseconds: 20_000, disk: disk)
    }
    try stores[0].store(.dark)
    let loop = "while :; do rm -f '\(folder)/intent.lock'; done"
    let remover = try Program.start("/bin/sh", ["-c", loop])
    defer { remover.killGroup() }
    let answered = Mutex<[Int64]>([])
    let count = 500
    DispatchQueue.concurrentPerform(iterations: 2) { writer in
      var last: IntentStore.CommitResult?
      for _ in 0..<count {
        last = try? stores[writer].commit(
          [.choose(writer == 0 ? .dark : .light)],
          onto: last?.intent ?? Intent(),
          last?.identity,
          folder: last?.folder
        )
        if let last { answered.withLock { $0.append(last.intent.revision) } }
      }
    }
    // Each commit was based on the one before it, so no revision occurred twice.
    let revisions = answered.withLock(\.self).sorted()
    #expect(revisions == (2...Int64(2 * count + 1)).map(\.self))
    #expect(stores[0].read().intent?.revision == Int64(2 * count + 1))
  }

  @Test(
    "If something other than a regular file is at the path of a store's file, this is reported",
    arguments: ["intent.lock", "intent.json.new"],
    [EntryKind.folder, .link]
  )
  func inTheWay(name: String, entry: EntryKind) throws {
    let store = IntentStore(folder: home.file("nightd"))
    try store.store(.dark)
    let path = home.file("nightd/\(name)")
    unlink(path)
    if entry == .folder { mkdir(path, 0o700) } else { symlink("nowhere", path) }
    // If a new file's path is a symbolic link, the store removes the link, so the commit succeeds.
    guard entry == .folder || name == "intent.lock" else {
      #expect(throws: Never.self) { try store.store(.light) }
      return
    }
    #expect(throws: StoreFailure.inTheWay(path: path, entry)) { try store.store(.light) }
    #expect(store.read().intent?.choice == .dark)
  }

  @Test("If a socket is at the path of the lock file, this is reported")
  func socket() throws {
    let store = IntentStore(folder: home.file("nightd"))
    try store.store(.dark)
    let path = home.file("nightd/intent.lock")
    unlink(path)
    try #require(mknod(path, S_IFSOCK | 0o600, 0) == 0)
    #expect(throws: StoreFailure.inTheWay(path: path, .special)) { try store.store(.light) }
    #expect(store.read().intent?.choice == .dark)
  }

  @Test(
    "A commit succeeds even if a pipe is in place of the lock file or the temporary file",
    .timeLimit(.minutes(1))
  )
  func pipe() throws {
    let store = IntentStore(folder: home.file("nightd"))
    try store.store(.dark)
    for name in ["intent.lock", "intent.json.new"] {
      let path = home.file("nightd/\(name)")
      unlink(path)
      #expect(mkfifo(path, 0o600) == 0)
      #expect(throws: Never.self) { try store.store(.light) }
    }
  }

  @Test(
    "If another user owns the lock file, this is reported",
    .enabled(if: geteuid() == 0, "only root can give a file away")
  )
  func foreignLock() throws {
    try IntentStore(folder: home.file("nightd")).store(.dark)
    let path = home.file("nightd/intent.lock")
    #expect(chown(path, 12_345, 12_345) == 0)
    let fault = ProbedDisk.Fault(call: .openLock, ordinal: 1, code: EACCES)
    let probe = ProbedDisk(root: home.path, fault: fault)
    let store = IntentStore(folder: home.file("nightd"), disk: probe.disk)
    #expect(throws: StoreFailure.inTheWay(path: path, .foreign)) { try store.store(.light) }
  }
}
