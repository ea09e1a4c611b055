/// A D-Bus value.
///
/// Only the cases for variants and dictionaries are indirect, so that a number or a flag needs no
/// allocation.
package enum BusValue: Hashable, Sendable {
  case byte(UInt8)
  case boolean(Bool)
  case int16(Int16)
  case uint16(UInt16)
  case int32(Int32)
  case uint32(UInt32)
  case int64(Int64)
  case uint64(UInt64)
  case double(Double)
  case string(String)
  case objectPath(ObjectPath)
  case signature(Signature)
  indirect case variant(BusValue)
  /// A file descriptor, for sent messages only; libdbus duplicates the descriptor when it makes the
  /// message.
  case fileDescriptor(Int32)
  /// The elements and their type; an empty array has an element type too.
  case array(BusType, [BusValue])
  case structure([BusValue])
  /// The key type, the value type and the entries in order; in a value from the bus, a key may
  /// occur twice.
  indirect case dictionary(BusType, BusType, [Entry])

  package struct Entry: Hashable, Sendable {
    package let key: BusValue
    package let value: BusValue

    package init(key: BusValue, value: BusValue) {
      self.key = key
      self.value = value
    }
  }

  package var type: BusType {
    switch self {
    case .byte: .byte
    case .boolean: .boolean
    case .int16: .int16
    case .uint16: .uint16
    case .int32: .int32
    case .uint32: .uint32
    case .int64: .int64
    case .uint64: .uint64
    case .double: .double
    case .string: .string
    case .objectPath: .objectPath
    case .signature: .signature
    case .variant: .variant
    case .fileDescriptor: .fileDescriptor
    case .array(let element, _): .array(element)
    case .structure(let fields): .structure(fields.map(\.type))
    case .dictionary(let key, let value, _): .dictionary(key, value)
    }
  }
}

extension BusValue {
  /// An `a{sv}`, the usual type for replies that may get more members in later versions.
  package static func options(_ members: [(String, BusValue)]) -> BusValue {
    .dictionary(
      .string,
      .variant,
      members.map { Entry(key: .string($0.0), value: .variant($0.1)) }
    )
  }

  package static func strings(_ texts: [String]) -> BusValue {
    .array(.string, texts.map(BusValue.string))
  }

  package var asString: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  package var asUInt32: UInt32? {
    guard case .uint32(let number) = self else { return nil }
    return number
  }

  package var asUInt64: UInt64? {
    guard case .uint64(let number) = self else { return nil }
    return number
  }

  package var asBool: Bool? {
    guard case .boolean(let flag) = self else { return nil }
    return flag
  }

  package var asStrings: [String]? {
    guard case .array(.string, let elements) = self else { return nil }
    return elements.compactMap(\.asString)
  }
}

/// The members of an `a{sv}`, with each value taken out of its variant.
///
/// For a few members, searching an array is faster than using a Swift dictionary. The Swift runtime
/// would also have to build types for a dictionary. The costs of a dictionary matter in a program
/// that sends one request and ends.
package struct Members: Equatable, Sendable {
  private let entries: [BusValue.Entry]

  fileprivate init(_ entries: [BusValue.Entry]) { self.entries = entries }

  package var bus: BusValue { .dictionary(.string, .variant, entries) }

  /// The value of a key: the last one if the key occurs twice, and nil if the key is missing.
  package subscript(key: String) -> BusValue? {
    for entry in entries.reversed() {
      guard case .string(key) = entry.key else { continue }
      guard case .variant(let value) = entry.value else { return nil }
      return value
    }
    return nil
  }

  /// The keys of all entries, in the order of the entries; a key may occur twice.
  package var keys: [String] { entries.compactMap(\.key.asString) }
}

extension BusValue {
  /// The members of an `a{sv}`; nil for other values.
  ///
  /// The entries are not checked, because libdbus has checked that all entries have the
  /// dictionary's types.
  package var asOptions: Members? {
    guard case .dictionary(.string, .variant, let entries) = self else { return nil }
    return Members(entries)
  }
}
