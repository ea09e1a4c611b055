/// The type of one complete D-Bus value.
///
/// File descriptors (`h`) are sent only: no signature that comes from elsewhere may name one, and a
/// message that carries one is refused.
package indirect enum BusType: Hashable, Sendable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, objectPath, signature, variant, fileDescriptor
  case array(BusType)
  case structure([BusType])
  /// An array of dictionary entries; the key is a basic type.
  case dictionary(BusType, BusType)

  package var isBasic: Bool {
    switch self {
    case .variant, .array, .structure, .dictionary: false
    default: true
    }
  }

  package var code: String {
    switch self {
    case .byte: "y"
    case .boolean: "b"
    case .int16: "n"
    case .uint16: "q"
    case .int32: "i"
    case .uint32: "u"
    case .int64: "x"
    case .uint64: "t"
    case .double: "d"
    case .string: "s"
    case .objectPath: "o"
    case .signature: "g"
    case .variant: "v"
    case .fileDescriptor: "h"
    case .array(let element): "a" + element.code
    case .structure(let fields): "(" + fields.map(\.code).joined() + ")"
    case .dictionary(let key, let value): "a{" + key.code + value.code + "}"
    }
  }

  /// How the wire aligns a value of this type.
  var alignment: Int {
    switch self {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .boolean, .int32, .uint32, .string, .objectPath, .array, .dictionary, .fileDescriptor: 4
    case .int64, .uint64, .double, .structure: 8
    }
  }
}
