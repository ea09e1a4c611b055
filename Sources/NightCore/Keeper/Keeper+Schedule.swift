extension Keeper {
  /// The schedule's timeline, which exists even if the choice is not `schedule`.
  package var timeline: Timeline { derivation.timeline }

  /// The schedule's style at a moment, and the next change after that moment.
  package mutating func planned(at now: Instant) -> (Style, Transition?) {
    derivation.planned(at: now)
  }

  /// The source of the place for sunrise and sunset.
  package var placeOrigin: PlaceOrigin { derivation.placeOrigin }

  mutating func located(_ found: FoundPlace?, at now: Instant) -> [Effect] {
    derivation.learn(found) ? derive(at: now) + [.scheduleChanged] : []
  }

  /// The time zone and the zone's main place; nil until both are needed and nightd has read them.
  package var surroundings: Surroundings? { derivation.surroundings }

  /// Whether the event can be handled only after the time zone and its place have been read.
  ///
  /// nightd reads the files of the time zone only if the schedule or a time of day is used.
  package func mustKnowSurroundings(for event: Event) -> Bool {
    guard derivation.surroundings == nil else { return false }
    // This event delivers the zone and its place, so nightd need not read them first.
    if case .surroundings = event { return false }
    if derivation.choice(of: pending) == .schedule { return true }
    switch event {
    case .asked(let demand, _):
      switch demand {
      case .style(_, let term), .toggle(let term), .theme(_, let term):
        return term?.needsZone ?? false
      case .choose(let choice): return choice == .schedule
      case .prefer(let edits, _): return edits.contains(where: \.isOfChoice)
      case .resume, .choice, .themeFor, .noThemes: return false
      }
    case .committed(let intent), .found(let intent):
      return derivation.choice(of: intent) == .schedule
    case .layers(let layers):
      // When a lock is removed, the stored choice that the lock overrode takes effect again.
      let files = Derivation.Files(Preferences(durable, layers))
      return [durable, pending].contains { files.choice(of: $0) == .schedule }
    case .hooks, .commitFailed, .storeTouched, .storeLost, .surroundings, .moment, .desktop,
      .inhibited, .gnomeWrite, .otherSwitches, .programsWrite, .programsNotWritten,
      .gnomeWriteCancelled,
      .programsAnswered, .located, .themes:
      return false
    }
  }
}

extension Keeper {
  /// The name of the theme for this style, whether or not the style is in effect.
  package func theme(serving style: Style) -> String {
    guard style != snapshot.appearance.style else { return snapshot.appearance.theme }
    var appearance = snapshot.appearance
    appearance.style = style
    return derivation.applyTheme(&appearance, holding: nil).name
  }
}

extension Preferences {
  package func choice(of application: String) -> ApplicationChoice {
    let key = PreferenceKey(known: PreferenceTable.choice, of: application)
    guard case .string(let word)? = value(key) else { return .follow }
    return ApplicationChoice(rawValue: word) ?? .follow
  }
}
