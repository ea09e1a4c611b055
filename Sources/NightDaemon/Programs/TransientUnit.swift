import NightBus

/// A service that the user's manager makes for one program, outside of our own sandbox.
///
/// The manager keeps the streams until the service has ended with all its processes, so that the
/// end of its output is the end of it. Being referred to, it stays known until it was asked how.
final class TransientUnit {
  static let manager: BusName = "org.freedesktop.systemd1"
  private static let path: ObjectPath = "/org/freedesktop/systemd1"
  private static let managing: InterfaceName = "org.freedesktop.systemd1.Manager"
  private static let milliseconds = 10_000

  private let name: String
  private let connection: Connection

  /// Asks the manager for it; nothing tells that it runs, but its output ends where it does not.
  ///
  /// The descriptors may be closed once it is answered.
  init(
    _ order: ProgramOrder,
    input: Int32?,
    output: Int32,
    on connection: Connection,
    then done: @escaping (BusError?) -> Void
  ) throws(BusError) {
    self.connection = connection
    // The bus gives the first part to nobody else, and the second one tells ours apart.
    name = "nightd-\(order.name)-\(connection.uniqueName.text.dropFirst())-\(Timer.now()).service"
    let call = try manage(
      "StartTransientUnit",
      .string("fail"),
      order.unitProperties(input: input, output: output),
      .array(.structure([.string, ProgramOrder.unitPropertiesType]), [])
    )
    try connection.call(call, milliseconds: order.startMilliseconds) { _, error in done(error) }
  }

  /// Has it ended by its manager, with all its processes, and forgotten.
  func stop() {
    halt()
    forget()
  }

  /// Has it ended; its output tells when it has.
  func halt() { send("StopUnit", .string("replace")) }

  /// Asks how it ended, and has it forgotten; called after the end of its output.
  func askEnd(then told: @escaping (ProgramEnd) -> Void) {
    var way: Int32?
    do throws(BusError) {
      try ask("ExecMainCode") { way = $0 }
      try ask("ExecMainStatus") { told(Self.end(way, $0)) }
    } catch {
      told(.unknown)
    }
    forget()
  }

  /// As waitid(2) has it.
  private static func end(_ way: Int32?, _ status: Int32?) -> ProgramEnd {
    let (exited, killed, dumped): (Int32, Int32, Int32) = (1, 2, 3)
    switch (way, status) {
    case (exited, let code?): return .exited(code)
    case (killed, let signal?), (dumped, let signal?): return .killed(signal: signal)
    default: return .unknown
    }
  }

  private func ask(
    _ property: String,
    then told: @escaping (Int32?) -> Void
  ) throws(BusError) {
    let call = try Message.call(
      to: Self.manager,
      at: try ObjectPath(checking: "\(Self.path)/unit/\(escapedName)"),
      .properties,
      "Get",
      [.string("org.freedesktop.systemd1.Service"), .string(property)]
    )
    call.setAutoStart(false)
    try connection.call(call, milliseconds: Self.milliseconds) { answer, error in
      guard error == nil, case .variant(.int32(let value))? = try? answer.values().first else {
        return told(nil)
      }
      told(value)
    }
  }

  /// Bytes other than letters and digits stand in a path by their numbers.
  private var escapedName: String {
    name.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      guard !character.isLetter, !character.isNumber else { return String(character) }
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "_0" + digits : "_" + digits
    }
    .joined()
  }

  /// Asks nothing more of it.
  func forget() { send("UnrefUnit") }

  private func manage(
    _ member: MemberName,
    _ arguments: BusValue...
  ) throws(BusError) -> Message {
    let call = try Message.call(
      to: Self.manager,
      at: Self.path,
      Self.managing,
      member,
      [.string(name)] + arguments
    )
    call.setAutoStart(false)
    return call
  }

  /// Best effort: a manager that is gone has taken its services along.
  private func send(_ member: MemberName, _ arguments: BusValue...) {
    guard
      let call = try? Message.call(
        to: Self.manager,
        at: Self.path,
        Self.managing,
        member,
        [.string(name)] + arguments
      )
    else { return }
    call.setAutoStart(false)
    call.setNoReply()
    try? connection.send(call)
  }
}
