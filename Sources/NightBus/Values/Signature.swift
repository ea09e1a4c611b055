/// A sequence of complete types, as it stands in a message or in an introspection.
package struct Signature: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  package let types: [BusType]

  package init(_ types: [BusType]) { self.types = types }

  package var description: String { types.map(\.code).joined() }

  /// Reads a signature by the specification's rules.
  ///
  /// At most 255 bytes, arrays and structures nested at most 32 deep each, no empty structure, a
  /// dictionary's key basic. Throws where the text is anything else, or names a file descriptor.
  package init(checking text: String) throws(BusError) {
    var reader = SignatureReader(text)
    types = try reader.readAll()
  }

  /// Takes a signature written in the source; a malformed one is a programmer's mistake and traps.
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
    guard next < codes.count else { throw malformed("it ends within a type") }
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
        throw malformed("“\(Character(Unicode.Scalar(code)))” is no type that is served here")
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
      throw malformed("a dictionary entry holds other than two types")
    }
    next += 1
    return .dictionary(key, value)
  }

  private func malformed(_ why: String) -> BusError {
    .malformed("\(Excerpt(text)) is not a valid signature: \(why)")
  }
}

extension BusType {
  /// The type that one byte says whole.
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
