import CDBus
import Glibc

/// A private connection to a bus.
///
/// Use a connection on one thread only. Without a loop, a connection can send a call and wait for
/// the reply. To receive signals and calls, attach the connection to a loop. If the bus is lost,
/// the process continues to run, and the connection calls `onLost` once.
package final class Connection {
  /// How many bytes of received messages libdbus keeps before it stops reading.
  ///
  /// A single message that is larger than this limit is still received.
  private static let receivedBytes = 16 << 20
  let pointer: OpaquePointer
  package let uniqueName: BusName
  package internal(set) var isLost = false
  /// Called once, when the connection to the bus is lost.
  package var onLost: () -> Void = {}
  /// Called when the connection loses a bus name that it owned.
  package var onNameLost: (BusName) -> Void = { _ in }
  /// Called when the connection gets a bus name that it requested, either immediately or after a
  /// wait in the name's queue.
  package var onNameAcquired: (BusName) -> Void = { _ in }
  package var server = ObjectServer()
  private(set) lazy var largeAnswers = LargeAnswers(on: self)

  /// The subscribers, sorted by the time at which they subscribed.
  var subscribers: [Subscriber] = []
  /// The calls that wait for a reply.
  ///
  /// When the bus is lost, libdbus does not end the pending calls, so the connection ends them.
  var calls: [UInt64: Exchange.Delivery] = [:]
  var nextCall: UInt64 = 0
  var attachment: LoopAttachment?
  private var isListening = false

  /// Connects, and waits up to `milliseconds` for the bus's reply to Hello.
  package convenience init(
    address: String,
    _ hooks: ConnectHooks = .none,
    milliseconds: Int = 10_000
  ) throws(BusError) {
    let pointer = try Self.open(address, hooks)
    try self.init(pointer, address) { () throws(BusError) in
      try Self.greet(pointer, milliseconds: milliseconds)
    }
  }

  /// Connects, and sends a call together with the Hello message, so that a single wait is enough
  /// for both replies.
  ///
  /// Before returning, calls `deliver` with the reply to the call. Throws only if connecting fails.
  /// `greeting` is the timeout for the reply to Hello; the default is the value of `milliseconds`.
  package convenience init(
    address: String,
    _ hooks: ConnectHooks = .none,
    greeting: Int? = nil,
    asking call: consuming Message,
    milliseconds: Int,
    pingingAfter soon: Int? = nil,
    _ deliver: (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) {
    let pointer = try Self.open(address, hooks)
    var answer: Result<[BusValue], BusError>?
    try self.init(pointer, address) { () throws(BusError) in
      let hello = try PendingCall(
        try .hello(),
        on: pointer,
        milliseconds: greeting ?? milliseconds
      )
      answer = Result { () throws(BusError) in
        try Exchange.wait(
          on: pointer,
          call,
          milliseconds: milliseconds,
          pingingAfter: soon
        ).values()
      }
      return try Self.name(in: hello)
    }
    if let answer { deliver(answer) }
  }

  init(
    _ pointer: OpaquePointer,
    _ address: String,
    greet: () throws(BusError) -> BusName
  ) throws(BusError) {
    self.pointer = pointer
    do throws(BusError) {
      uniqueName = try greet()
    } catch {
      Self.release(pointer)
      throw Self.unreachable(address, error)
    }
    dbus_connection_set_max_received_size(pointer, Self.receivedBytes)
    let me = Unmanaged.passUnretained(self).toOpaque()
    guard dbus_connection_add_filter(pointer, filter, me, nil) != 0 else { throw .outOfMemory }
    isListening = true
  }

  deinit {
    attachment?.detach()
    if isListening {
      dbus_connection_remove_filter(pointer, filter, Unmanaged.passUnretained(self).toOpaque())
    }
    Self.release(pointer)
  }

  /// Sends all queued messages; waits at most `milliseconds` for the bus to accept them.
  package func flush(milliseconds: Int) {
    _ = Exchange.flush(pointer, milliseconds: milliseconds)
  }

  static func open(
    _ address: String,
    _ hooks: ConnectHooks
  ) throws(BusError) -> OpaquePointer {
    guard !address.utf8.contains(0) else {
      throw .unreachable(address: address, why: "the address contains a NUL")
    }
    // Do not let libdbus change how SIGPIPE is handled, because only the program that uses this
    // module may change it.
    dbus_connection_set_change_sigpipe(0)
    var failure = DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    hooks.begin()
    defer { hooks.end() }
    guard let pointer = dbus_connection_open_private(address, &failure) else {
      let why = failure.message.map { String(cString: $0) } ?? "out of memory"
      // Only one signal can interrupt connect(2) while it waits: the signal that `hooks` sends at
      // the timeout. So EINTR means a timeout.
      let isLate = why.hasSuffix(SystemError.message(EINTR))
      throw .unreachable(address: address, why: isLate ? "\(BusError.timedOut)" : why)
    }
    dbus_connection_set_exit_on_disconnect(pointer, 0)
    return pointer
  }

  static func unreachable(_ address: String, _ error: BusError) -> BusError {
    switch error {
    case .refused(let refusal): .unreachable(address: address, why: refusal.message)
    default: .unreachable(address: address, why: "\(error)")
    }
  }

  /// Sends Hello and waits for the reply; each of these steps may take up to `milliseconds`.
  static func greet(_ pointer: OpaquePointer, milliseconds: Int) throws(BusError) -> BusName {
    try name(in: try PendingCall(try .hello(), on: pointer, milliseconds: milliseconds))
  }

  /// This connection's unique name, which the bus sends in its reply to Hello.
  ///
  /// This code replaces `dbus_bus_register`, which waits without a limit if the bus is stalled.
  private static func name(in hello: borrowing PendingCall) throws(BusError) -> BusName {
    let answer = try Exchange.accepted(try hello.answer(), from: .bus)
    guard case .string(let text)? = try answer.values().first, let name = BusName(text) else {
      throw .malformed("the bus assigned no name")
    }
    return name
  }

  /// Closes a private connection before releasing it; if the connection were still open, libdbus
  /// would abort the process.
  ///
  /// `release` also dispatches the queued messages. For each call that still waits for a reply, the
  /// queue contains an error that ends the call. A call that never ends would keep the connection
  /// alive.
  static func release(_ pointer: OpaquePointer) {
    dbus_connection_close(pointer)
    while dbus_connection_dispatch(pointer) == DBUS_DISPATCH_DATA_REMAINS {}
    dbus_connection_unref(pointer)
  }
}

// MARK: - Sending

extension Connection {
  /// Queues a message for the bus; a bus that is lost or stalled may never receive the message.
  package func send(_ message: consuming Message) throws(BusError) {
    guard isConnected else { throw .disconnected }
    try checkDescriptors(of: message)
    guard dbus_connection_send(pointer, message.pointer, nil) != 0 else { throw .outOfMemory }
  }

  /// Throws if the message contains file descriptors but the bus cannot pass them on.
  ///
  /// Without this check, libdbus would wrongly report a lack of memory.
  private func checkDescriptors(of message: borrowing Message) throws(BusError) {
    guard message.carriesFileDescriptors else { return }
    guard dbus_connection_can_send_type(pointer, CDBUS_TYPE_UNIX_FD) != 0 else {
      throw .malformed("this bus does not pass file descriptors")
    }
  }

  /// Whether the bus is still connected.
  ///
  /// Without a loop, nothing reports a lost bus, and libdbus silently drops messages for a lost
  /// bus. So `isConnected` also asks libdbus whether the bus is connected.
  private var isConnected: Bool { !isLost && dbus_connection_get_is_connected(pointer) != 0 }

  /// How many bytes of queued messages the bus has not read yet.
  package var unsentBytes: Int { dbus_connection_get_outgoing_size(pointer) }

  /// Sends a call and blocks until the reply comes; never call this function on a thread that
  /// serves calls.
  package func callAndWait(
    _ message: consuming Message,
    milliseconds: Int,
    pingingAfter soon: Int? = nil
  ) throws(BusError) -> Message {
    guard !isLost else { throw .disconnected }
    try checkDescriptors(of: message)
    return try Exchange.wait(
      on: pointer,
      message,
      milliseconds: milliseconds,
      pingingAfter: soon
    )
  }

  /// Sends a call; the loop calls `deliver` exactly once, even if the bus is lost.
  ///
  /// If the call fails, `deliver` is called with the error and with the message that reported the
  /// error. `deliver` is not called after the connection is released or closed.
  package func call(
    _ message: consuming Message,
    milliseconds: Int,
    then deliver: @escaping (borrowing Message, BusError?) -> Void
  ) throws(BusError) {
    guard isConnected else { throw .disconnected }
    try checkDescriptors(of: message)
    nextCall += 1
    let number = nextCall
    let finish = { [weak self] (answer: borrowing Message, error: BusError?) in
      guard let deliver = self?.calls.removeValue(forKey: number) else { return }
      deliver(answer, error)
    }
    if let name = message.destination, name.isWellKnown {
      let reply = VerifiedReply(
        askingOwner: { [weak self] deliver in
          do throws(BusError) {
            guard let self else { return }
            try askOwner(of: name, milliseconds, then: deliver)
          } catch {
            deliver(nil)
          }
        },
        finish
      )
      // Before the call, ask who owns the name: the callee may release the name right after the
      // call.
      try askOwner(of: name, milliseconds) { reply.received(owner: $0) }
      try Exchange.start(on: pointer, message, milliseconds: milliseconds) {
        reply.received($0, $1)
      }
    } else {
      try Exchange.start(on: pointer, message, milliseconds: milliseconds, finish)
    }
    calls[number] = deliver
  }

  private func askOwner(
    of name: BusName,
    _ milliseconds: Int,
    then deliver: @escaping (BusName?) -> Void
  ) throws(BusError) {
    try Exchange.start(on: pointer, .owner(of: name), milliseconds: milliseconds) { answer, error in
      deliver(error == nil ? answer.owner : nil)
    }
  }
}

// MARK: - Receiving

extension Connection {
  // Keep these names as constants. If `receive` contained them as literals, every signal would make
  // this module check again whether the literals are valid names.
  private static let localInterface: InterfaceName = "org.freedesktop.DBus.Local"
  private static let disconnected: MemberName = "Disconnected"
  private static let nameLost: MemberName = "NameLost"
  private static let nameAcquired: MemberName = "NameAcquired"

  /// Handles a message; returns false if libdbus should handle the message instead.
  func receive(_ message: borrowing Message) -> Bool {
    switch message.kind {
    case .signal:
      // The signal `Disconnected` always comes from libdbus itself. If another program sends a
      // signal of this name, the bus does not pass it on.
      if message.isSignal(Self.localInterface, Self.disconnected) {
        lose(message)
      } else if let name = name(in: message, Self.nameLost) {
        onNameLost(name)
      } else if let name = name(in: message, Self.nameAcquired) {
        onNameAcquired(name)
      } else {
        deliver(message)
      }
      return true
    case .call:
      // If the bus is lost, no caller can get a reply. So ignore calls that libdbus queued before
      // it reported the loss of the bus.
      guard isConnected else { return true }
      defer { attachment?.callServed() }
      return server.receive(message, on: self)
    case .answer, .error, nil: return false
    }
  }

  /// The bus name in a message, if the message is a signal named `member` and comes from the bus;
  /// otherwise nil.
  private func name(in message: borrowing Message, _ member: MemberName) -> BusName? {
    guard message.isSignal(.bus, member), message.isFrom(.bus),
      let name = message.read({ $0.string() })
    else { return nil }
    return BusName(name)
  }

  private func lose(_ message: borrowing Message) {
    guard !isLost else { return }
    isLost = true
    for number in calls.keys.sorted() {
      calls.removeValue(forKey: number)?(message, .disconnected)
    }
    onLost()
  }
}

/// The function that receives the messages of every connection.
///
/// All connections share one function as their libdbus filter, because libdbus finds the filter to
/// remove by the function's address.
private let filter: DBusHandleMessageFunction = { _, message, data in
  guard let message, let data else { return DBUS_HANDLER_RESULT_NOT_YET_HANDLED }
  let connection = Unmanaged<Connection>.fromOpaque(data).takeUnretainedValue()
  return connection.receive(Message(sharing: message))
    ? DBUS_HANDLER_RESULT_HANDLED : DBUS_HANDLER_RESULT_NOT_YET_HANDLED
}

extension Message {
  fileprivate static func hello() throws(BusError) -> Message {
    try .call(to: .bus, at: .bus, .bus, "Hello")
  }
}
