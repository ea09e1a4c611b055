/// Works out the appearance of an intent at one time.
struct Derivation {
  /// Since when there has been someone to answer at all.
  let started: Instant
  /// What the hand-written files say of the choice.
  private(set) var files = Files()
  /// What the preferences say; worked out anew only where they changed.
  private(set) var fade = Appearance.registeredFade

  struct Files: Equatable {
    var choice = Intent.registeredChoice
    /// Whether a file says so, and not only what is registered.
    var isChosen = false
    /// Whether nothing that is set through the daemon counts, a hold included.
    var isLocked = false
  }
  private var filesSince: Instant

  init(started: Instant) {
    self.started = started
    filesSince = started
  }

  mutating func learn(_ preferences: Preferences, at now: Instant) {
    let key = PreferenceKey(known: PreferenceTable.choice)
    let below = preferences.rows(key).first { row in
      row.origin != .set && !row.isPassedOver && row.value != nil
    }
    let new = Files(
      choice: below?.value.flatMap(Choice.init) ?? Intent.registeredChoice,
      isChosen: below.map { $0.origin != .registered } ?? false,
      isLocked: preferences.layers.lock(on: key) != nil
    )
    if new != files { filesSince = now }
    files = new
    fade = preferences.fade(PreferenceKey(known: PreferenceTable.fade))
  }

  /// Who decides, with nothing held.
  func choice(of intent: Intent) -> Choice {
    files.isLocked ? files.choice : intent.decision?.choice ?? files.choice
  }

  func appearance(of intent: Intent, at now: Instant) -> Appearance {
    var base = chosen(intent)
    guard let hold = intent.hold, !files.isLocked else { return base }
    guard !hold.isOver(at: now) else {
      // The hold interrupted the choice, which has held anew since then.
      if case .at(let end) = hold.end, hold.since < end { base.since = max(base.since, end) }
      return base
    }
    var held = base
    held.style = hold.style
    held.theme = hold.theme ?? Appearance.builtInTheme(hold.style)
    held.reason = .hold
    held.since = hold.since
    if case .at(let end) = hold.end {
      held.next = end
      held.nextStyle = base.style
    }
    return held
  }

  /// What the choice alone gives.
  private func chosen(_ intent: Intent) -> Appearance {
    let choice = choice(of: intent)
    let decision = files.isLocked ? nil : intent.decision
    // Where neither a schedule nor a source answers it is light.
    var appearance = Appearance(
      style: choice.fixed ?? .light,
      choice: choice,
      isChosen: decision != nil || files.isChosen,
      reason: choice.fixed == nil ? .fallback : .choice,
      since: decision?.since ?? filesSince
    )
    appearance.fade = fade
    return appearance
  }
}

extension Choice {
  init?(_ value: PreferenceValue) {
    guard case .string(let word) = value else { return nil }
    self.init(rawValue: word)
  }
}

extension Preferences {
  func fade(_ key: PreferenceKey) -> UInt32 {
    guard case .integer(let milliseconds)? = value(key) else { return Appearance.registeredFade }
    return UInt32(clamping: milliseconds)
  }
}
