import CDBus
import Glibc

extension Message {
  /// Appends arguments to this message; returns an upper limit for their size in bytes.
  ///
  /// If this function throws, do not send the message.
  @discardableResult
  func append(_ values: [BusValue]) throws(BusError) -> Int {
    guard !values.isEmpty else { return 0 }
    let bytes = try ValueLimits.sending.check(values)
    var appender = Appender()
    dbus_message_iter_init_append(pointer, &appender.iterator)
    for value in values { try appender.append(value) }
    return bytes
  }
}

/// Writes values that have already been checked.
///
/// If a function of libdbus returns FALSE here, memory is short or a file descriptor could not be
/// duplicated.
private struct Appender {
  var iterator = DBusMessageIter()

  mutating func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try basic(CDBUS_TYPE_BYTE, number)
    // In libdbus, a boolean has 4 bytes; in Swift, a Bool has 1 byte.
    case .boolean(let flag): try basic(CDBUS_TYPE_BOOLEAN, dbus_bool_t(flag ? 1 : 0))
    case .int16(let number): try basic(CDBUS_TYPE_INT16, number)
    case .uint16(let number): try basic(CDBUS_TYPE_UINT16, number)
    case .int32(let number): try basic(CDBUS_TYPE_INT32, number)
    case .uint32(let number): try basic(CDBUS_TYPE_UINT32, number)
    case .int64(let number): try basic(CDBUS_TYPE_INT64, number)
    case .uint64(let number): try basic(CDBUS_TYPE_UINT64, number)
    case .double(let number): try basic(CDBUS_TYPE_DOUBLE, number)
    case .string(let text): try string(CDBUS_TYPE_STRING, text)
    case .objectPath(let path): try string(CDBUS_TYPE_OBJECT_PATH, path.text)
    case .signature(let signature): try string(CDBUS_TYPE_SIGNATURE, signature.description)
    case .fileDescriptor(let number): try basic(CDBUS_TYPE_UNIX_FD, number)
    case .variant(let inner):
      try container(CDBUS_TYPE_VARIANT, inner.type.code) { (into) throws(BusError) in
        try into.append(inner)
      }
    case .array(let type, let elements):
      try container(CDBUS_TYPE_ARRAY, type.code) { (into) throws(BusError) in
        for element in elements { try into.append(element) }
      }
    case .structure(let fields):
      try container(CDBUS_TYPE_STRUCT, nil) { (into) throws(BusError) in
        for field in fields { try into.append(field) }
      }
    case .dictionary(let key, let value, let entries):
      try container(CDBUS_TYPE_ARRAY, "{" + key.code + value.code + "}") {
        (into) throws(BusError) in
        for entry in entries {
          try into.container(CDBUS_TYPE_DICT_ENTRY, nil) { (into) throws(BusError) in
            try into.append(entry.key)
            try into.append(entry.value)
          }
        }
      }
    }
  }

  private mutating func basic<Number: BitwiseCopyable>(_ type: Int32, _ number: Number)
    throws(BusError)
  {
    var number = number
    guard dbus_message_iter_append_basic(&iterator, type, &number) != 0 else {
      throw .outOfMemory
    }
  }

  private mutating func string(_ type: Int32, _ text: String) throws(BusError) {
    let done = text.withCString { start in
      var start: UnsafePointer<CChar>? = start
      return dbus_message_iter_append_basic(&iterator, type, &start)
    }
    guard done != 0 else { throw .outOfMemory }
  }

  /// Opens, fills and closes a container; abandons the container if filling it fails.
  ///
  /// libdbus requires every open container to be closed or abandoned.
  private mutating func container(
    _ type: Int32,
    _ contents: String?,
    _ fill: (inout Appender) throws(BusError) -> Void
  ) throws(BusError) {
    var inner = Appender()
    let opened =
      if let contents {
        contents.withCString {
          dbus_message_iter_open_container(&iterator, type, $0, &inner.iterator)
        }
      } else {
        dbus_message_iter_open_container(&iterator, type, nil, &inner.iterator)
      }
    guard opened != 0 else { throw .outOfMemory }
    do throws(BusError) { try fill(&inner) } catch {
      dbus_message_iter_abandon_container(&iterator, &inner.iterator)
      throw error
    }
    guard dbus_message_iter_close_container(&iterator, &inner.iterator) != 0 else {
      throw .outOfMemory
    }
  }
}

/// Limits for the values in messages that this module sends.
///
/// A bus ends the connection of a program that exceeds its limits. dbus-daemon allows 64 nested
/// variants, and dbus-broker 63. Both buses allow 32 nested arrays, 32 nested structures, 64 MiB in
/// an array, and by default 32 MiB in a message. If values exceed some of these limits, libdbus
/// ends the process. So values are checked against lower limits before libdbus gets them.
package struct ValueLimits: Sendable {
  package var depth = 32
  package var bytes = 16 << 20

  package static let sending = ValueLimits()

  /// Checks arguments; returns an upper limit for their size in bytes.
  ///
  /// Throws `BusError.malformed` or `.tooLarge` if the arguments must not be sent.
  @discardableResult
  package func check(_ values: [BusValue]) throws(BusError) -> Int {
    // Also check the declared types: an empty container has no values to check.
    try check(values.map(\.type))
    var size = 0
    for value in values { try check(value, depth: 0, &size) }
    return size
  }

  private func check(_ types: [BusType]) throws(BusError) {
    var length = 0
    for type in types { length += try type.checkedLength() }
    guard length <= 255 else { throw .tooLarge("a signature exceeds 255 bytes") }
  }

  /// Increases `size` by the number of bytes that the value takes in a message, with the largest
  /// possible padding.
  private func check(_ value: BusValue, depth: Int, _ size: inout Int) throws(BusError) {
    guard depth <= self.depth else {
      throw .tooLarge("a value is nested more than \(self.depth) levels deep")
    }
    size += 2 * value.type.alignment
    switch value {
    case .string(let text):
      size += text.utf8.count + 5
      guard size <= bytes else { break }
      guard !text.containsNUL else {
        throw .malformed("the string \(Excerpt(text)) contains a NUL, which D-Bus cannot carry")
      }
    case .objectPath(let path): size += path.text.utf8.count + 5
    case .signature(let signature):
      try check(signature.types)
      size += 257
    case .variant(let inner):
      let type = inner.type
      try check([type])
      size += type.code.utf8.count + 2
      try check(inner, depth: depth + 1, &size)
    case .array(let type, let elements):
      for element in elements {
        guard element.type == type else { throw mismatch(element.type, type) }
        try check(element, depth: depth + 1, &size)
      }
    case .structure(let fields):
      for field in fields { try check(field, depth: depth + 1, &size) }
    case .dictionary(let keyType, let valueType, let entries):
      for entry in entries {
        guard entry.key.type == keyType else { throw mismatch(entry.key.type, keyType) }
        guard entry.value.type == valueType else { throw mismatch(entry.value.type, valueType) }
        size += 8
        try check(entry.key, depth: depth + 1, &size)
        try check(entry.value, depth: depth + 1, &size)
      }
    default: break
    }
    guard size <= bytes else { throw .tooLarge("a message exceeds \(bytes >> 20) MiB") }
  }

  private func mismatch(_ found: BusType, _ expected: BusType) -> BusError {
    .malformed(
      "a container for values of type “\(expected.code)” contains a value of type “\(found.code)”"
    )
  }
}

extension String {
  fileprivate var containsNUL: Bool {
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
    }
    return found ?? utf8.contains(0)
  }
}
