import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("The test desktop", .enabled(if: Tool.path("dbus-daemon") != nil))
struct DeskTests {
  @Test(
    "If a daemon ends although the test did not ask for it, this is reported at the end of the test"
  )
  func death() throws {
    let ends = try Self.ends { desk in
      try Self.awaitDeath(of: try desk.startDaemon())
    }
    try #require(ends.count == 1)
    #expect(ends[0].contains("did not end was killed by signal 9"))
  }

  @Test("If a daemon ends unexpectedly, this is reported even if another daemon has replaced it")
  func replaced() throws {
    let ends = try Self.ends { desk in
      try Self.awaitDeath(of: try desk.startDaemon())
      try desk.startDaemon()
    }
    try #require(ends.count == 1)
    #expect(ends[0].contains("did not end was killed by signal 9"))
  }

  /// Returns the unexpected ends that a session reports while `body` uses it.
  private static func ends(_ body: (Desk) throws -> Void) throws -> [String] {
    let ends = Ends()
    try body(try Desk { end in ends.texts.withLock { $0.append(end) } })
    return ends.texts.withLock(\.self)
  }

  @Test("If a test signals a daemon, kills it or waits for its end, no test failure is recorded")
  func asked() throws {
    let desk = try Desk()
    let signalled = try desk.startDaemon()
    signalled.send(signal: SIGTERM)
    #expect(try signalled.wait() == .exited(0))
    try desk.startDaemon().killGroup()
    let awaited = try desk.startDaemon()
    kill(awaited.processIdentifier, SIGTERM)
    #expect(try awaited.wait() == .exited(0))
    let owner = try desk.startDaemon()
    try desk.endOwner()
    _ = try owner.waitForUnexpectedEnd()
    let expected = try desk.startDaemon()
    desk.expectDaemonsToEnd()
    try Self.awaitDeath(of: expected)
  }

  @Test(
    "If a daemon ends because its bus has ended, no test failure is recorded",
    arguments: [SIGTERM, SIGKILL]
  )
  func bus(signal: Int32) throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    if signal == SIGTERM { try desk.bus.stop() } else { try desk.bus.kill() }
    _ = try daemon.waitForUnexpectedEnd()
  }

  /// Kills the daemon without `Program`, as the kernel might, so that its end is unexpected.
  private static func awaitDeath(of daemon: Program) throws {
    kill(daemon.processIdentifier, SIGKILL)
    _ = try daemon.waitForUnexpectedEnd()
  }

  private final class Ends: Sendable {
    let texts = Mutex<[String]>([])
  }
}
