extension Connection {
  /// The outcome of a request for a name.
  package enum NameRequest: Equatable, Sendable {
    case owned
    /// Another connection owns the name.
    ///
    /// `processIdentifier` is nil if the bus does not know the other connection's process.
    case taken(processIdentifier: UInt32?)
  }

  private static let primaryOwner: UInt32 = 1
  private static let inQueue: UInt32 = 2
  private static let alreadyOwner: UInt32 = 4

  /// How many milliseconds to wait for a name's owner to answer a ping before a second request.
  private static let ownerMilliseconds = 2_000

  /// Requests a name and waits for the reply, but does not wait in the name's queue; no other
  /// connection can take over the name later.
  ///
  /// The name's owner may have just been killed, and the bus may not know this yet. So if the owner
  /// does not answer a ping within 2 seconds, or disappears, this function requests the name once
  /// more.
  package func request(_ name: BusName, milliseconds: Int) throws(BusError) -> NameRequest {
    if try isGiven(name, milliseconds) { return .owned }
    if !ownerAnswers(name, milliseconds), try isGiven(name, milliseconds) { return .owned }
    return .taken(processIdentifier: processIdentifier(of: name, milliseconds))
  }

  private func isGiven(_ name: BusName, _ milliseconds: Int) throws(BusError) -> Bool {
    let doNotQueue: UInt32 = 4
    let answer = try askBus(
      "RequestName",
      [.string(name.text), .uint32(doNotQueue)],
      milliseconds
    )
    let reply = try answer.values().first?.asUInt32
    return reply == Self.primaryOwner || reply == Self.alreadyOwner
  }

  /// Whether a name's owner answers a ping; libdbus itself answers in any process that reads
  /// messages.
  ///
  /// The ping goes to the owner's unique name. So if the owner is gone, the bus replies with an
  /// error at once, and does not start a program.
  private func ownerAnswers(_ name: BusName, _ milliseconds: Int) -> Bool {
    do throws(BusError) {
      let answer = try askBus("GetNameOwner", [.string(name.text)], milliseconds)
      guard let owner = answer.owner else { return false }
      let ping = try Message.call(to: owner, at: "/", .peer, "Ping", [])
      _ = try callAndWait(ping, milliseconds: Self.ownerMilliseconds)
      return true
    } catch {
      return false
    }
  }

  /// Requests a name, and waits in the name's queue if another connection owns the name.
  ///
  /// Calls `deliver` once, with the outcome: whether this connection owns the name now. If the
  /// connection gets the name later, it calls `onNameAcquired`.
  package func requestQueued(
    _ name: BusName,
    milliseconds: Int,
    then deliver: @escaping (Result<NameRequest, BusError>) -> Void
  ) throws(BusError) {
    let noFlags: UInt32 = 0
    let call = try Message.call(
      to: .bus,
      at: .bus,
      .bus,
      "RequestName",
      [.string(name.text), .uint32(noFlags)]
    )
    try self.call(call, milliseconds: milliseconds) { [weak self] answer, error in
      if let error { return deliver(.failure(error)) }
      guard (try? answer.values())?.first?.asUInt32 == Self.inQueue else {
        return deliver(.success(.owned))
      }
      do throws(BusError) {
        try self?.processIdentifier(of: name, milliseconds: milliseconds) { process in
          deliver(.success(.taken(processIdentifier: process)))
        }
      } catch {
        deliver(.failure(error))
      }
    }
  }

  /// Releases a name, and calls `done` when the bus has replied, even if the reply is an error.
  ///
  /// Every call that was sent to the name before the release arrives before `done` is called.
  package func release(
    _ name: BusName,
    milliseconds: Int,
    then done: @escaping () -> Void
  ) throws(BusError) {
    let call = try Message.call(to: .bus, at: .bus, .bus, "ReleaseName", [.string(name.text)])
    try self.call(call, milliseconds: milliseconds) { _, _ in done() }
  }

  /// The process that owns a name, for display only; never base permissions on the process.
  private func processIdentifier(of name: BusName, _ milliseconds: Int) -> UInt32? {
    let answer = try? askBus("GetConnectionUnixProcessID", [.string(name.text)], milliseconds)
    guard let answer else { return nil }
    return try? answer.values().first?.asUInt32
  }

  /// Asks for the process that owns a name; `deliver` is called with nil if the bus does not know
  /// the process.
  package func processIdentifier(
    of name: BusName,
    milliseconds: Int,
    then deliver: @escaping (UInt32?) -> Void
  ) throws(BusError) {
    let call = try Message.call(
      to: .bus,
      at: .bus,
      .bus,
      "GetConnectionUnixProcessID",
      [.string(name.text)]
    )
    try self.call(call, milliseconds: milliseconds) { answer, error in
      deliver(error == nil ? (try? answer.values())?.first?.asUInt32 : nil)
    }
  }

  private func askBus(
    _ member: MemberName,
    _ arguments: [BusValue],
    _ milliseconds: Int
  ) throws(BusError) -> Message {
    try callAndWait(
      try Message.call(to: .bus, at: .bus, .bus, member, arguments),
      milliseconds: milliseconds
    )
  }
}
