/// The preferences for contrast, accent and motion.
struct LookPreferences: Equatable, Sendable {
  var contrast = ContrastPreference.system
  var accent = AccentPreference.system
  var motion = MotionPreference.system
}

extension Appearance {
  /// Sets the appearance's contrast, accent and motion from the preferences and the desktop's
  /// report.
  ///
  /// A preference with the value `system` means the desktop's value or, if the desktop reports no
  /// value, the default.
  mutating func apply(_ look: LookPreferences, _ desktop: DesktopReport?) {
    isContrastSet = look.contrast != .system || desktop?.isHighContrast != nil
    isMotionSet = look.motion != .system || desktop?.isMotionReduced != nil
    switch look.contrast {
    case .high: isHighContrast = true
    case .normal: isHighContrast = false
    case .system: isHighContrast = desktop?.isHighContrast ?? false
    }
    switch look.accent {
    case .color(let red, let green, let blue):
      func part(_ byte: UInt8) -> Double { Double(byte) / 255 }
      accent = Accent(red: part(red), green: part(green), blue: part(blue))
    // If the preference `accent` is `theme`, set no accent here, because `applyTheme` sets it.
    case .none, .theme: accent = nil
    case .system: accent = desktop?.accent
    }
    switch look.motion {
    case .reduced: isMotionReduced = true
    case .full: isMotionReduced = false
    case .system: isMotionReduced = desktop?.isMotionReduced ?? false
    }
  }
}

extension Preferences {
  var look: LookPreferences {
    func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
      guard case .string(let text)? = value(PreferenceKey(known: name)) else { return nil }
      return Word(rawValue: text)
    }
    var look = LookPreferences()
    look.contrast = word(PreferenceTable.contrast) ?? .system
    look.motion = word(PreferenceTable.motion) ?? .system
    if case .string(let text)? = value(PreferenceKey(known: PreferenceTable.accent)) {
      look.accent = AccentPreference(text) ?? .system
    }
    return look
  }

  /// Whether nightd may ask GeoClue for the place for sunrise and sunset.
  package var isLocationAuto: Bool {
    value(PreferenceKey(known: PreferenceTable.isLocationAuto)) == .bool(true)
  }

  /// Whether nightd asks GeoClue for the place; false if the user set the place's latitude and
  /// longitude.
  package var asksGeoClue: Bool { isLocationAuto && place == nil }
}

/// The preference for the accent colour.
package enum AccentPreference: Equatable, Sendable {
  case color(red: UInt8, green: UInt8, blue: UInt8)
  case none
  case system
  /// The accent of the theme in use.
  case theme

  /// The words that the preference `accent` accepts besides colours.
  package static let words = ["none", "system", "theme"]

  /// Reads `none`, `system`, `theme` or an opaque colour in any form; nil for any other text.
  ///
  /// Each component of the colour is rounded to eight bits.
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

/// The preference for contrast.
package enum ContrastPreference: String, CaseIterable, Sendable {
  case high
  case normal
  case system
}

/// The preference for motion.
package enum MotionPreference: String, CaseIterable, Sendable {
  case reduced
  case full
  case system
}
