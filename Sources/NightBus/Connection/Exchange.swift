import CDBus

/// A call and its answer.
enum Exchange {
  typealias Delivery = (borrowing Message, BusError?) -> Void

  static func wait(
    on connection: OpaquePointer,
    _ call: borrowing Message,
    milliseconds: Int
  ) throws(BusError) -> Message {
    let pending = try send(call, on: connection, milliseconds: milliseconds)
    defer { dbus_pending_call_unref(pending) }
    dbus_pending_call_block(pending)
    guard let answer = dbus_pending_call_steal_reply(pending) else { throw .outOfMemory }
    let message = Message(taking: answer)
    if let error = error(in: message) { throw error }
    return message
  }

  static func start(
    on connection: OpaquePointer,
    _ call: borrowing Message,
    milliseconds: Int,
    _ deliver: @escaping Delivery
  ) throws(BusError) {
    let pending = try send(call, on: connection, milliseconds: milliseconds)
    defer { dbus_pending_call_unref(pending) }
    let box = Unmanaged.passRetained(DeliveryBox(deliver))
    let isSet = dbus_pending_call_set_notify(
      pending,
      { pending, data in
        guard let data, let pending, let answer = dbus_pending_call_steal_reply(pending) else {
          return
        }
        let message = Message(taking: answer)
        Unmanaged<DeliveryBox>.fromOpaque(data).takeUnretainedValue()
          .deliver(message, Exchange.error(in: message))
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

  private static func send(
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

  /// The error that an answer is, if it is one.
  ///
  /// libdbus puts its own errors, for time that ran out and a bus that is gone, into answers too;
  /// those have no sender.
  private static func error(in answer: borrowing Message) -> BusError? {
    guard let refusal = answer.asRefusal else { return nil }
    guard answer.sender == nil else { return .refused(refusal) }
    return switch refusal.name {
    case "org.freedesktop.DBus.Error.NoReply": .timedOut
    case "org.freedesktop.DBus.Error.Disconnected": .disconnected
    case "org.freedesktop.DBus.Error.NoMemory": .outOfMemory
    default: .refused(refusal)
    }
  }
}

private final class DeliveryBox {
  let deliver: Exchange.Delivery
  init(_ deliver: @escaping Exchange.Delivery) { self.deliver = deliver }
}
