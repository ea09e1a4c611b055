/// What the desktop says, and holds that last until it says something else.
extension Derivation {
  mutating func learn(_ report: DesktopReport?, at now: Instant) {
    if report?.asked != desktop?.asked { desktopSince = now }
    desktop = report
  }

  /// Whether it is in force.
  func isActive(_ hold: Hold, at now: Instant) -> Bool {
    !isOver(hold, at: now) && (hold.beginning.map { $0 <= now } ?? true)
  }

  func isOver(_ hold: Hold, at now: Instant) -> Bool {
    guard case .sourceChange(let style) = hold.end else { return hold.isOver(at: now) }
    guard hold != spent else { return true }
    guard let asked = desktop?.asked, asked != echoed else { return false }
    return asked != style
  }

  /// It stays over, whatever the desktop says next.
  mutating func spend(_ hold: Hold) { spent = hold }
}

/// Nothing changes by itself.
extension Derivation {
  /// What is shown for as long as nothing may change by itself.
  struct Kept: Equatable {
    let style: Style
    let theme: String
    let digest: String

    init(_ appearance: Appearance) {
      style = appearance.style
      theme = appearance.theme
      digest = appearance.themeDigest
    }
  }

  var isInhibited: Bool { kept != nil }

  mutating func keep(_ appearance: Appearance) { kept = Kept(appearance) }

  mutating func release() { kept = nil }

  /// What people ask for themselves is shown, and kept from then on.
  mutating func pass(_ intent: Intent, at now: Instant) {
    guard kept != nil else { return }
    kept = nil
    keep(derive(intent, at: now).appearance)
  }
}

extension Appearance {
  fileprivate func isKept(_ kept: Derivation.Kept) -> Bool {
    style == kept.style && theme == kept.theme && themeDigest == kept.digest
  }

  mutating func keep(_ kept: Derivation.Kept) {
    isInhibited = true
    guard !isKept(kept) else { return }
    style = kept.style
    theme = kept.theme
    themeDigest = kept.digest
    reason = .inhibit
    next = nil
    nextStyle = nil
  }
}
