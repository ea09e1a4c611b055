/// Which theme is shown.
extension Derivation {
  mutating func learn(_ themes: [String: ThemeStatus]) {
    self.themes.merge(themes) { $1 }
  }

  /// What nobody uses any more is to be read anew before it is shown again.
  mutating func forgetThemes(but names: Set<String>) {
    themes = themes.filter { names.contains($0.key) }
  }

  /// What stands where it cannot serve, each as a sentence for people.
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
      let serving = place == slot.key ? "; \(BuiltInThemes.fact(slot).name) serves" : ""
      return "\(place): \(MessageText.quoted(name)) is a \(style.rawValue) theme, and this is for "
        + "\(slot.style.rawValue)\(serving)"
    }
  }

  private func fact(_ name: String) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact }
    guard case .known(let fact)? = themes[name] else { return nil }
    return fact
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

  /// Nothing where the one that is built in is to serve.
  private func theme(_ name: String, in slot: ThemeSlot) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact.style == slot.style ? fact : nil }
    switch themes[name] {
    case .known(let fact): return fact.style == slot.style ? fact : nil
    case .unavailable: return nil
    case nil:
      // Nobody has looked yet: what is shown stays for that moment.
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
