package import NightContract
import NightCore
import NightValues

extension SourceFacts {
  /// Reads a value in the form that `gsettings` prints; returns false if the value is malformed.
  package mutating func take(_ key: String, printed text: String) -> Bool {
    let name = Self.unquoted(text)
    switch key {
    case "color-scheme":
      isStyleTold = true
      style = nil
      switch name {
      case "default": break
      case "prefer-dark": style = .dark
      case "prefer-light": style = .light
      default: return false
      }
    case "high-contrast":
      let isHigh = Bool(text)
      isHighContrast = isHigh ?? false
      return isHigh != nil
    case "enable-animations":
      let isAnimated = Bool(text)
      isMotionReduced = isAnimated.map { !$0 } ?? false
      return isAnimated != nil
    case "accent-color":
      accent = GnomeAccent.color(name)
      return accent != nil
    default: break
    }
    return true
  }

  /// Removes the quotes of a string that GVariant printed; the names here contain no escapes.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return text }
    return String(text.dropFirst().dropLast())
  }
}

/// The accent colours of GNOME 47 and later, by their names in its settings.
enum GnomeAccent {
  /// Returns the colour that GNOME's programs show for a name; nil if the name is unknown.
  static func color(_ name: String) -> Accent? {
    switch name {
    case "blue": color(0x35, 0x84, 0xE4)
    case "teal": color(0x21, 0x90, 0xA4)
    case "green": color(0x3A, 0x94, 0x4A)
    case "yellow": color(0xC8, 0x88, 0x00)
    case "orange": color(0xED, 0x5B, 0x00)
    case "red": color(0xE6, 0x2D, 0x42)
    case "pink": color(0xD5, 0x61, 0x99)
    case "purple": color(0x91, 0x41, 0xAC)
    case "slate": color(0x6F, 0x83, 0x96)
    default: nil
    }
  }

  private static func color(_ red: Double, _ green: Double, _ blue: Double) -> Accent {
    Accent(red: red / 255, green: green / 255, blue: blue / 255)
  }
}
