import NightBus
import TestSupport

/// Hears one kind of signal of the daemon.
final class Ear {
  private let connection: Connection
  private let loop: Loop
  private let owner: NameOwner
  private var subscription: Subscription?
  private var awaited = 0
  /// What came with each, in order.
  private(set) var heard: [[BusValue]] = []

  init(_ desk: Desk, _ interface: InterfaceName, _ member: MemberName) throws {
    connection = try Connection(address: desk.bus.address)
    loop = try Loop()
    owner = try NameOwner(of: Caller.night, on: connection, milliseconds: 10_000) { _ in }
    try connection.attach(to: loop)
    let rule = MatchRule(path: Caller.object, interface: interface, member: member)
    subscription = try connection.subscribe(rule, from: owner) { [unowned self] message in
      heard.append((try? message.values()) ?? [])
      if heard.count >= awaited { loop.stop() }
    }
    try settle()
  }

  deinit { connection.close() }

  /// Returns once so many were heard in all, or false when they were not in time.
  func wait(for count: Int, milliseconds: Int = 10_000) throws -> Bool {
    awaited = count
    guard heard.count < count else { return true }
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: milliseconds)
    try loop.run()
    return heard.count >= count
  }

  /// Returns when all that was told before is read.
  func settle() throws {
    awaited = .max
    let ping = try Message.call(to: Caller.night, at: Caller.object, .style, "Get", [])
    try connection.call(ping, milliseconds: 10_000) { [loop] _, _ in loop.stop() }
    try loop.run()
  }
}
