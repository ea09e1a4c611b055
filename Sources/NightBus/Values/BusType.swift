/// The type of one complete D-Bus value.
///
/// This module sends file descriptors (`h`), but accepts none: neither `h` in a received signature
/// nor a descriptor in a received message.
package indirect enum BusType: Hashable, Sendable {
  case byte, boolean, int16, uint16, int32, uint32, int64, uint64, double
  case string, objectPath, signature, variant, fileDescriptor
  case array(BusType)
  case structure([BusType])
  /// An array of dictionary entries; the key is a basic type.
  case dictionary(BusType, BusType)

  /// Whether the type may be a dictionary's key.
  package var isBasic: Bool {
    switch self {
    case .variant, .array, .structure, .dictionary: false
    default: true
    }
  }

  /// The type's code in a signature, such as `as` for an array of strings.
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

  /// The alignment of a value of this type in a message, in bytes.
  var alignment: Int {
    switch self {
    case .byte, .signature, .variant: 1
    case .int16, .uint16: 2
    case .boolean, .int32, .uint32, .string, .objectPath, .array, .dictionary, .fileDescriptor: 4
    case .int64, .uint64, .double, .structure: 8
    }
  }
}

extension BusType {
  /// How deep arrays may nest in a signature; the same limit holds for structures.
  static let nestingLimit = 32

  /// The length of this type's code; throws if a signature must not contain the type.
  ///
  /// libdbus ends the process if it gets a type that is not allowed.
  func checkedLength(arrays: Int = 0, structures: Int = 0) throws(BusError) -> Int {
    guard max(arrays, structures) <= Self.nestingLimit else {
      throw .tooLarge("a type nests more than \(Self.nestingLimit) deep")
    }
    switch self {
    case .array(let element):
      return 1 + (try element.checkedLength(arrays: arrays + 1, structures: structures))
    case .structure(let fields):
      guard !fields.isEmpty else { throw .malformed("a structure must have a field") }
      var length = 2
      for field in fields {
        length += try field.checkedLength(arrays: arrays, structures: structures + 1)
      }
      return length
    case .dictionary(let key, let value):
      guard key.isBasic else { throw .malformed("a dictionary's key must be a basic type") }
      return 4 + (try value.checkedLength(arrays: arrays + 1, structures: structures + 1))
    default: return 1
    }
  }
}

/// A sequence of complete types, as in a message or in introspection data.
package struct Signature: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let types: [BusType]

  package init(_ types: [BusType]) { self.types = types }

  package var description: String { types.map(\.code).joined() }

  /// Reads a signature; throws if it breaks the specification or contains a file descriptor.
  ///
  /// A signature has at most 255 bytes. Arrays nest at most 32 deep, and so do structures. A
  /// structure has at least one field, and the key of a dictionary is a basic type.
  package init(checking text: String) throws(BusError) {
    var reader = SignatureReader(text)
    types = try reader.readAll()
  }

  /// Makes a signature from a literal; traps if the literal is invalid, because that is a bug in
  /// the program.
  package init(stringLiteral text: String) {
    do throws(BusError) { try self.init(checking: text) } catch {
      preconditionFailure("\(error)")
    }
  }
}

private struct SignatureReader {
  static let nestingLimit = BusType.nestingLimit
  let text: String
  let codes: [UInt8]
  var next = 0

  init(_ text: String) {
    self.text = text
    codes = Array(text.utf8.prefix(256))
  }

  mutating func readAll() throws(BusError) -> [BusType] {
    guard codes.count <= 255 else { throw malformed("it is longer than 255 bytes") }
    var types: [BusType] = []
    while next < codes.count { types.append(try readType(arrays: 0, structures: 0)) }
    return types
  }

  private mutating func readType(arrays: Int, structures: Int) throws(BusError) -> BusType {
    guard next < codes.count else { throw malformed("it ends before a type is complete") }
    let code = codes[next]
    next += 1
    switch code {
    case UInt8(ascii: "a"):
      guard arrays < Self.nestingLimit else { throw malformed("arrays nest too deep") }
      guard next < codes.count, codes[next] == UInt8(ascii: "{") else {
        return .array(try readType(arrays: arrays + 1, structures: structures))
      }
      next += 1
      return try readEntry(arrays: arrays + 1, structures: structures)
    case UInt8(ascii: "("):
      guard structures < Self.nestingLimit else { throw malformed("structures nest too deep") }
      var fields: [BusType] = []
      while next < codes.count, codes[next] != UInt8(ascii: ")") {
        fields.append(try readType(arrays: arrays, structures: structures + 1))
      }
      guard next < codes.count else { throw malformed("a structure is not closed") }
      next += 1
      guard !fields.isEmpty else { throw malformed("a structure is empty") }
      return .structure(fields)
    default:
      guard let type = BusType(code: code) else {
        throw malformed("“\(Character(Unicode.Scalar(code)))” is not a supported type")
      }
      return type
    }
  }

  private mutating func readEntry(arrays: Int, structures: Int) throws(BusError) -> BusType {
    guard structures < Self.nestingLimit else { throw malformed("structures nest too deep") }
    let key = try readType(arrays: arrays, structures: structures + 1)
    guard key.isBasic else { throw malformed("a dictionary's key is not a basic type") }
    let value = try readType(arrays: arrays, structures: structures + 1)
    guard next < codes.count, codes[next] == UInt8(ascii: "}") else {
      throw malformed("a dictionary entry must hold exactly two types")
    }
    next += 1
    return .dictionary(key, value)
  }

  private func malformed(_ why: String) -> BusError {
    .malformed("\(Excerpt(text)) is not a valid signature: \(why)")
  }
}

extension BusType {
  /// The type with this one-byte code; nil if no supported type has this code.
  fileprivate init?(code: UInt8) {
    switch code {
    case UInt8(ascii: "y"): self = .byte
    case UInt8(ascii: "b"): self = .boolean
    case UInt8(ascii: "n"): self = .int16
    case UInt8(ascii: "q"): self = .uint16
    case UInt8(ascii: "i"): self = .int32
    case UInt8(ascii: "u"): self = .uint32
    case UInt8(ascii: "x"): self = .int64
    case UInt8(ascii: "t"): self = .uint64
    case UInt8(ascii: "d"): self = .double
    case UInt8(ascii: "s"): self = .string
    case UInt8(ascii: "o"): self = .objectPath
    case UInt8(ascii: "g"): self = .signature
    case UInt8(ascii: "v"): self = .variant
    default: return nil
    }
  }
}
