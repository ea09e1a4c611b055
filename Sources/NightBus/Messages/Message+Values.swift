import CDBus
import Glibc

extension Message {
  /// What a received message may nest to; the buses allow no more than 64 in all.
  static let readingDepth = 70
  /// How many values a received message may hold: each costs far more here than on the wire.
  package static let readingCount = 1 << 18

  /// All arguments, copied out.
  ///
  /// libdbus has checked the bytes already; what can still fail is a type that is not served here
  /// (file descriptors), nesting beyond what any bus passes on, or too many values.
  package func values(most count: Int = readingCount) throws(BusError) -> [BusValue] {
    var iterator = DBusMessageIter()
    guard dbus_message_iter_init(pointer, &iterator) != 0 else { return [] }
    var extractor = Extractor(limit: count)
    return try extractor.sequence(&iterator)
  }
}

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

  /// Asks for the type before each read: reading as a wrong type is silent garbage in libdbus.
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
    default: throw .malformed("a value of a type that is not known here")
    }
  }

  private mutating func array(_ iterator: inout DBusMessageIter) throws(BusError) -> BusValue {
    // The signature of the whole array, since an empty one shows no element to ask.
    guard let code = dbus_message_iter_get_signature(&iterator) else { throw .outOfMemory }
    defer { dbus_free(code) }
    switch try Self.type(code) {
    case .array(let element): return .array(element, try contents(of: &iterator))
    case .dictionary(let key, let value):
      return .dictionary(key, value, try entries(of: &iterator))
    default: throw .malformed("an array without a type")
    }
  }

  /// Of an array; nearly all of them are of one type, which need not be read each time.
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
    guard depth < Message.readingDepth else { throw .malformed("a value nests too deep") }
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
