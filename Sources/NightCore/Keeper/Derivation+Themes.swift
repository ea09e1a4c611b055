/// Which theme is shown.
extension Derivation {
  mutating func learn(_ themes: [String: ThemeStanding]) {
    self.themes.merge(themes) { $1 }
  }

  /// Those in use, or that would be with another style or contrast; what is built in is known.
  func themeNames(of intent: Intent) -> Set<String> {
    usedThemes(by: intent).filter { BuiltInThemes.fact($0) == nil }
  }

  /// What stands in the slots, and what is held.
  func usedThemes(by intent: Intent) -> Set<String> {
    Set(ThemeSlot.all.compactMap { slots[$0] } + [intent.hold?.theme].compactMap(\.self))
  }

  /// Gives an appearance the theme of its style and contrast, and from that its accent if so wanted.
  @discardableResult
  func dress(_ appearance: inout Appearance, holding hold: Hold?) -> ThemeFact {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let held = appearance.reason == .hold ? hold?.theme : nil
    let named = [held, slots[slot]].compactMap { $0.flatMap { theme($0, in: slot) } }
    let fact = named.first ?? BuiltInThemes.fact(slot)
    appearance.theme = fact.name
    appearance.themeDigest = fact.digest
    if look.accent == .theme {
      appearance.accent = fact.accent.map { .init(red: $0.red, green: $0.green, blue: $0.blue) }
    }
    return fact
  }

  /// Nothing where the one that is built in is to serve.
  private func theme(_ name: String, in slot: ThemeSlot) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact.style == slot.style ? fact : nil }
    switch themes[name] {
    case .known(let fact): return fact.style == slot.style ? fact : nil
    case .lacking: return nil
    case nil:
      // Nobody has looked yet: what is shown stays for that moment.
      return areThemesRead && worn?.style == slot.style ? worn : nil
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
