package import NightBus
package import NightCore

/// The parts of an appearance that an application needs for painting, as the daemon sends them.
///
/// A `Paint` contains only two facts about the theme: its name and its digest.
package struct Paint: Equatable, Sendable {
  package var style: Style
  package var theme: String
  package var themeDigest = ""
  package var isHighContrast = false
  package var accent: Accent?
  package var isMotionReduced = false
  /// How long the fade to a new appearance should take, in milliseconds.
  package var fade = Appearance.registeredFade
  /// Whether the style comes from the application's own choice (reason `app`).
  package var isStyleOwn = false
  /// Whether the application's own theme is in effect now; nil if the application has no themes of
  /// its own.
  package var isThemeOwn: Bool?

  package init(_ style: Style) {
    self.style = style
    theme = style.builtInTheme
  }

  /// Copies the parts of an appearance that an application needs for painting.
  package init(_ appearance: Appearance) {
    style = appearance.style
    theme = appearance.theme
    themeDigest = appearance.themeDigest
    isHighContrast = appearance.isHighContrast
    accent = appearance.accent
    isMotionReduced = appearance.isMotionReduced
    fade = appearance.fade
    isStyleOwn = appearance.reason == .app
    isThemeOwn = appearance.isThemeOwn
  }

  /// Whether the application has the same appearance as the desktop, except for the fade.
  ///
  /// This property is also false if the application has its own theme for another style or
  /// contrast, because a change of the desktop's style or contrast puts that theme into effect.
  package var followsDesktop: Bool { !isStyleOwn && isThemeOwn == nil }

  /// Whether an application would look the same with this `Paint` as with `other`.
  package func looksLike(_ other: Paint) -> Bool {
    style == other.style && theme == other.theme && themeDigest == other.themeDigest
      && isHighContrast == other.isHighContrast && accent == other.accent
      && isMotionReduced == other.isMotionReduced
  }
}

extension Paint {
  /// Reads a reply of `Subscribe` or `GetFor`, or a `Changed` signal; nil for other messages.
  ///
  /// Every application reads every change, so only the parts for painting are copied, to save work.
  /// Unknown keywords and keys are ignored. If a key occurs twice, its last value is used.
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
    case AppearanceKey.reason: isStyleOwn = value.string() == Reason.app.rawValue
    case AppearanceKey.ownTheme: isThemeOwn = value.bool()
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
