/// Prevents automatic changes while a program inhibits them.
extension Derivation {
  /// The style and theme that stay in effect while automatic changes are inhibited.
  struct Frozen: Equatable {
    var style: Style
    var theme: ThemeFact
    /// The name of the theme that the frozen style needs, if nightd has not read that theme yet.
    var awaited: String?
  }

  var isInhibited: Bool { frozen != nil }

  /// Keeps the style and theme of the given appearance in effect until `release` is called.
  mutating func freeze(_ appearance: Appearance) {
    let slot = ThemeSlot(appearance.style, isHigh: appearance.isHighContrast)
    frozen = Frozen(style: appearance.style, theme: themes.lastShown ?? BuiltInThemes.fact(slot))
  }

  mutating func release() { frozen = nil }

  /// Lets one change that the user requested take effect, and freezes the new appearance.
  mutating func allowOnce(_ intent: Intent, at now: Instant) {
    guard frozen != nil else { return }
    frozen = nil
    let derived = derive(intent, at: now)
    themes.lastShown = derived.theme
    freeze(derived.appearance)
  }

  /// Updates the theme and the contrast during an inhibition, but keeps the frozen style.
  mutating func refreshWhileInhibited(_ intent: Intent, at now: Instant) {
    guard let frozen else { return }
    self.frozen = nil
    var appearance = derive(intent, at: now).appearance
    appearance.style = frozen.style
    let theme = applyTheme(&appearance, holding: intent.hold)
    let wanted = themes.slots[ThemeSlot(frozen.style, isHigh: appearance.isHighContrast)]
    let awaited = wanted.flatMap { themes.isUnread($0) ? $0 : nil }
    self.frozen = Frozen(style: frozen.style, theme: theme, awaited: awaited)
  }
}

extension Keeper {
  mutating func inhibited(_ isInhibited: Bool, at now: Instant) -> [Effect] {
    guard isInhibited != derivation.isInhibited else { return [] }
    // First make a change that is already due, then freeze the appearance.
    let due = derive(at: now)
    if isInhibited { derivation.freeze(snapshot.appearance) } else { derivation.release() }
    return due + derive(at: now)
  }
}

extension Appearance {
  mutating func freeze(_ style: Style, _ theme: ThemeFact) {
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

/// A program that inhibits automatic changes.
package struct Inhibitor: Equatable, Sendable {
  /// The name that the program gives itself, which may be empty.
  package var application: String
  package var why: String
  package var since: Instant
  package var process: HistoryEntry.Process?

  package init(
    application: String,
    why: String,
    since: Instant,
    process: HistoryEntry.Process? = nil
  ) {
    self.application = application
    self.why = why
    self.since = since
    self.process = process
  }
}

extension Inhibitor: Record {
  package static let blank = Inhibitor(application: "", why: "", since: Instant(microseconds: 0))

  package mutating func visit(_ fields: inout Fields) {
    fields.field("app", &application)
    fields.required("why", &why)
    fields.field("since", &since)
    fields.part(&process)
  }
}
