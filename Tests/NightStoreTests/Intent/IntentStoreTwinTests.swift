import Glibc
import NightCore
import NightStore
import TestSupport
import Testing

/// Two daemons of one user that store into one folder.
@Suite struct IntentStoreTwinTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Many file systems give the number of a removed file to the next new one, and many kernels
  /// count the time of files in steps of milliseconds: both together made two files look the same.
  @Test("a stored file has the time of its writing to the nanosecond, and none looks like another")
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

  @Test("a lock that is kept shuts everyone else out until it is let go")
  func keptLock() throws {
    let store = IntentStore(folder: home.file("nightd"))
    let twin = IntentStore(folder: store.folder, patienceMilliseconds: 10)
    try store.store(.dark)
    var lock: KeptLock? = try store.keepLock()
    #expect(throws: StoreFailure.self) { try twin.store(.light) }
    let mine = try store.commit([.choose(.light)], onto: Intent(), nil, under: lock)
    #expect(throws: StoreFailure.self) { try twin.store(.dark) }
    #expect(mine.intent.revision == 2)
    lock = nil
    #expect(try twin.store(.dark).intent.revision == 3)
  }
}
