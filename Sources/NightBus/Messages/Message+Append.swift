import CDBus

extension Message {
  /// Adds arguments, all or, by throwing, an unusable message that is not to be sent.
  ///
  /// Returns how many bytes they take at most.
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

/// Writes checked values; every FALSE of libdbus here means that memory ran out, or that a file
/// descriptor could not be duplicated.
private struct Appender {
  var iterator = DBusMessageIter()

  mutating func append(_ value: BusValue) throws(BusError) {
    switch value {
    case .byte(let number): try basic(CDBUS_TYPE_BYTE, number)
    // On the wire's C side a boolean is 4 bytes; a Swift Bool is one.
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

  /// Opens, fills and closes a container; a failed one is abandoned, never left open.
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
