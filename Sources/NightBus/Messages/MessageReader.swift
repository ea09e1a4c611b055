import CDBus
import Glibc

extension Message {
  /// How deep values in a received message may nest; dbus-daemon and dbus-broker allow 64 levels in
  /// total.
  static let readingDepth = 70
  /// How many values a received message may contain.
  ///
  /// Each value needs far more memory in this process than in the message.
  package static let readingCount = 1 << 18

  /// All arguments of the message.
  ///
  /// libdbus has already checked the bytes of the message. Throws if the message has file
  /// descriptors, more than `count` values, or values that nest deeper than any bus allows.
  package func values(most count: Int = readingCount) throws(BusError) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
    var extractor = Extractor(limit: count)
    return try extractor.sequence(&iterator)
  }
}

/// Reads a message's values, and copies them.
private struct Extractor {
  let limit: Int
  private var depth = 0
  private var count = 0

  init(limit: Int) { self.limit = limit }

  mutating func sequence(_ iterator: inout DBusMessageIter) throws(BusError) -> [BusValue] {
    var values: [BusValue] = []
    while dbus_message_iter_get_arg_type(&iterator) != CDBUS_TYPE_INVALID {
      values.append(try next(&iterator))
    }
    return values
  }

  private mutating func next(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    count += 1
    guard count <= limit else { throw .tooLarge("a message holds too many values") }
    let value = try value(&iterator)
    dbus_message_iter_next(&iterator)
    return value
  }

  /// Reads a value; checks its type first, because libdbus returns garbage for a wrong type.
  private mutating func value(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    switch dbus_message_iter_get_arg_type(&iterator) {
    case CDBUS_TYPE_BYTE: .byte(number(&iterator))
    case CDBUS_TYPE_BOOLEAN: .boolean((number(&iterator) as dbus_bool_t) != 0)
    case CDBUS_TYPE_INT16: .int16(number(&iterator))
    case CDBUS_TYPE_UINT16: .uint16(number(&iterator))
    case CDBUS_TYPE_INT32: .int32(number(&iterator))
    case CDBUS_TYPE_UINT32: .uint32(number(&iterator))
    case CDBUS_TYPE_INT64: .int64(number(&iterator))
    case CDBUS_TYPE_UINT64: .uint64(number(&iterator))
    case CDBUS_TYPE_DOUBLE: .double(double(&iterator))
    case CDBUS_TYPE_STRING: .string(text(&iterator))
    case CDBUS_TYPE_OBJECT_PATH: .objectPath(ObjectPath(unchecked: text(&iterator)))
    case CDBUS_TYPE_SIGNATURE: .signature(try Signature(checking: text(&iterator)))
    case CDBUS_TYPE_VARIANT: .variant(try onlyValue(inside: &iterator))
    case CDBUS_TYPE_STRUCT: .structure(try contents(of: &iterator))
    case CDBUS_TYPE_ARRAY: try array(&iterator)
    case CDBUS_TYPE_UNIX_FD: throw .malformed("file descriptors are not accepted")
    default: throw .malformed("a value has an unknown type")
    }
  }

  private mutating func array(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    // Read the signature of the whole array, because an empty array has no element that could show
    // the type.
    guard let code = dbus_message_iter_get_signature(&iterator) else { throw .outOfMemory }
    defer { dbus_free(code) }
    switch try Self.type(code) {
    case .array(let element): return .array(element, try contents(of: &iterator))
    case .dictionary(let key, let value):
      return .dictionary(key, value, try entries(of: &iterator))
    default: throw .malformed("an array has no element type")
    }
  }

  /// The type of an array; to save time, this function does not parse the most common signature,
  /// `a{sv}`.
  private static func type(_ code: UnsafeMutablePointer<CChar>) throws(BusError) -> BusType? {
    if strcmp(code, "a{sv}") == 0 { return .dictionary(.string, .variant) }
    return try Signature(checking: String(cString: code)).types.first
  }

  private mutating func entries(
    of iterator: inout DBusMessageIter
  ) throws(BusError) -> [BusValue.Entry] {
    var entries: [BusValue.Entry] = []
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    while dbus_message_iter_get_arg_type(&inner) == CDBUS_TYPE_DICT_ENTRY {
      var pair = DBusMessageIter()
      dbus_message_iter_recurse(&inner, &pair)
      try enter()
      defer { leave() }
      entries.append(.init(key: try next(&pair), value: try next(&pair)))
      dbus_message_iter_next(&inner)
    }
    return entries
  }

  private mutating func contents(of iterator: inout DBusMessageIter) throws(BusError) -> [BusValue]
  {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    try enter()
    defer { leave() }
    return try sequence(&inner)
  }

  private mutating func onlyValue(inside iterator: inout DBusMessageIter) throws(BusError)
    -> BusValue
  {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    try enter()
    defer { leave() }
    return try next(&inner)
  }

  private mutating func enter() throws(BusError) {
    guard depth < Message.readingDepth else { throw .malformed("a value is nested too deeply") }
    depth += 1
  }

  private mutating func leave() { depth -= 1 }

  private func number<Number: FixedWidthInteger>(_ iterator: inout DBusMessageIter) -> Number {
    var number: Number = 0
    dbus_message_iter_get_basic(&iterator, &number)
    return number
  }

  private func double(_ iterator: inout DBusMessageIter) -> Double {
    var number = 0.0
    dbus_message_iter_get_basic(&iterator, &number)
    return number
  }

  private func text(_ iterator: inout DBusMessageIter) -> String {
    var start: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &start)
    return start.map { String(cString: $0) } ?? ""
  }
}

/// Reads a message's arguments in place, for messages that come often and are read once.
///
/// Each function of the reader reads the next value. Each function returns nil if the next value
/// has another type, or if no value is left.
package struct ArgumentReader: ~Copyable {
  fileprivate var iterator = DBusMessageIter()

  fileprivate init() {}

  package mutating func string() -> String? {
    defer { dbus_message_iter_next(&iterator) }
    guard isNext(CDBUS_TYPE_STRING) else { return nil }
    var start: UnsafePointer<CChar>?
    dbus_message_iter_get_basic(&iterator, &start)
    return start.map { String(cString: $0) }
  }

  package mutating func bool() -> Bool? {
    number(CDBUS_TYPE_BOOLEAN, 0 as dbus_bool_t).map { $0 != 0 }
  }

  package mutating func uint32() -> UInt32? { number(CDBUS_TYPE_UINT32, 0) }

  package mutating func uint64() -> UInt64? { number(CDBUS_TYPE_UINT64, 0) }

  package mutating func double() -> Double? { number(CDBUS_TYPE_DOUBLE, 0) }

  /// Reads a structure; returns nil if the closure `read` has left some fields of the structure
  /// unread.
  package mutating func structure<Value>(_ read: (inout ArgumentReader) -> Value?) -> Value? {
    defer { dbus_message_iter_next(&iterator) }
    guard isNext(CDBUS_TYPE_STRUCT) else { return nil }
    var fields = ArgumentReader()
    dbus_message_iter_recurse(&iterator, &fields.iterator)
    guard let value = read(&fields), fields.isNext(CDBUS_TYPE_INVALID) else { return nil }
    return value
  }

  /// Calls `body` with each member of an `a{sv}`; returns false if the value has another type.
  ///
  /// For an empty dictionary, the types of its keys and values do not matter.
  package mutating func members(
    _ body: (_ key: String, _ value: inout ArgumentReader) -> Void
  ) -> Bool {
    defer { dbus_message_iter_next(&iterator) }
    guard isNext(CDBUS_TYPE_ARRAY),
      dbus_message_iter_get_element_type(&iterator) == CDBUS_TYPE_DICT_ENTRY
    else { return false }
    var entries = ArgumentReader()
    dbus_message_iter_recurse(&iterator, &entries.iterator)
    while entries.isNext(CDBUS_TYPE_DICT_ENTRY) {
      var entry = ArgumentReader()
      dbus_message_iter_recurse(&entries.iterator, &entry.iterator)
      guard let key = entry.string(), entry.isNext(CDBUS_TYPE_VARIANT) else { return false }
      var value = ArgumentReader()
      dbus_message_iter_recurse(&entry.iterator, &value.iterator)
      body(key, &value)
      dbus_message_iter_next(&entries.iterator)
    }
    return true
  }

  /// Whether the next value has this type.
  ///
  /// Call this function before each read: libdbus returns garbage for a wrong type.
  private mutating func isNext(_ type: Int32) -> Bool {
    dbus_message_iter_get_arg_type(&iterator) == type
  }

  private mutating func number<Number: BitwiseCopyable>(_ type: Int32, _ none: Number) -> Number? {
    defer { dbus_message_iter_next(&iterator) }
    guard isNext(type) else { return nil }
    var number = none
    dbus_message_iter_get_basic(&iterator, &number)
    return number
  }
}

extension Message {
  /// Reads the arguments in place.
  package borrowing func read<Value>(_ read: (inout ArgumentReader) -> Value) -> Value {
    var reader = ArgumentReader()
    // If the message has no arguments, dbus_message_iter_init fails, and the reader has no value to
    // return.
    dbus_message_iter_init(pointer, &reader.iterator)
    return read(&reader)
  }
}
