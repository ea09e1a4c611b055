import CDBus

/// What answers carry, checked and written once, however many of them carry it.
///
/// Writing costs far more than copying what is written. Like a message it belongs to one thread.
package final class Body {
  /// An answer to nobody yet.
  fileprivate let message: Message
  let signature: String
  /// How many bytes it takes at most.
  let bytes: Int

  package init(_ values: [BusValue]) throws(BusError) {
    guard let made = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_RETURN) else { throw .outOfMemory }
    message = Message(taking: made)
    message.setNoReply()
    bytes = try message.append(values)
    signature = message.signature
  }
}

extension Message {
  /// An answer to this call.
  package borrowing func answer(_ body: Body) throws(BusError) -> Message {
    guard let made = dbus_message_copy(body.message.pointer) else { throw .outOfMemory }
    let answer = Message(taking: made)
    // Without a bus in between a caller has no name.
    guard dbus_message_set_reply_serial(made, dbus_message_get_serial(pointer)) != 0,
      dbus_message_set_destination(made, dbus_message_get_sender(pointer)) != 0
    else { throw .outOfMemory }
    return answer
  }
}
