/// A value as D-Bus carries it.
///
/// What is plain stands in it, so that a message of many plain values is not as many pieces of memory.
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
  /// For sending: a message keeps a duplicate of its own from when it is made.
  case fileDescriptor(Int32)
  /// The element type stands beside the elements, since an empty array has one too.
  case array(BusType, [BusValue])
  case structure([BusValue])
  /// Entries keep their order; the bus does not promise that keys differ.
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
  /// An `a{sv}`: the shape of every extensible answer on the bus.
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
