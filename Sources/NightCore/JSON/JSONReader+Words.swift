extension JSONReader {
  /// Reads null, true, false, Infinity or NaN.
  mutating func word() throws(JSONError) -> JSONNode.Value {
    let position = position
    let word = identifier()
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "Infinity": return .double(.infinity)
    case "NaN": return .double(.nan)
    case "": throw isColor ? inQuotes("a value", "a colour") : unexpected("a value")
    default:
      throw JSONError(
        kind: .syntax,
        position: position,
        message:
          "expected a value, found the word \(Self.quoted(word)): a text must stand in quotes"
      )
    }
  }

  /// Whether a colour of digits stands here, as `#fff`, and no comment of another language.
  private var isColor: Bool {
    guard byte == UInt8(ascii: "#") else { return false }
    let word = bytes[(at + 1)...].prefix {
      $0 >= 0x80 || $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        || $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
    }
    return !word.isEmpty && word.allSatisfy { Self.hexadecimalDigit($0) != nil }
  }

  /// Reads an identifier; empty where none stands here.
  mutating func identifier() -> String {
    let start = at
    while true {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "_"), UInt8(ascii: "$"):
        at += 1
        continue
      case UInt8(ascii: "0")...UInt8(ascii: "9") where at > start:
        at += 1
        continue
      case 0x80...:
        let properties = scalar().properties
        if at > start ? properties.isIDContinue : properties.isIDStart {
          skipScalar()
          continue
        }
      default: break
      }
      return String(decoding: bytes[start..<at], as: UTF8.self)
    }
  }
}
