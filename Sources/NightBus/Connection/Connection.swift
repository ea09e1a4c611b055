import CDBus
import Glibc

/// A private connection to a bus.
///
/// Confined to one thread. It can call and wait by itself; to receive, it is attached to a loop.
/// It never ends the process: a lost bus is told through `onLost`, once.
package final class Connection {
  /// What libdbus holds in received messages at most before it stops reading; one larger message
  /// still passes.
  private static let receivedBytes = 16 << 20
  let pointer: OpaquePointer
  package let uniqueName: BusName
  package internal(set) var isLost = false
  /// Called once, when the bus is gone.
  package var onLost: () -> Void = {}
  /// Called when a name that was owned here is taken away.
  package var onNameLost: (BusName) -> Void = { _ in }
  /// Called when a name becomes ours, also when its owner before us left.
  package var onNameAcquired: (BusName) -> Void = { _ in }
  package var server = ObjectServer()
  private(set) lazy var largeAnswers = LargeAnswers(on: self)

  /// In the order in which they came.
  var subscribers: [Subscriber] = []
  /// Calls under way: libdbus tells them nothing when the bus goes.
  var calls: [UInt64: Exchange.Delivery] = [:]
  var nextCall: UInt64 = 0
  var attachment: LoopAttachment?
  private var isListening = false

  /// Connects; the bus may take so long to greet us.
  package convenience init(
    address: String,
    _ opening: Opening = .plain,
    milliseconds: Int = 10_000
  ) throws(BusError) {
    let pointer = try Self.open(address, opening)
    try self.init(pointer, address) { () throws(BusError) in
      try Self.greet(pointer, milliseconds: milliseconds)
    }
  }

  /// Connects and asks at once: Hello and the call leave together, so that both are one wait.
  ///
  /// The answer is handed over before this returns; it throws only where the bus does not greet us.
  /// Without `greeting` the bus may take as long to greet us as the answer may.
  package convenience init(
    address: String,
    _ opening: Opening = .plain,
    greeting: Int? = nil,
    asking call: consuming Message,
    milliseconds: Int,
    pingingAfter soon: Int? = nil,
    _ deliver: (Result<[BusValue], BusError>) -> Void
  ) throws(BusError) {
    let pointer = try Self.open(address, opening)
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

  /// Waits until all that was sent has left, unless the bus does not read.
  package func flush(milliseconds: Int) {
    _ = Exchange.push(pointer, milliseconds: milliseconds)
  }

  static func open(
    _ address: String,
    _ opening: Opening
  ) throws(BusError) -> OpaquePointer {
    guard !address.utf8.contains(0) else {
      throw .unreachable(address: address, why: "the address contains a NUL")
    }
    // What SIGPIPE does is the program's affair; libdbus never needs it.
    dbus_connection_set_change_sigpipe(0)
    var failure = DBusError()
    dbus_error_init(&failure)
    defer { dbus_error_free(&failure) }
    opening.begin()
    defer { opening.end() }
    guard let pointer = dbus_connection_open_private(address, &failure) else {
      let why = failure.message.map { String(cString: $0) } ?? "out of memory"
      // Only who has lost patience interrupts it.
      let isLate = why.hasSuffix(SystemError.words(EINTR))
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

  /// Says Hello, and waits so long for it to leave and so long for the answer.
  static func greet(_ pointer: OpaquePointer, milliseconds: Int) throws(BusError) -> BusName {
    try name(in: try PendingCall(try .hello(), on: pointer, milliseconds: milliseconds))
  }

  /// What the bus answers to a Hello that we say by ourselves.
  ///
  /// dbus_bus_register would wait for a stalled bus without a limit.
  private static func name(in hello: borrowing PendingCall) throws(BusError) -> BusName {
    let answer = try Exchange.accepted(try hello.answer(), from: .bus)
    guard case .string(let text)? = try answer.values().first, let name = BusName(text) else {
      throw .malformed("the bus gave no name")
    }
    return name
  }

  /// A private connection must be closed before its last reference goes, or libdbus aborts.
  ///
  /// What is queued is worked off, since each unanswered call keeps the connection alive until it
  /// has heard that the bus is gone.
  static func release(_ pointer: OpaquePointer) {
    dbus_connection_close(pointer)
    while dbus_connection_dispatch(pointer) == DBUS_DISPATCH_DATA_REMAINS {}
    dbus_connection_unref(pointer)
  }
}

// MARK: - Sending

extension Connection {
  /// Hands a message over; what a lost or stalled bus does with it is not known here.
  package func send(_ message: consuming Message) throws(BusError) {
    guard isConnected else { throw .disconnected }
    try checkDescriptors(of: message)
    guard dbus_connection_send(pointer, message.pointer, nil) != 0 else { throw .outOfMemory }
  }

  /// libdbus says of a bus that takes none only that memory ran out.
  private func checkDescriptors(of message: borrowing Message) throws(BusError) {
    guard message.carriesFileDescriptors else { return }
    guard dbus_connection_can_send_type(pointer, CDBUS_TYPE_UNIX_FD) != 0 else {
      throw .malformed("this bus passes on no file descriptors")
    }
  }

  /// Without a loop nobody tells of a lost bus; libdbus then drops what it is given, silently.
  private var isConnected: Bool { !isLost && dbus_connection_get_is_connected(pointer) != 0 }

  /// Bytes that wait for a bus that does not read them.
  package var bytesWaiting: Int { dbus_connection_get_outgoing_size(pointer) }

  /// Calls and waits; never for use on a thread that serves others.
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

  /// Calls; the answer comes on the loop, exactly once, the loss of the bus included.
  ///
  /// Beside an error stands whatever message told it. A connection that is let go or closed
  /// forgets its calls.
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
      let held = OwnersAnswer(
        asking: { [weak self] told in
          do throws(BusError) {
            guard let self else { return }
            try askOwner(of: name, milliseconds, told)
          } catch {
            told(nil)
          }
        },
        finish
      )
      // First, since whoever gets the call may leave the name right after it.
      try askOwner(of: name, milliseconds) { held.ownerTold($0) }
      try Exchange.start(on: pointer, message, milliseconds: milliseconds) {
        held.answered($0, $1)
      }
    } else {
      try Exchange.start(on: pointer, message, milliseconds: milliseconds, finish)
    }
    calls[number] = deliver
  }

  private func askOwner(
    of name: BusName,
    _ milliseconds: Int,
    _ told: @escaping (BusName?) -> Void
  ) throws(BusError) {
    try Exchange.start(on: pointer, .owner(of: name), milliseconds: milliseconds) { answer, error in
      told(error == nil ? answer.owner : nil)
    }
  }
}

// MARK: - Receiving

extension Connection {
  // Constants, since a literal is checked each time it is met, and every signal comes by here.
  private static let localInterface: InterfaceName = "org.freedesktop.DBus.Local"
  private static let disconnected: MemberName = "Disconnected"
  private static let nameLost: MemberName = "NameLost"
  private static let nameAcquired: MemberName = "NameAcquired"

  /// Answers whether the message is dealt with.
  func receive(_ message: borrowing Message) -> Bool {
    switch message.kind {
    case .signal:
      // Only libdbus itself makes this one; the buses refuse it from others.
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
      // No caller can get a reply any more. Queued calls must not delay the loss, which libdbus reports last.
      guard isConnected else { return true }
      defer { attachment?.callServed() }
      return server.receive(message, on: self)
    case .answer, .error, nil: return false
    }
  }

  /// The name of which the bus tells us so.
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

/// One function for adding and removing: libdbus finds the filter again by its address.
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
