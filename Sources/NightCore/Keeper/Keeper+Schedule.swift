extension Keeper {
  /// What the schedule says, whoever decides.
  package var timeline: Timeline { derivation.timeline }

  /// What the schedule gives at a moment, and its next change.
  package mutating func planned(at now: Instant) -> (Style, Transition?) {
    derivation.planned(at: now)
  }

  /// Where the place comes from for which the sun is reckoned.
  package var placeOrigin: PlaceOrigin { derivation.placeOrigin }

  mutating func located(_ found: FoundPlace?, at now: Instant) -> [Effect] {
    derivation.learn(found) ? derive(at: now) + [.scheduleChanged] : []
  }

  /// Where and in which zone this is; nil until it was needed.
  package var surroundings: Surroundings? { derivation.surroundings }

  /// Whether the surroundings must be known before this can be handled.
  ///
  /// They are files, and who never asks for a schedule or a time of day never pays for reading them.
  package func mustKnowSurroundings(for event: Event) -> Bool {
    guard derivation.surroundings == nil else { return false }
    // What gives them must never ask for them.
    if case .surroundings = event { return false }
    if derivation.choice(of: pending) == .schedule { return true }
    switch event {
    case .asked(let demand, _):
      switch demand {
      case .style(_, let term), .toggle(let term), .theme(_, let term):
        return term?.needsZone ?? false
      case .choose(let choice): return choice == .schedule
      case .prefer(let edits, _): return edits.contains(where: \.isOfChoice)
      case .resume, .choice: return false
      }
    case .committed(let intent), .found(let intent):
      return derivation.choice(of: intent) == .schedule
    case .layers(let layers):
      // Where a lock goes, what it hid decides again.
      let files = Derivation.Files(Preferences(durable, layers))
      return [durable, pending].contains { files.choice(of: $0) == .schedule }
    case .commitFailed, .storeTouched, .storeLost, .surroundings, .moment, .desktop, .inhibited,
      .mirroring, .mirroringGivenUp, .located, .themes:
      return false
    }
  }
}
