import CDBus

/// Sends calls through libdbus, and checks which program replied.
enum Exchange {
  typealias Delivery = (borrowing Message, BusError?) -> Void

  /// Sends a call and waits for the reply; each of these steps may take up to `milliseconds`.
  ///
  /// If no reply comes within `pingingAfter` milliseconds, the callee gets a ping. If the callee
  /// does not answer the ping within the same number of milliseconds, `wait` throws `.timedOut`.
  /// The callee may still carry out the call after that.
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
    // Send the call and the request for the name's owner before waiting, so that the thread waits
    // for both replies at the same time. Ask for the owner before the call, because the callee may
    // release the name soon after the call.
    let owner = try ask(.owner(of: name))
    let asked = try ask(call)
    if let soon, !asked.isOver(within: soon), isHung(name, on: connection, milliseconds: soon) {
      throw .timedOut
    }
    let answer = try asked.answer()
    if let sender = answer.sender, sender != .bus, sender != (try owner.answer()).owner,
      // Ask again who owns the name, because the bus may have started the callee to deliver this
      // call.
      sender != (try ask(.owner(of: name)).answer()).owner
    {
      throw .strangerAnswered(sender)
    }
    return try accepted(answer, from: name)
  }

  /// Whether a process owns `name` but does not answer a ping.
  ///
  /// In every process that reads its messages from the bus, libdbus itself answers pings. So a
  /// daemon answers pings even while one of its threads waits for a slow disk.
  private static func isHung(
    _ name: BusName,
    on connection: OpaquePointer,
    milliseconds: Int
  ) -> Bool {
    do throws(BusError) {
      let ping = try Message.call(to: name, at: "/", .peer, "Ping", [])
      // This ping must not start the callee. While another call starts the callee, the callee's
      // name has no owner, so the bus at once replies with an error, and `isHung` returns false.
      ping.setAutoStart(false)
      let pending = try PendingCall(ping, on: connection, milliseconds: milliseconds)
      return !pending.isOver(within: milliseconds)
    } catch {
      return false
    }
  }

  /// Returns the reply; throws if the reply is an error or comes from the wrong sender.
  static func accepted(
    _ answer: consuming Message,
    from callee: BusName?
  ) throws(BusError) -> Message {
    if let error = error(in: answer, from: callee) { throw error }
    return answer
  }

  /// Sends the queued messages; returns false if some are still unsent after `milliseconds`.
  static func flush(_ connection: OpaquePointer, milliseconds: Int) -> Bool {
    let deadline = Timer.moment(after: milliseconds)
    while dbus_connection_has_messages_to_send(connection) != 0 {
      let now = Timer.now()
      guard now < deadline else { return false }
      let left = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
      guard dbus_connection_read_write(connection, left) != 0 else { return true }
    }
    return true
  }

  /// Sends a call; libdbus calls `deliver` when it dispatches the reply.
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
    // If the connection is already closed, libdbus returns no pending call.
    guard let pending else { throw .disconnected }
    return pending
  }

  /// The error that a reply reports; nil if the call succeeded.
  ///
  /// libdbus also makes replies that report its own errors, such as a timeout or a lost bus. The
  /// replies that libdbus makes have no sender.
  private static func error(in answer: borrowing Message, from callee: BusName?) -> BusError? {
    guard let sender = answer.sender else { return ownError(in: answer) }
    guard mayAnswer(sender, for: callee) else { return .strangerAnswered(sender) }
    return answer.asRefusal.map { .refused($0) }
  }

  /// Whether a reply from `sender` can be the reply to a call that was sent to `callee`.
  ///
  /// On a session bus, any program may reply to any call, and libdbus checks only the serial number
  /// in the reply. Only the bus knows which program owns a well-known name, so this function does
  /// not check the owner; its callers ask the bus.
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

/// A call whose reply a thread can wait for; if you release the call, the reply is ignored.
struct PendingCall: ~Copyable {
  private let pointer: OpaquePointer
  private let connection: OpaquePointer
  private let milliseconds: Int

  init(
    _ call: borrowing Message,
    on connection: OpaquePointer,
    milliseconds: Int
  ) throws(BusError) {
    pointer = try Exchange.send(call, on: connection, milliseconds: milliseconds)
    self.connection = connection
    self.milliseconds = milliseconds
  }

  deinit {
    dbus_pending_call_cancel(pointer)
    dbus_pending_call_unref(pointer)
  }

  /// Waits up to `milliseconds` for the reply; returns false if the reply may still come later.
  borrowing func isOver(within milliseconds: Int) -> Bool {
    let deadline = Timer.moment(after: milliseconds)
    while dbus_pending_call_get_completed(pointer) == 0 {
      let now = Timer.now()
      guard now < deadline else { return false }
      let left = Int32(clamping: (deadline - now + 999_999) / 1_000_000)
      guard dbus_connection_read_write_dispatch(connection, left) != 0 else { return true }
    }
    return true
  }

  /// Waits for the reply, which may be an error and may come from any sender.
  borrowing func answer() throws(BusError) -> Message {
    // Flush first: dbus_pending_call_block would flush without a time limit.
    guard Exchange.flush(connection, milliseconds: milliseconds) else { throw .timedOut }
    dbus_pending_call_block(pointer)
    guard let answer = dbus_pending_call_steal_reply(pointer) else { throw .outOfMemory }
    let message = Message(taking: answer)
    // If the bus was lost during the wait, libdbus may report a timeout instead of the loss.
    let isGone = message.sender == nil && dbus_connection_get_is_connected(connection) == 0
    if isGone { throw .disconnected }
    return message
  }
}

/// Holds back the reply to a call until it is known which program owns the called well-known name.
///
/// On a session bus, any program may reply to any call. So just before the call, this class asks
/// the bus who owns the name. Because the class asks before the call, a daemon's reply is accepted
/// even if the daemon releases the name before it replies. If another program replies, this class
/// asks the bus once more who owns the name, because the bus may have started that program for the
/// call.
final class VerifiedReply {
  typealias AskOwner = (_ then: @escaping (BusName?) -> Void) -> Void

  private enum Owner: Equatable {
    case unknown
    case known(BusName?)
  }

  private let askOwner: AskOwner
  private let deliver: Exchange.Delivery
  private var owner = Owner.unknown
  private var held: Message?
  private var error: BusError?

  init(askingOwner askOwner: @escaping AskOwner, _ deliver: @escaping Exchange.Delivery) {
    self.askOwner = askOwner
    self.deliver = deliver
  }

  func received(owner name: BusName?) {
    owner = .known(name)
    verify()
  }

  func received(_ message: borrowing Message, _ error: BusError?) {
    // If the name has no owner, the bus itself replies, so do not check a reply that comes from the
    // bus. After a timeout, libdbus itself replies, so do not check a reply that comes from
    // libdbus.
    guard let sender = message.sender, sender != .bus else { return deliver(message, error) }
    held = Message(sharing: message.pointer)
    self.error = error
    verify()
  }

  private func verify() {
    guard case .known(let first) = owner, let sender = held?.sender else { return }
    if first == sender { return deliverHeld(error) }
    askOwner { [self] second in deliverHeld(second == sender ? error : .strangerAnswered(sender)) }
  }

  private func deliverHeld(_ error: BusError?) {
    guard let message = held.take() else { return }
    deliver(message, error)
  }
}
