/// Selects the theme to use from the themes of the slots and of the hold, based on the known facts
/// about these themes.
///
/// A slot is a style together with a contrast, such as dark with high contrast.
struct ThemeSelection {
  /// The name of the theme in each slot.
  private(set) var slots: [ThemeSlot: String] = [:]
  /// The locked slots, for which nightd ignores a held theme.
  private var lockedSlots: Set<ThemeSlot> = []
  private var facts: [String: ThemeStatus] = [:]
  /// Whether another part of the daemon reads a theme's file whenever the theme comes into use.
  var areRead = false
  /// The theme that was shown last.
  var lastShown: ThemeFact?

  mutating func learn(_ preferences: Preferences) {
    slots = preferences.themeSlots
    lockedSlots = Set(ThemeSlot.all.filter { preferences.layers.lock(on: $0.preference) != nil })
  }

  mutating func learn(_ facts: [String: ThemeStatus]) { self.facts.merge(facts) { $1 } }

  /// Forgets the facts about unused themes, so that these themes are read again before their next
  /// use.
  mutating func forget(except names: Set<String>) {
    facts = facts.filter { names.contains($0.key) }
  }

  /// Whether nightd knows nothing about a theme yet, because it has not read the theme's file.
  func isUnread(_ name: String) -> Bool { BuiltInThemes.fact(name) == nil && facts[name] == nil }

  /// Whether this status is exactly what nightd knows about the theme with this name.
  func isKnown(_ name: String, _ status: ThemeStatus) -> Bool { facts[name] == status }

  /// A message for each light theme that is used for the dark style, or the other way round.
  func misplaced(in intent: Intent) -> [String] {
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
      return "\(place): \(MessageText.quoted(name)) is a \(style.rawValue) theme, but must be "
        + "a \(slot.style.rawValue) one\(replacement)"
    }
  }

  /// The name of the theme in each slot and in the hold; for the hold, `slot` is nil.
  func places(in intent: Intent) -> [(slot: ThemeSlot?, name: String)] {
    var places: [(slot: ThemeSlot?, name: String)] = []
    for slot in ThemeSlot.all {
      if let name = slots[slot] { places.append((slot, name)) }
    }
    if let name = intent.hold?.theme { places.append((nil, name)) }
    return places
  }

  /// What nightd knows about a theme; nil if the theme's style is not the slot's style, or if the
  /// theme has not been read yet.
  func usable(_ name: String, in slot: ThemeSlot) -> ThemeFact? {
    fact(name).flatMap { $0.style == slot.style ? $0 : nil }
  }

  func fact(_ name: String) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact }
    guard case .known(let fact)? = facts[name] else { return nil }
    return fact
  }

  /// The names of the themes in all slots and in the hold, except built-in themes.
  func namesToRead(in intent: Intent) -> Set<String> {
    names(in: intent).filter { BuiltInThemes.fact($0) == nil }
  }

  /// The names of the themes in all slots and in the hold, including built-in themes.
  func names(in intent: Intent) -> Set<String> {
    Set(ThemeSlot.all.compactMap { slots[$0] } + [intent.hold?.theme].compactMap(\.self))
  }

  /// The theme for the appearance's style and contrast.
  func theme(for appearance: Appearance, holding hold: Hold?) -> ThemeFact {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    let isHeld = appearance.reason == .hold && !lockedSlots.contains(slot)
    let held = isHeld ? hold?.theme : nil
    let named = [held, slots[slot]].compactMap { $0.flatMap { theme($0, in: slot) } }
    return named.first ?? BuiltInThemes.fact(slot)
  }

  /// What nightd knows about the theme with this name; nil if the theme cannot be used in the slot.
  private func theme(_ name: String, in slot: ThemeSlot) -> ThemeFact? {
    if let fact = BuiltInThemes.fact(name) { return fact.style == slot.style ? fact : nil }
    switch facts[name] {
    case .known(let fact): return fact.style == slot.style ? fact : nil
    case .unavailable: return nil
    case nil:
      // Until nightd has read the theme, keep the theme that was shown last.
      return areRead && lastShown?.style == slot.style ? lastShown : nil
    }
  }
}

extension Derivation {
  /// Puts into the appearance the theme for its style and contrast, and returns that theme.
  ///
  /// If the preference `accent` is `theme`, the theme's accent colour is put into the appearance
  /// too.
  @discardableResult
  func applyTheme(_ appearance: inout Appearance, holding hold: Hold?) -> ThemeFact {
    let fact = themes.theme(for: appearance, holding: hold)
    appearance.theme = fact.name
    appearance.themeDigest = fact.digest
    applyAccent(of: fact, to: &appearance)
    return fact
  }

  func applyAccent(of theme: ThemeFact, to appearance: inout Appearance) {
    guard look.accent == .theme else { return }
    appearance.accent = theme.accent.map { .init(red: $0.red, green: $0.green, blue: $0.blue) }
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
