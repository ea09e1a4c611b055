import CDBus

/// Walks through a message's arguments where they stand: for what comes often and is read once.
///
/// Each question takes the next value; it answers nil where that is of another type, or none is left.
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

  /// Goes through the fields of a structure; one that has more than were read is another structure.
  package mutating func structure<Value>(_ read: (inout ArgumentReader) -> Value?) -> Value? {
    defer { dbus_message_iter_next(&iterator) }
    guard isNext(CDBUS_TYPE_STRUCT) else { return nil }
    var fields = ArgumentReader()
    dbus_message_iter_recurse(&iterator, &fields.iterator)
    guard let value = read(&fields), fields.isNext(CDBUS_TYPE_INVALID) else { return nil }
    return value
  }

  /// Goes through the members of an `a{sv}`, and answers whether it is one; an empty dictionary of
  /// other types passes for one.
  package mutating func members(
    _ take: (_ key: String, _ value: inout ArgumentReader) -> Void
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
      take(key, &value)
      dbus_message_iter_next(&entries.iterator)
    }
    return true
  }

  /// Asked before each read: reading as a wrong type is silent garbage in libdbus.
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
  /// Reads the arguments without a copy of all.
  package borrowing func read<Value>(_ read: (inout ArgumentReader) -> Value) -> Value {
    var reader = ArgumentReader()
    // False where there are none, and then none is next.
    dbus_message_iter_init(pointer, &reader.iterator)
    return read(&reader)
  }
}
