import Glibc
package import NightBus

/// A client that may send any message that the bus accepts.
package final class Caller {
  package static let night: BusName = "org.nightd.Night1"
  package static let object: ObjectPath = "/org/nightd/Night1"

  package let connection: Connection
  private let loop: Loop

  package convenience init(_ desk: Desk) throws { try self.init(address: desk.bus.address) }

  package init(address: String) throws {
    connection = try Connection(address: address)
    loop = try Loop()
  }

  /// Sends a call, and waits for the reply or the error.
  package func call(
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue] = [],
    at path: ObjectPath = Caller.object,
    of name: BusName = Caller.night
  ) throws -> Result<[BusValue], Refusal> {
    let message = try Message.call(to: name, at: path, interface, member, arguments)
    do throws(BusError) {
      return .success(try connection.callAndWait(message, milliseconds: 10_000).values())
    } catch .refused(let refusal) {
      return .failure(refusal)
    }
  }

  package func askBus(_ member: MemberName, _ arguments: [BusValue]) throws -> [BusValue] {
    let message = try Message.call(to: .bus, at: .bus, .bus, member, arguments)
    return try connection.callAndWait(message, milliseconds: 10_000).values()
  }

  /// The unique name of a program's connection.
  package func uniqueName(of program: Program) throws -> BusName? {
    let names = try askBus("ListNames", []).first?.asStrings ?? []
    return try names.compactMap { BusName($0) }.first { name in
      let process = try askBus("GetConnectionUnixProcessID", [.string(name.text)]).first?.asUInt32
      return name.isUnique && process == UInt32(program.processIdentifier)
    }
  }

  package func set(_ style: String) throws -> Result<[BusValue], Refusal> {
    try call(.control, "Set", [.string(style), .options([])])
  }

  /// Sends all messages at once, and returns the replies in the order of the messages.
  ///
  /// `whenSent` is called after the last message was sent to the bus, and `whenTaken` after nightd
  /// has received all messages.
  package func burst(
    _ messages: [(member: MemberName, arguments: [BusValue])],
    whenSent: () -> Void = {},
    whenTaken: (() -> Void)? = nil
  ) throws -> [Result<[BusValue], BusError>] {
    var answers: [Int: Result<[BusValue], BusError>] = [:]
    for (index, (member, arguments)) in messages.enumerated() {
      let interface: InterfaceName = member == "Get" ? .style : .control
      let call = try Message.call(to: Self.night, at: Self.object, interface, member, arguments)
      try connection.call(call, milliseconds: 60_000) { [loop] answer, error in
        answers[index] = error.map(Result.failure) ?? Result { try answer.values() }.bus
        if answers.count == messages.count { loop.stop() }
      }
    }
    if let whenTaken {
      // The bus delivers the messages of one connection in order, so this reply comes after all
      // others.
      let ping = try Message.call(to: Self.night, at: Self.object, .peer, "Ping", [])
      try connection.call(ping, milliseconds: 60_000) { _, _ in whenTaken() }
    }
    connection.flush(milliseconds: 10_000)
    whenSent()
    try connection.attach(to: loop)
    try loop.run()
    return messages.indices.compactMap { answers[$0] }
  }
}

extension Desk {
  /// Ends the daemon that owns the name, and returns when the name has no owner.
  package func endOwner() throws {
    expectDaemonsToEnd()
    let caller = try Caller(self)
    let name = BusValue.string(Caller.night.text)
    let process = try caller.askBus("GetConnectionUnixProcessID", [name]).first?.asUInt32
    if let process { kill(pid_t(process), SIGTERM) }
    try awaitNoOwner()
  }

  /// Returns when the name has no owner.
  ///
  /// The bus may notice later than the parent that a process has ended.
  ///
  /// `awaitNoOwner` also returns after the timeout; in that case, the test's next step fails with
  /// its own error.
  package func awaitNoOwner(timeout: Duration = .seconds(60)) throws {
    let caller = try Caller(self)
    let name = BusValue.string(Caller.night.text)
    let deadline = ContinuousClock.now + timeout
    while try caller.askBus("NameHasOwner", [name]) != [.boolean(false)] {
      if ContinuousClock.now > deadline { return }
    }
  }
}

extension InterfaceName {
  package static let style: InterfaceName = "org.nightd.Night1.Style"
  package static let control: InterfaceName = "org.nightd.Night1.Control"
  package static let preferences: InterfaceName = "org.nightd.Night1.Preferences"
}

extension Result where Failure == any Error {
  fileprivate var bus: Result<Success, BusError> {
    mapError { $0 as? BusError ?? .malformed("\($0)") }
  }
}
