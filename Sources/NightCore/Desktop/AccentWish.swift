/// Which accent colour is wanted.
package enum AccentWish: Equatable, Sendable {
  case color(red: UInt8, green: UInt8, blue: UInt8)
  case none
  case system

  /// Reads `#RRGGBB`, `none` or `system`.
  package init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "system": self = .system
    default:
      let bytes = Array(text.utf8)
      guard bytes.count == 7, bytes[0] == UInt8(ascii: "#") else { return nil }
      let digits = bytes.dropFirst().compactMap(Self.value)
      guard digits.count == 6 else { return nil }
      self = .color(
        red: digits[0] << 4 | digits[1],
        green: digits[2] << 4 | digits[3],
        blue: digits[4] << 4 | digits[5]
      )
    }
  }

  package var text: String {
    switch self {
    case .color(let red, let green, let blue):
      "#" + [red, green, blue].map(Self.hexadecimal).joined()
    case .none: "none"
    case .system: "system"
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    Character(UnicodeScalar(digit)).hexDigitValue.map(UInt8.init)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count == 2 ? text : "0" + text
  }
}
