import CDBus

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
      count += 1
      guard count <= limit else {
        throw .tooLarge("a message holds too many values")
      }
      values.append(try value(&iterator))
      dbus_message_iter_next(&iterator)
    }
    return values
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
    var inner = DBusMessageIter()
    // The signature of the whole array, since an empty one shows no element to ask.
    guard let code = dbus_message_iter_get_signature(&iterator) else { throw .outOfMemory }
    let signature = String(cString: code)
    dbus_free(code)
    let type = try Signature(checking: signature).types.first
    dbus_message_iter_recurse(&iterator, &inner)
    switch type {
    case .array(let element):
      return .array(element, try deeper(&inner))
    case .dictionary(let key, let value):
      var entries: [BusValue.Entry] = []
      while dbus_message_iter_get_arg_type(&inner) == CDBUS_TYPE_DICT_ENTRY {
        let pair = try contents(of: &inner)
        guard pair.count == 2 else { throw .malformed("a dictionary entry is not a pair") }
        entries.append(.init(key: pair[0], value: pair[1]))
        dbus_message_iter_next(&inner)
      }
      return .dictionary(key, value, entries)
    default: throw .malformed("an array without a type")
    }
  }

  private mutating func contents(of iterator: inout DBusMessageIter) throws(BusError) -> [BusValue]
  {
    var inner = DBusMessageIter()
    dbus_message_iter_recurse(&iterator, &inner)
    return try deeper(&inner)
  }

  private mutating func onlyValue(inside iterator: inout DBusMessageIter) throws(BusError)
    -> BusValue
  {
    guard let value = try contents(of: &iterator).first else {
      throw .malformed("an empty variant")
    }
    return value
  }

  private mutating func deeper(_ inner: inout DBusMessageIter) throws(BusError) -> [BusValue] {
    guard depth < Message.readingDepth else { throw .malformed("a value nests too deep") }
    depth += 1
    defer { depth -= 1 }
    return try sequence(&inner)
  }

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
