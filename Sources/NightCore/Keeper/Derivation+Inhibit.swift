/// Nothing changes by itself.
extension Derivation {
  /// What is shown for as long as nothing may change by itself.
  struct Kept: Equatable {
    var style: Style
    var theme: ThemeFact
    /// The one that was asked for meanwhile, and that nobody has read yet.
    var awaited: String?
  }

  var isInhibited: Bool { kept != nil }

  /// What is shown now.
  mutating func keep(_ appearance: Appearance) {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    kept = Kept(style: appearance.style, theme: worn ?? BuiltInThemes.fact(slot))
  }

  mutating func release() { kept = nil }

  /// What people ask for themselves is shown, and kept from then on.
  mutating func pass(_ intent: Intent, at now: Instant) {
    guard kept != nil else { return }
    kept = nil
    let derived = derive(intent, at: now)
    worn = derived.theme
    keep(derived.appearance)
  }

  /// The same where they only ask for another theme of the style, or another contrast.
  mutating func redress(_ intent: Intent, at now: Instant) {
    guard let kept else { return }
    self.kept = nil
    var appearance = derive(intent, at: now).appearance
    appearance.style = kept.style
    let theme = dress(&appearance, holding: intent.hold)
    let wanted = slots[ThemeSlot(kept.style, isHigh: appearance.isHighContrast)]
    let awaited = wanted.flatMap { BuiltInThemes.fact($0) == nil && themes[$0] == nil ? $0 : nil }
    self.kept = Kept(style: kept.style, theme: theme, awaited: awaited)
  }
}

extension Keeper {
  mutating func inhibited(_ isInhibited: Bool, at now: Instant) -> [Effect] {
    guard isInhibited != derivation.isInhibited else { return [] }
    // What was due before is not held back.
    let due = derive(at: now)
    if isInhibited { derivation.keep(standing.appearance) } else { derivation.release() }
    return due + derive(at: now)
  }
}

extension Appearance {
  mutating func keep(_ style: Style, _ theme: ThemeFact) {
    isInhibited = true
    guard self.style != style || self.theme != theme.name || themeDigest != theme.digest else {
      return
    }
    self.style = style
    self.theme = theme.name
    themeDigest = theme.digest
    reason = .inhibit
    next = nil
    nextStyle = nil
  }
}
