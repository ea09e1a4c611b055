import CDBus

/// A call whose answer will be waited for, or not: it is forgotten where it is let go.
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

  /// Waits so long, and answers whether the answer is there, or never will be.
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

  /// Waits for the answer, whatever it says and whoever gave it.
  borrowing func answer() throws(BusError) -> Message {
    // First of all libdbus would wait without end until everything queued has left.
    guard Exchange.push(connection, milliseconds: milliseconds) else { throw .timedOut }
    dbus_pending_call_block(pointer)
    guard let answer = dbus_pending_call_steal_reply(pointer) else { throw .outOfMemory }
    let message = Message(taking: answer)
    // libdbus may say of a bus that has gone that no answer came.
    let isGone = message.sender == nil && dbus_connection_get_is_connected(connection) == 0
    if isGone { throw .disconnected }
    return message
  }
}
