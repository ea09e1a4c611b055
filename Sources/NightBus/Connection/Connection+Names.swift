extension Connection {
  package enum NameRequest: Equatable, Sendable {
    case owned
    /// Someone else has the name; the process is known where the bus tells it.
    case taken(processIdentifier: UInt32?)
  }

  private static let primaryOwner: UInt32 = 1
  private static let inLine: UInt32 = 2
  private static let alreadyOwner: UInt32 = 4

  /// Asks for a name without waiting in line and without letting anyone replace us.
  package func request(_ name: BusName, milliseconds: Int) throws(BusError) -> NameRequest {
    let doNotQueue: UInt32 = 4
    let answer = try askBus(
      "RequestName",
      [.string(name.text), .uint32(doNotQueue)],
      milliseconds
    )
    switch try answer.values().first?.asUInt32 {
    case Self.primaryOwner, Self.alreadyOwner: return .owned
    default: return .taken(processIdentifier: processIdentifier(of: name, milliseconds))
    }
  }

  /// Asks for a name, and gets it when those before us have left it; `onNameAcquired` tells.
  ///
  /// Calls once, with how it stands now.
  package func requestInLine(
    _ name: BusName,
    milliseconds: Int,
    then deliver: @escaping (Result<NameRequest, BusError>) -> Void
  ) throws(BusError) {
    let none: UInt32 = 0
    let call = try Message.call(
      to: .bus,
      at: .bus,
      .bus,
      "RequestName",
      [.string(name.text), .uint32(none)]
    )
    try self.call(call, milliseconds: milliseconds) { [weak self] answer, error in
      if let error { return deliver(.failure(error)) }
      guard (try? answer.values())?.first?.asUInt32 == Self.inLine else {
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

  /// Gives a name back and calls when the bus has taken it, whatever it answers.
  ///
  /// By then every call that was sent to the name has been received.
  package func release(
    _ name: BusName,
    milliseconds: Int,
    then done: @escaping () -> Void
  ) throws(BusError) {
    let call = try Message.call(to: .bus, at: .bus, .bus, "ReleaseName", [.string(name.text)])
    try self.call(call, milliseconds: milliseconds) { _, _ in done() }
  }

  /// The process behind a name, for showing to people: never for deciding who may do what.
  private func processIdentifier(of name: BusName, _ milliseconds: Int) -> UInt32? {
    let answer = try? askBus("GetConnectionUnixProcessID", [.string(name.text)], milliseconds)
    guard let answer else { return nil }
    return try? answer.values().first?.asUInt32
  }

  /// The same without waiting; nil where the bus does not tell.
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
