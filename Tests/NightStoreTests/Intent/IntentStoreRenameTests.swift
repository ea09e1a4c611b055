import Glibc
import NightCore
import NightStore
import Synchronization
import TestSupport
import Testing

/// Renames on a CIFS server, which refuses to replace a file that another program has open.
@Suite struct IntentStoreRenameTests {
  private let home: TemporaryFolder

  init() throws { home = try TemporaryFolder() }

  /// Counts the waits instead of waiting, and makes the first renames of the new store fail.
  private final class Server: Sendable {
    private let rest: Mutex<Int>
    private let waits = Mutex<[Int]>([])
    let code: Int32
    let removesFirst: Bool

    init(refusing count: Int, _ code: Int32, removesFirst: Bool = false) {
      rest = Mutex(count)
      self.code = code
      self.removesFirst = removesFirst
    }

    var waited: [Int] { waits.withLock { $0 } }

    var disk: Disk {
      var disk = Disk.system
      disk.pause = { [self] milliseconds in waits.withLock { $0.append(milliseconds) } }
      disk.rename = { [self] from, to throws(Disk.Refusal) in
        let isRefused =
          to.hasSuffix("/intent.json")
          && rest.withLock { count in
            defer { count -= 1 }
            return count > 0
          }
        guard isRefused else { return try Disk.system.rename(from, to) }
        if removesFirst { try? Disk.system.remove(to) }
        throw Disk.Refusal("rename", to, code: code)
      }
      return disk
    }
  }

  private func store(on server: Server) -> IntentStore {
    IntentStore(folder: home.file("nightd"), disk: server.disk)
  }

  @Test(
    "If another program has the file open, the rename is retried until that program closes it",
    arguments: [EACCES, EBUSY, ETXTBSY]
  )
  func closedInTime(code: Int32) throws {
    let first = try IntentStore(folder: home.file("nightd")).store(.dark)
    let server = Server(refusing: 3, code)
    let second = try store(on: server).commit([.choose(.light)], onto: first.intent, first.identity)
    #expect(second.intent.revision == 2)
    #expect(store(on: server).read().intent == second.intent)
    #expect(server.waited == [10, 20, 40])
  }

  @Test(
    "If another program keeps the stored file open, a commit is refused after 630 ms of retries"
  )
  func neverClosed() throws {
    let first = try IntentStore(folder: home.file("nightd")).store(.dark)
    let server = Server(refusing: .max, EACCES)
    let refusal = Disk.Refusal("rename", home.file("nightd/intent.json"), code: EACCES)
    #expect(throws: StoreFailure.refused(refusal)) { try store(on: server).store(.light) }
    #expect(server.waited.reduce(0, +) == 630)
    #expect(store(on: server).read().intent == first.intent)
    #expect(!home.list("nightd").contains("intent.json.new"))
  }

  @Test(
    "A rename that fails with an error other than “busy” is not retried",
    arguments: [EIO, ENOSPC, EROFS, EPERM]
  )
  func otherRefusals(code: Int32) throws {
    let server = Server(refusing: 1, code)
    #expect(throws: StoreFailure.self) { try store(on: server).store(.dark) }
    #expect(server.waited == [])
  }

  @Test("If a CIFS client removes the file and then fails to rename, the file is restored")
  func removed() throws {
    let first = try IntentStore(folder: home.file("nightd")).store(.dark)
    let server = Server(refusing: 1, EIO, removesFirst: true)
    #expect(throws: StoreFailure.self) {
      try store(on: server).commit([.choose(.light)], onto: first.intent, first.identity)
    }
    #expect(store(on: server).read().intent == first.intent)
  }

  @Test(
    "If another program has a broken stored file open, the start-up does not wait for this program"
  )
  func start() throws {
    try home.write("{", to: "nightd/intent.json")
    let server = Server(refusing: .max, EACCES)
    _ = store(on: server).load()
    #expect(server.waited == [])
  }
}
