import CDBus

/// A call and its answer.
enum Exchange {
  typealias Delivery = (borrowing Message, BusError?) -> Void

  /// Waits so long for the call to leave, and so long for its answer.
  ///
  /// With `pingingAfter` a callee that is silent for so long is pinged, and if it does not answer that
  /// either within the same time, the call is given up. The callee may still do what was asked.
  static func wait(
    on connection: OpaquePointer,
    _ call: borrowing Message,
    milliseconds: Int,
    pingingAfter soon: Int? = nil
  ) throws(BusError) -> Message {
    func ask(_ call: borrowing Message) throws(BusError) -> PendingCall {
      try PendingCall(call, on: connection, milliseconds: milliseconds)
    }
    guard let name = call.destination, name.isWellKnown else {
      return try accepted(try ask(call).answer(), from: call.destination)
    }
    // Sent along with the call, so that it costs no wait of its own; and before it, since whoever
    // got the call may have left the name already when the bus reads what comes after.
    let owner = try ask(.owner(of: name))
    let asked = try ask(call)
    if let soon, !asked.isOver(within: soon), isHung(name, on: connection, milliseconds: soon) {
      throw .timedOut
    }
    let answer = try asked.answer()
    if let sender = answer.sender, sender != .bus, sender != (try owner.answer()).owner,
      // One that was started for the call had not the name yet.
      sender != (try ask(.owner(of: name)).answer()).owner
    {
      throw .strangerAnswered(sender)
    }
    return try accepted(answer, from: name)
  }

  /// Whether a process has a name and does not answer a ping.
  ///
  /// libdbus answers one in every process that reads its messages, also while that writes to a slow
  /// disk.
  private static func isHung(
    _ name: BusName,
    on connection: OpaquePointer,
    milliseconds: Int
  ) -> Bool {
    do throws(BusError) {
      let ping = try Message.call(to: name, at: "/", "org.freedesktop.DBus.Peer", "Ping", [])
      // Nobody has the name while it is being started, and the bus says so at once.
      ping.setAutoStart(false)
      let pending = try PendingCall(ping, on: connection, milliseconds: milliseconds)
      return !pending.isOver(within: milliseconds)
    } catch {
      return false
    }
  }

  static func accepted(
    _ answer: consuming Message,
    from callee: BusName?
  ) throws(BusError) -> Message {
    if let error = error(in: answer, from: callee) { throw error }
    return answer
  }

  /// Writes what is queued; answers whether nothing is left of it.
  static func push(_ connection: OpaquePointer, milliseconds: Int) -> Bool {
    let deadline = Timer.moment(after: milliseconds)
    while dbus_connection_has_messages_to_send(connection) != 0 {
      let now = Timer.now()
      guard now < deadline else { return false }
      let left = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
      guard dbus_connection_read_write(connection, left) != 0 else { return true }
    }
    return true
  }

  static func start(
    on connection: OpaquePointer,
    _ call: borrowing Message,
    milliseconds: Int,
    _ deliver: @escaping Delivery
  ) throws(BusError) {
    let pending = try send(call, on: connection, milliseconds: milliseconds)
    defer { dbus_pending_call_unref(pending) }
    let callee = call.destination
    let box = Unmanaged.passRetained(
      DeliveryBox { answer in deliver(answer, error(in: answer, from: callee)) }
    )
    let isSet = dbus_pending_call_set_notify(
      pending,
      { pending, data in
        guard let data, let pending, let answer = dbus_pending_call_steal_reply(pending) else {
          return
        }
        let message = Message(taking: answer)
        Unmanaged<DeliveryBox>.fromOpaque(data).takeUnretainedValue()
          .deliver(message)
      },
      box.toOpaque(),
      { $0.map { Unmanaged<DeliveryBox>.fromOpaque($0).release() } }
    )
    guard isSet != 0 else {
      box.release()
      dbus_pending_call_cancel(pending)
      throw .outOfMemory
    }
  }

  static func send(
    _ call: borrowing Message,
    on connection: OpaquePointer,
    milliseconds: Int
  ) throws(BusError) -> OpaquePointer {
    var pending: OpaquePointer?
    let sent = dbus_connection_send_with_reply(
      connection,
      call.pointer,
      &pending,
      Int32(clamping: max(milliseconds, 1))
    )
    guard sent != 0 else { throw .outOfMemory }
    // No pending call means that the connection is closed already.
    guard let pending else { throw .disconnected }
    return pending
  }

  /// Why an answer is none, if so.
  ///
  /// libdbus puts its own errors, for time that ran out and a bus that is gone, into answers too;
  /// those have no sender.
  private static func error(in answer: borrowing Message, from callee: BusName?) -> BusError? {
    guard let sender = answer.sender else { return ownError(in: answer) }
    guard mayAnswer(sender, for: callee) else { return .strangerAnswered(sender) }
    return answer.asRefusal.map { .refused($0) }
  }

  /// A session bus lets anyone answer anyone's call, and libdbus compares serials alone.
  ///
  /// Who has a well-known name is found out beside the call.
  private static func mayAnswer(_ sender: BusName, for callee: BusName?) -> Bool {
    guard let callee, sender != .bus else { return true }
    return callee.isUnique ? sender == callee : callee != .bus
  }

  private static func ownError(in answer: borrowing Message) -> BusError? {
    guard let refusal = answer.asRefusal else { return nil }
    return switch refusal.name {
    case "org.freedesktop.DBus.Error.NoReply": .timedOut
    case "org.freedesktop.DBus.Error.Disconnected": .disconnected
    case "org.freedesktop.DBus.Error.NoMemory": .outOfMemory
    default: .refused(refusal)
    }
  }
}

private final class DeliveryBox {
  let deliver: (borrowing Message) -> Void
  init(_ deliver: @escaping (borrowing Message) -> Void) { self.deliver = deliver }
}
