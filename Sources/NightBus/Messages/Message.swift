import CDBus

/// A D-Bus message with one owner.
///
/// Use a message on one thread only. Sending consumes the message, because libdbus ends the process
/// if a message changes after it was sent.
package struct Message: ~Copyable {
  package enum Kind: Sendable {
    case call, answer, error, signal
  }

  let pointer: OpaquePointer

  /// Takes ownership of the caller's reference to a message of libdbus.
  init(taking pointer: OpaquePointer) { self.pointer = pointer }

  /// Adds a reference to a message that has another owner.
  init(sharing pointer: OpaquePointer) { self.pointer = dbus_message_ref(pointer) }

  deinit { dbus_message_unref(pointer) }
}

// MARK: - Making

extension Message {
  package static func call(
    to destination: BusName,
    at path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue] = []
  ) throws(BusError) -> Message {
    let made = dbus_message_new_method_call(
      destination.text,
      path.text,
      interface.text,
      member.text
    )
    guard let made else { throw .outOfMemory }
    let message = Message(taking: made)
    try message.append(arguments)
    return message
  }

  package static func signal(
    from path: ObjectPath,
    _ interface: InterfaceName,
    _ member: MemberName,
    _ arguments: [BusValue] = []
  ) throws(BusError) -> Message {
    guard let made = dbus_message_new_signal(path.text, interface.text, member.text) else {
      throw .outOfMemory
    }
    let message = Message(taking: made)
    try message.append(arguments)
    return message
  }

  /// Makes an error reply to this call.
  ///
  /// A NUL in the refusal's message is replaced, because a C string ends at a NUL. A very long
  /// message, such as one that contains a path of several megabytes, is cut.
  package borrowing func refusal(_ refusal: Refusal) throws(BusError) -> Message {
    let message = Self.cut(refusal.message).unicodeScalars
    let text = String(message.map { $0 == "\0" ? "\u{FFFD}" : Character($0) })
    guard let made = dbus_message_new_error(pointer, refusal.name.text, text) else {
      throw .outOfMemory
    }
    return Message(taking: made)
  }

  /// The length at which an error's message is cut, in Unicode scalars.
  private static let longestMessage = 4_096

  private static func cut(_ message: String) -> String {
    let scalars = message.unicodeScalars
    guard !scalars.dropFirst(longestMessage).isEmpty else { return message }
    return String(scalars.prefix(longestMessage)) + "…"
  }

  /// A copy of this call with only its serial and sender, which are enough for a reply.
  borrowing func withoutContents() throws(BusError) -> Message {
    guard let made = dbus_message_new(DBUS_MESSAGE_TYPE_METHOD_CALL) else { throw .outOfMemory }
    let bare = Message(taking: made)
    dbus_message_set_serial(made, dbus_message_get_serial(pointer))
    // Without a bus, a call has no sender; libdbus accepts nil here.
    guard dbus_message_set_sender(made, dbus_message_get_sender(pointer)) != 0 else {
      throw .outOfMemory
    }
    return bare
  }

  package borrowing func setAutoStart(_ allowed: Bool) {
    dbus_message_set_auto_start(pointer, allowed ? 1 : 0)
  }

  package borrowing func setNoReply() { dbus_message_set_no_reply(pointer, 1) }

  /// Makes the bus deliver this signal to one connection only, instead of to all subscribers.
  package borrowing func setDestination(_ name: BusName) throws(BusError) {
    guard dbus_message_set_destination(pointer, name.text) != 0 else { throw .outOfMemory }
  }
}

// MARK: - Reading

extension Message {
  package var kind: Kind? {
    switch dbus_message_get_type(pointer) {
    case DBUS_MESSAGE_TYPE_METHOD_CALL: .call
    case DBUS_MESSAGE_TYPE_METHOD_RETURN: .answer
    case DBUS_MESSAGE_TYPE_ERROR: .error
    case DBUS_MESSAGE_TYPE_SIGNAL: .signal
    default: nil
    }
  }

  package var sender: BusName? {
    text(dbus_message_get_sender(pointer)).map(BusName.init(unchecked:))
  }
  package var destination: BusName? {
    text(dbus_message_get_destination(pointer)).map(BusName.init(unchecked:))
  }
  package var path: ObjectPath? {
    text(dbus_message_get_path(pointer)).map(ObjectPath.init(unchecked:))
  }
  package var interface: InterfaceName? {
    text(dbus_message_get_interface(pointer)).map(InterfaceName.init(unchecked:))
  }
  package var member: MemberName? {
    text(dbus_message_get_member(pointer)).map(MemberName.init(unchecked:))
  }
  package var errorName: ErrorName? {
    text(dbus_message_get_error_name(pointer)).map(ErrorName.init(unchecked:))
  }
  package var signature: String { text(dbus_message_get_signature(pointer)) ?? "" }
  package var wantsNoReply: Bool { dbus_message_get_no_reply(pointer) != 0 }

  /// Whether the message has file descriptors; libdbus closes them when it frees the message.
  package var carriesFileDescriptors: Bool { dbus_message_contains_unix_fds(pointer) != 0 }

  func isSignal(_ interface: InterfaceName, _ member: MemberName) -> Bool {
    kind == .signal && has(member) && has(interface)
  }

  // These functions use withCString; passing a String directly to a C function would copy the
  // string.

  func isFrom(_ sender: BusName) -> Bool {
    sender.text.withCString { dbus_message_has_sender(pointer, $0) != 0 }
  }

  func has(_ path: ObjectPath) -> Bool {
    path.text.withCString { dbus_message_has_path(pointer, $0) != 0 }
  }

  func has(_ interface: InterfaceName) -> Bool {
    interface.text.withCString { dbus_message_has_interface(pointer, $0) != 0 }
  }

  func has(_ member: MemberName) -> Bool {
    member.text.withCString { dbus_message_has_member(pointer, $0) != 0 }
  }

  /// The error in this message; nil if the message is not an error.
  ///
  /// If the error comes without a message, the error's name is used as the message. A long message
  /// from another program is cut, because it may be shown to people.
  package var asRefusal: Refusal? {
    guard kind == .error, let name = errorName else { return nil }
    let message: String? =
      switch try? values().first {
      case .string(let text): text
      default: nil
      }
    return Refusal(name, message.map(Self.cut) ?? name.text)
  }

  /// Copies a string that belongs to libdbus, because libdbus frees its own string with the
  /// message.
  private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    pointer.map { String(cString: $0) }
  }
}
