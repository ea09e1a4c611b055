import NightThemes
import NightTime
import NightValues

/// Picks the theme of an appearance.
extension Derivation {
  mutating func learn(_ themes: [String: ThemeStatus]) {
    self.themes.merge(themes) { $1 }
  }

  /// Forgets all themes except these, so that nightd reads the others again before it shows them.
  mutating func forgetThemes(except names: Set<String>) {
    themes = themes.filter { names.contains($0.key) }
  }

  /// One sentence for people about each theme that has the wrong style for its slot or hold.
  func misplacedThemes(of intent: Intent) -> [String] {
    var places: [(place: String, slot: ThemeSlot, name: String)] = []
    for slot in ThemeSlot.all {
      if let name = slots[slot] { places.append((slot.key, slot, name)) }
    }
    if let hold = intent.hold, let name = hold.theme {
      places.append(("the hold", ThemeSlot(hold.style, isHigh: false), name))
    }
    return places.compactMap { place, slot, name in
      guard let style = fact(name)?.style, style != slot.style else { return nil }
      let replacement =
        place == slot.key ? "; \(BuiltInThemes.fact(slot).name) is used instead" : ""
      return "\(place): \(MessageText.quoted(name)) is a \(style.rawValue) theme, but this is for "
        + "\(slot.style.rawValue)\(replacement)"
    }
  }

  /// The theme of each slot, and the held theme with nil for its slot.
  func themePlaces(of intent: Intent) -> [(slot: ThemeSlot?, name: String)] {
    var places: [(slot: ThemeSlot?, name: String)] = []
    for slot in ThemeSlot.all {
      if let name = slots[slot] { places.append((slot, name)) }
    }
    if let name = intent.hold?.theme { places.append((nil, name)) }
    return places
  }

  private func fact(_ name: String) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact }
    guard case .known(let fact)? = themes[name] else { return nil }
    return fact
  }

  /// The names of the themes in all slots and in the hold, without built-in themes.
  func themeNames(of intent: Intent) -> Set<String> {
    usedThemes(by: intent).filter { BuiltInThemes.fact($0) == nil }
  }

  /// The names of the themes in all slots and in the hold, with built-in themes.
  func usedThemes(by intent: Intent) -> Set<String> {
    Set(ThemeSlot.all.compactMap { slots[$0] } + [intent.hold?.theme].compactMap(\.self))
  }

  /// Sets the theme for the appearance's style and contrast, and returns it.
  ///
  /// If the preference `accent` is `theme`, this also sets the theme's accent.
  @discardableResult
  func applyTheme(_ appearance: inout Appearance, holding hold: Hold?) -> ThemeFact {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let isHeld = appearance.reason == .hold && !lockedSlots.contains(slot)
    let held = isHeld ? hold?.theme : nil
    let named = [held, slots[slot]].compactMap { $0.flatMap { theme($0, in: slot) } }
    let fact = named.first ?? BuiltInThemes.fact(slot)
    appearance.theme = fact.name
    appearance.themeDigest = fact.digest
    applyAccent(of: fact, to: &appearance)
    return fact
  }

  func applyAccent(of theme: ThemeFact, to appearance: inout Appearance) {
    guard look.accent == .theme else { return }
    appearance.accent = theme.accent.map { .init(red: $0.red, green: $0.green, blue: $0.blue) }
  }

  /// What is known about a theme; nil if the slot's built-in theme replaces it.
  private func theme(_ name: String, in slot: ThemeSlot) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact.style == slot.style ? fact : nil }
    switch themes[name] {
    case .known(let fact): return fact.style == slot.style ? fact : nil
    case .unavailable: return nil
    case nil:
      // nightd has not read the theme yet. Keep the theme that was shown last until then.
      return areThemesRead && lastShown?.style == slot.style ? lastShown : nil
    }
  }
}

extension Preferences {
  var themeSlots: [ThemeSlot: String] {
    var slots: [ThemeSlot: String] = [:]
    for slot in ThemeSlot.all {
      guard case .string(let name)? = value(PreferenceKey(known: slot.key)) else { continue }
      slots[slot] = name
    }
    return slots
  }
}
