/// What people want of contrast, accent and movement.
struct Look: Equatable, Sendable {
  var contrast = ContrastWish.system
  var accent = AccentWish.system
  var motion = MotionWish.system
}

extension Appearance {
  /// Where something is left to the desktop and it says nothing, it is as usual.
  mutating func take(_ look: Look, _ desktop: DesktopReport?) {
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
    // That of the theme, where it is dressed.
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
  var look: Look {
    func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
      guard case .string(let text)? = value(PreferenceKey(known: name)) else { return nil }
      return Word(rawValue: text)
    }
    var look = Look()
    look.contrast = word(PreferenceTable.contrast) ?? .system
    look.motion = word(PreferenceTable.motion) ?? .system
    if case .string(let text)? = value(PreferenceKey(known: PreferenceTable.accent)) {
      look.accent = AccentWish(text) ?? .system
    }
    return look
  }

  /// Whether GeoClue may be asked where this is.
  package var isLocationAuto: Bool {
    value(PreferenceKey(known: PreferenceTable.isLocationAuto)) == .bool(true)
  }

  /// Whether GeoClue is to say where this is; where coordinates are given there is nothing to find.
  package var isPlaceFound: Bool { isLocationAuto && place == nil }
}
