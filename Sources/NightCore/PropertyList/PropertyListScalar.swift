/// The values that no others stand in, by their elements.
enum PropertyListScalar {
  struct Flaw: Error { let message: String }

  static let elements = ["string", "integer", "real", "true", "false", "date", "data"]

  static func value(_ element: String, _ text: String) throws(Flaw) -> PreferenceValue {
    switch element {
    case "string": return .string(text)
    case "integer": return .integer(try integer(trimmed(text)))
    case "real": return .double(try real(trimmed(text)))
    case "date":
      guard let seconds = PreferenceValue.seconds(iso: trimmed(text)) else {
        throw expected("a time such as 2026-11-21T07:10:00Z in UTC", text)
      }
      return .date(seconds: seconds)
    case "data":
      // Writers break it into lines and indent them.
      let digits = text.utf8.filter { !XMLReader.isBlank($0) }
      guard let bytes = Base64.bytes(String(decoding: digits, as: UTF8.self)) else {
        throw expected("bytes in base64", text)
      }
      return .data(bytes)
    default:
      guard trimmed(text).isEmpty else { throw expected("nothing within <\(element)>", text) }
      return .bool(element == "true")
    }
  }

  /// Decimal, or hexadecimal after 0x, as some writers have it.
  private static func integer(_ text: String) throws(Flaw) -> Int64 {
    var digits = text.utf8[...]
    let sign = digits.first
    let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
    if isSigned { digits.removeFirst() }
    let isHexadecimal = digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8)
    if isHexadecimal { digits = digits.dropFirst(2) }
    let isNumeral =
      !digits.isEmpty
      && digits.allSatisfy { digit in
        isHexadecimal ? JSONReader.hexadecimalDigit(digit) != nil : isDigit(digit)
      }
    guard isNumeral else { throw expected("a whole number", text) }
    let plain = String(decoding: digits, as: UTF8.self)
    let number = Int64(
      (sign == UInt8(ascii: "-") ? "-" : "") + plain,
      radix: isHexadecimal ? 16 : 10
    )
    guard let number else {
      throw expected("a whole number from \(Int64.min) to \(Int64.max)", text)
    }
    return number
  }

  private static func real(_ text: String) throws(Flaw) -> Double {
    var rest = text.utf8[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      rest.removeFirst()
    }
    func skipDigits() -> Int {
      let digits = rest.prefix(while: isDigit)
      rest = rest[digits.endIndex...]
      return digits.count
    }
    var digits = skipDigits()
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits()
    }
    if digits > 0, rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
        rest.removeFirst()
      }
      digits = skipDigits()
    }
    guard digits > 0, rest.isEmpty, let number = Double(text) else {
      throw expected("a finite number", text)
    }
    guard number.isFinite else { throw expected("a number within the range of a double", text) }
    return number
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func trimmed(_ text: String) -> String {
    let bytes = text.utf8
    guard let first = bytes.firstIndex(where: { !XMLReader.isBlank($0) }),
      let last = bytes.lastIndex(where: { !XMLReader.isBlank($0) })
    else { return "" }
    return String(decoding: bytes[first...last], as: UTF8.self)
  }

  private static func expected(_ what: String, _ found: String) -> Flaw {
    Flaw(message: "expected \(what), found \(JSONReader.quoted(found))")
  }
}
