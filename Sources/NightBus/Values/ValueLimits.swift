import Glibc

/// What a value may be when it is to be sent.
///
/// The buses end the connection of whoever sends more than they take (64 nested variants on
/// dbus-daemon, 63 on dbus-broker, 32 arrays, 32 structures, 64 MiB in an array, 32 MiB in a
/// message by default), and libdbus ends the process for some of it. So the check comes first and
/// stays well within.
package struct ValueLimits: Sendable {
  package var depth = 32
  package var bytes = 16 << 20

  package static let sending = ValueLimits()

  /// Throws `BusError.malformed` or `.tooLarge` where the arguments may not be sent.
  ///
  /// Returns how many bytes they take at most.
  @discardableResult
  package func check(_ values: [BusValue]) throws(BusError) -> Int {
    // Types first: an empty container says nothing about the type that it declares.
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

  /// Counts bytes as the wire would, with each value's padding at its worst.
  private func check(_ value: BusValue, depth: Int, _ size: inout Int) throws(BusError) {
    guard depth <= self.depth else { throw .tooLarge("a value nests more than \(self.depth) deep") }
    size += 2 * value.type.alignment
    switch value {
    case .string(let text):
      size += text.utf8.count + 5
      guard size <= bytes else { break }
      guard !text.containsNUL else {
        throw .malformed("the text \(Excerpt(text)) contains a NUL, which D-Bus cannot carry")
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
    .malformed("a container of “\(expected.code)” holds a “\(found.code)”")
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
