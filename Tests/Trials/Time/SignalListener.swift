import NightBus
import TestSupport

/// Records all signals of one kind that the daemon sends.
final class SignalListener {
  private let connection: Connection
  private let loop: Loop
  private let owner: NameOwner
  private var subscription: Subscription?
  private var awaited = 0
  /// The arguments of each signal, in order.
  private(set) var received: [[BusValue]] = []

  init(_ desk: Desk, _ interface: InterfaceName, _ member: MemberName) throws {
    connection = try Connection(address: desk.bus.address)
    loop = try Loop()
    owner = try NameOwner(of: Caller.night, on: connection, milliseconds: 10_000) { _ in }
    try connection.attach(to: loop)
    let rule = MatchRule(path: Caller.object, interface: interface, member: member)
    subscription = try connection.subscribe(rule, from: owner) { [unowned self] message in
      received.append((try? message.values()) ?? [])
      if received.count >= awaited { loop.stop() }
    }
    try settle()
  }

  deinit { connection.close() }

  /// Returns true once this many signals have arrived in total; returns false after the timeout.
  func wait(for count: Int, milliseconds: Int = 10_000) throws -> Bool {
    awaited = count
    guard received.count < count else { return true }
    let deadline = loop.timer { [loop] in loop.stop() }
    deadline.set(milliseconds: milliseconds)
    try loop.run()
    return received.count >= count
  }

  /// Returns when all earlier signals have been read.
  func settle() throws {
    awaited = .max
    let ping = try Message.call(to: Caller.night, at: Caller.object, .style, "Get", [])
    try connection.call(ping, milliseconds: 10_000) { [loop] _, _ in loop.stop() }
    try loop.run()
  }
}
