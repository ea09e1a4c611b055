package import NightContract
import NightCore
import NightValues

extension SourceFacts {
  /// What the program `gsettings` prints of a key, in its schema's words.
  package mutating func take(_ key: String, printed text: String) -> Bool {
    let word = Self.unquoted(text)
    switch key {
    case "color-scheme":
      isStyleTold = true
      style = nil
      switch word {
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
      accent = GnomeAccent.color(word)
      return accent != nil
    default: break
    }
    return true
  }

  /// As GVariant prints a text; the words that count have nothing in them to escape.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.count >= 2, text.hasPrefix("'"), text.hasSuffix("'") else { return text }
    return String(text.dropFirst().dropLast())
  }
}
