/// Which accent colour is wanted.
package enum AccentWish: Equatable, Sendable {
  case color(red: UInt8, green: UInt8, blue: UInt8)
  case none
  case system
  /// That of the theme in use.
  case theme

  /// The words that are no colour.
  package static let words = ["none", "system", "theme"]

  /// Reads `none`, `system`, `theme` or any form of an opaque colour, which becomes the nearest of
  /// six digits.
  package init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "system": self = .system
    case "theme": self = .theme
    default:
      guard let color = try? Color(reading: text), color.alpha == 1 else { return nil }
      self = .color(
        red: Color.byte(color.red),
        green: Color.byte(color.green),
        blue: Color.byte(color.blue)
      )
    }
  }

  package var text: String {
    switch self {
    case .color(let red, let green, let blue):
      "#" + [red, green, blue].map(Self.hexadecimal).joined()
    case .none: "none"
    case .system: "system"
    case .theme: "theme"
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let text = String(byte, radix: 16, uppercase: true)
    return text.utf8.count == 2 ? text : "0" + text
  }
}
