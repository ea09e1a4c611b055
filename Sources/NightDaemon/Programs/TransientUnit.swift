import NightBus

/// A service that the user's systemd runs for one program, outside nightd's sandbox.
///
/// systemd keeps a service's streams open until the service and all its processes have ended. So
/// the end of the output means that the service has ended. A reference keeps the unit loaded until
/// nightd has asked how the unit ended.
final class TransientUnit {
  static let manager: BusName = "org.freedesktop.systemd1"
  private static let path: ObjectPath = "/org/freedesktop/systemd1"
  private static let interface: InterfaceName = "org.freedesktop.systemd1.Manager"
  private static let milliseconds = 10_000

  private let name: String
  private let connection: Connection

  /// Asks the user manager to start the unit; if the program cannot run, the caller sees only that
  /// the output ends.
  ///
  /// The caller may close the program's descriptors after `done` was called.
  init(
    _ order: ProgramOrder,
    input: Int32?,
    output: Int32,
    on connection: Connection,
    then done: @escaping (BusError?) -> Void
  ) throws(BusError) {
    self.connection = connection
    // The connection's unique name and the time make the unit's name unique.
    name = "nightd-\(order.name)-\(connection.uniqueName.text.dropFirst())-\(Timer.now()).service"
    let call = try manage(
      "StartTransientUnit",
      [
        .string("fail"),
        order.unitProperties(input: input, output: output),
        .array(.structure([.string, ProgramOrder.unitPropertiesType]), []),
      ]
    )
    try connection.call(call, milliseconds: order.startMilliseconds) { _, error in done(error) }
  }

  /// Ends the unit and all its processes, and lets systemd unload the unit.
  func stop() {
    halt()
    forget()
  }

  /// Tells systemd to end the unit; when the unit's output ends, the unit has ended.
  func halt() { send("StopUnit", .string("replace")) }

  /// Asks how the unit ended, and lets systemd unload it; call this after the output has ended.
  func askEnd(then done: @escaping (ProgramEnd) -> Void) {
    var code: Int32?
    do throws(BusError) {
      try ask("ExecMainCode") { code = $0 }
      try ask("ExecMainStatus") { done(Self.end(code, $0)) }
    } catch {
      done(.unknown)
    }
    forget()
  }

  /// Interprets the exit status; `code` is the `si_code` of waitid(2).
  private static func end(_ code: Int32?, _ status: Int32?) -> ProgramEnd {
    let (exited, killed, dumped): (Int32, Int32, Int32) = (1, 2, 3)
    switch (code, status) {
    case (exited, let code?): return .exited(code)
    case (killed, let signal?), (dumped, let signal?): return .killed(signal: signal)
    default: return .unknown
    }
  }

  private func ask(
    _ property: String,
    then done: @escaping (Int32?) -> Void
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
        return done(nil)
      }
      done(value)
    }
  }

  /// The unit's name in the form in which an object path contains it.
  ///
  /// Each byte that is neither a letter nor a digit becomes `_` and two hexadecimal digits.
  private var escapedName: String {
    name.utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      guard !character.isLetter, !character.isNumber else { return String(character) }
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "_0" + digits : "_" + digits
    }
    .joined()
  }

  /// Lets systemd unload the unit as soon as the unit has ended.
  func forget() { send("UnrefUnit") }

  private func manage(
    _ member: MemberName,
    _ arguments: [BusValue]
  ) throws(BusError) -> Message {
    let call = try Message.call(
      to: Self.manager,
      at: Self.path,
      Self.interface,
      member,
      [.string(name)] + arguments
    )
    call.setAutoStart(false)
    return call
  }

  /// Sends a request without asking for a reply; errors do not matter.
  ///
  /// If the manager has ended, its services have ended as well.
  private func send(_ member: MemberName, _ arguments: BusValue...) {
    guard let call = try? manage(member, arguments) else { return }
    call.setNoReply()
    try? connection.send(call)
  }
}

extension ProgramOrder {
  static let unitPropertiesType = BusType.array(.structure([.string, .variant]))

  private static let stopMicroseconds: UInt64 = 2_000_000

  /// The properties of the transient unit, with the D-Bus type `a(sv)`.
  func unitProperties(input: Int32?, output: Int32) -> BusValue {
    var properties: [(String, BusValue)] = [
      ("Description", .string(purpose)),
      ("Type", .string("exec")),
      ("ExecStart", command),
      ("StandardOutputFileDescriptor", .fileDescriptor(output)),
      ("Environment", .strings(environment.sorted { $0.key < $1.key }.map { "\($0)=\($1)" })),
      ("TimeoutStopUSec", .uint64(Self.stopMicroseconds)),
      ("CollectMode", .string("inactive-or-failed")),
      // The unit stays loaded until nightd calls `UnrefUnit` or leaves the bus.
      ("AddRef", .boolean(true)),
    ]
    switch kind {
    case .helper:
      properties += [
        ("NoNewPrivileges", .boolean(true)),
        ("Slice", .string("background.slice")),
        ("MemoryMax", .uint64(memoryBytes)),
        ("TasksMax", .uint64(tasks)),
      ]
    case .session:
      properties += [("Slice", .string("app.slice")), ("KillMode", .string("process"))]
    }
    // Without the property `StandardError`, systemd sends standard error to the same place as the
    // output.
    if !joinsErrors { properties.append(("StandardError", .string("journal"))) }
    if let limitMilliseconds {
      let microseconds = UInt64(clamping: limitMilliseconds) * 1_000
      properties.append(("RuntimeMaxUSec", .uint64(microseconds)))
    }
    if let input { properties.append(("StandardInputFileDescriptor", .fileDescriptor(input))) }
    return .array(
      .structure([.string, .variant]),
      properties.map { .structure([.string($0.0), .variant($0.1)]) }
    )
  }

  /// The command with the D-Bus type `a(sasb)`: the program, its arguments, and a flag.
  ///
  /// The flag is false, so systemd does not ignore a failure of the program.
  private var command: BusValue {
    // systemd expands variables in all arguments here, so double each dollar sign. systemd expands
    // specifiers only in unit files, so percent signs stay as they are. Search byte by byte, as
    // systemd does, because a combining mark and a dollar sign may form one `Character`.
    let dollar = UInt8(ascii: "$")
    let literal = arguments.map { argument in
      String(
        decoding: argument.utf8.flatMap { $0 == dollar ? [dollar, dollar] : [$0] },
        as: UTF8.self
      )
    }
    let fields: [BusValue] = [.string(arguments.first ?? ""), .strings(literal), .boolean(false)]
    return .array(.structure(fields.map(\.type)), [.structure(fields)])
  }
}
