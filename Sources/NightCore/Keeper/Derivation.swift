/// Works out the appearance of an intent at one time.
struct Derivation {
  /// Since when there has been someone to answer at all.
  let started: Instant

  func appearance(of intent: Intent, at now: Instant) -> Appearance {
    var base = chosen(intent)
    guard let hold = intent.hold else { return base }
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
    let isChosen = intent.decision != nil
    guard let decision = intent.decision, let style = decision.choice.fixed else {
      // Neither a schedule nor a source answers.
      return Appearance(
        style: .light,
        choice: intent.choice,
        isChosen: isChosen,
        reason: .fallback,
        since: intent.decision?.since ?? started
      )
    }
    return Appearance(
      style: style,
      choice: decision.choice,
      isChosen: isChosen,
      reason: .choice,
      since: decision.since
    )
  }
}
