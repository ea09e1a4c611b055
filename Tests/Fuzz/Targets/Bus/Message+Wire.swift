import CDBus
@testable import NightBus

/// Messages as bytes in the wire format.
extension Message {
  /// Reads a message; nil if libdbus does not accept the bytes as a message.
  static func read(_ bytes: [UInt8]) -> Message? {
    bytes.withUnsafeBytes { bytes in
      dbus_message_demarshal(bytes.baseAddress, Int32(clamping: bytes.count), nil)
    }.map(Message.init(taking:))
  }

  /// The length of the message that begins with these bytes; nil if it is unknown or no message
  /// begins here.
  static func length(of bytes: [UInt8]) -> Int? {
    let length = bytes.withUnsafeBytes { bytes in
      dbus_message_demarshal_bytes_needed(bytes.baseAddress, Int32(clamping: bytes.count))
    }
    return length > 0 ? Int(length) : nil
  }

  var wire: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    guard dbus_message_marshal(pointer, &start, &count) != 0, let start else { return [] }
    defer { dbus_free(start) }
    return UnsafeRawBufferPointer(start: start, count: Int(count)).map(\.self)
  }

  /// The bytes of the message that follow its header.
  var body: [UInt8] {
    let wire = wire
    guard wire.count > 16 else { return [] }
    let isLittle = wire[0] == UInt8(ascii: "l")
    let length = (4..<8).reduce(0) { length, place in
      length | Int(wire[place]) << (8 * (isLittle ? place - 4 : 7 - place))
    }
    return Array(wire.suffix(length))
  }

  borrowing func answer(_ values: [BusValue]) throws(BusError) -> Message {
    try answer(try Body(values))
  }

  var isLittleEndian: Bool { wire.first == UInt8(ascii: "l") }

  var serial: UInt32 { dbus_message_get_serial(pointer) }
  var replySerial: UInt32 { dbus_message_get_reply_serial(pointer) }

  /// Gives the message a sender and a serial, as a bus does.
  borrowing func stamp(sender: String, serial: UInt32) {
    dbus_message_set_sender(pointer, sender)
    dbus_message_set_serial(pointer, serial)
  }
}

extension ByteSource {
  /// Makes a message of any kind; nil if a bus would not deliver the message.
  mutating func message() -> Message? {
    let kind = pick([
      DBUS_MESSAGE_TYPE_METHOD_CALL, DBUS_MESSAGE_TYPE_SIGNAL, DBUS_MESSAGE_TYPE_METHOD_RETURN,
      DBUS_MESSAGE_TYPE_ERROR,
    ])
    guard let made = dbus_message_new(kind) else { return nil }
    let message = Message(taking: made)
    if let path = ObjectPath(text(Known.paths)) { dbus_message_set_path(made, path.text) }
    if let interface = InterfaceName(text(Known.interfaces + [""])) {
      dbus_message_set_interface(made, interface.text)
    }
    if let member = MemberName(text(Known.members)) {
      dbus_message_set_member(made, member.text)
    }
    let flags = byte()
    dbus_message_set_no_reply(made, flags & 0xC0 == 0xC0 ? 1 : 0)
    if kind == DBUS_MESSAGE_TYPE_ERROR, let name = ErrorName(text(Known.errors)) {
      dbus_message_set_error_name(made, name.text)
    }
    if kind == DBUS_MESSAGE_TYPE_METHOD_RETURN || kind == DBUS_MESSAGE_TYPE_ERROR {
      dbus_message_set_reply_serial(made, max(1, UInt32(byte())))
    }
    dbus_message_set_serial(made, 1)
    guard (try? message.append(values(count(below: 4)))) != nil else { return nil }
    return Message.read(message.wire)
  }
}
