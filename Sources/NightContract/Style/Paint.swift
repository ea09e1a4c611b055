package import NightBus
import NightCore
package import NightValues

/// What an application paints by, as the daemon tells it; the theme is only named.
package struct Paint: Equatable, Sendable {
  package var style: Style
  package var theme: String
  package var themeDigest = ""
  package var isHighContrast = false
  package var accent: Accent?
  package var isMotionReduced = false
  /// How long a change should take to fade in, in milliseconds.
  package var fade = Appearance.registeredFade
  /// Whether the style comes from the application's own choice (reason `app`).
  package var isOwn = false

  package init(_ style: Style) {
    self.style = style
    theme = style.builtInTheme
  }

  /// Whether an application would paint the same.
  package func looksLike(_ other: Paint) -> Bool {
    style == other.style && theme == other.theme && themeDigest == other.themeDigest
      && isHighContrast == other.isHighContrast && accent == other.accent
      && isMotionReduced == other.isMotionReduced
  }
}

extension Paint {
  /// Reads what of `Subscribe`, `GetFor` and `Changed` is painted; nil where it is something else.
  ///
  /// Every application reads each change, so nothing else of it is copied. Unknown words and keys
  /// never make it unreadable; where a key stands twice the last one holds.
  package static func read(_ message: borrowing Message) -> (serial: UInt64, paint: Paint)? {
    guard message.signature == "sta{sv}" else { return nil }
    return message.read { arguments in
      guard let style = arguments.string().flatMap(Style.init), let serial = arguments.uint64()
      else { return nil }
      var paint = Paint(style)
      return arguments.members { paint.take($0, &$1) } ? (serial, paint) : nil
    }
  }

  private mutating func take(_ key: String, _ value: inout ArgumentReader) {
    switch key {
    case AppearanceKey.theme: theme = value.string() ?? style.builtInTheme
    case AppearanceKey.themeDigest: themeDigest = value.string() ?? ""
    case AppearanceKey.contrast: isHighContrast = value.uint32() == 1
    case AppearanceKey.reducedMotion: isMotionReduced = value.bool() ?? false
    case AppearanceKey.fade: fade = value.uint32() ?? Appearance.registeredFade
    case AppearanceKey.reason: isOwn = value.string() == Reason.app.rawValue
    case AppearanceKey.accent:
      accent = value.structure { parts in
        guard let red = parts.double(), let green = parts.double(), let blue = parts.double()
        else { return nil }
        return SourceFacts.accent(red, green, blue)
      }
    default: break
    }
  }
}
