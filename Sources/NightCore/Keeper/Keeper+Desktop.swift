/// What the desktop says, who asks that nothing changes, and where GeoClue says this is.
extension Keeper {
  /// What the desktop says; nil where nobody tells.
  package var desktop: DesktopReport? { derivation.desktop }

  /// Whether its switch is not listened to, since it undid what nightd did.
  package var isQuarrelLost: Bool { quarrel.isLost }

  /// Where the place comes from for which the sun is reckoned.
  package var placeOrigin: PlaceOrigin { derivation.placeOrigin }

  mutating func reported(_ report: DesktopReport?, at now: Instant) -> [Effect] {
    let old = desktop
    let isFirst = !isDesktopKnown
    desktopIsKnown()
    guard report != old else { return [] }
    derivation.learn(report, at: now)
    if let source = report?.source { quarrel.hear(source) }
    // Before, nobody knew what to keep.
    if isFirst, derivation.choice(of: durable) == .system { derivation.pass(durable, at: now) }
    var spoken = spoken(old, report)
    let isEcho = spoken.map { echoes($0, report, at: now) } ?? false
    if isEcho { spoken = nil }
    derivation.echoed = isEcho ? report?.asked : nil
    if isEcho, let asked = report?.asked { keepHold(over: asked) }
    // It ended what it ends before anything else is judged.
    if spoken != nil { endHold() }
    var effects = derive(at: now)
    if report?.source != old?.source || report?.style != old?.style {
      effects.append(.desktopChanged)
    }
    if let spoken { effects += heard(spoken, at: now) }
    // Whatever comes of it, in the end both say the same.
    if isEcho, report?.asked != standing.appearance.style { effects.append(.mirrorAgain) }
    return effects + startCommit()
  }

  /// What a person says with the desktop's switch: a change that is told by who told what was before.
  ///
  /// From no preference to light is one too, though it looks the same.
  private func spoken(_ old: DesktopReport?, _ new: DesktopReport?) -> Style? {
    guard let old, let new, old.source == new.source, old.style != new.style else { return nil }
    return new.asked
  }

  /// Whether that is only what nightd itself wrote.
  private mutating func echoes(
    _ style: Style,
    _ report: DesktopReport?,
    at now: Instant
  ) -> Bool {
    guard let report, DesktopSource.readsSettings(report.source) else { return false }
    return echoes.hears(style, at: now)
  }

  mutating func mirrored(_ style: Style?, at now: Instant) -> [Effect] {
    echoes.expect(style, after: desktop?.style, at: now)
    return []
  }

  /// What an administrator fixed stays, and the switch is to say so, unless someone sets it each time.
  private mutating func overruled(_ style: Style, at now: Instant) -> [Effect] {
    guard style != derivation.derive(pending, at: now).appearance.style, !quarrel.isLost else {
      return []
    }
    quarrel.contradicted(at: now)
    return quarrel.isLost ? [.quarrelLost(source: desktop?.source ?? "")] : [.mirrorAgain]
  }

  private mutating func heard(_ style: Style, at now: Instant) -> [Effect] {
    // Who follows the desktop has followed.
    guard derivation.choice(of: pending) != .system else { return [] }
    let choice = PreferenceKey(known: PreferenceTable.choice)
    guard preferences.layers.lock(on: choice) == nil else { return overruled(style, at: now) }
    // What is in effect already is mostly an echo, unless it is only there for as long as nothing
    // may change by itself.
    let shown = derivation.derive(pending, at: now).appearance
    guard style != shown.style || shown.reason == .inhibit else { return [] }
    guard !quarrel.isLost else { return [] }
    if style != shown.style { quarrel.contradicted(at: now) }
    guard !quarrel.isLost else { return [.quarrelLost(source: desktop?.source ?? "")] }
    return asked(.style(style), by: .desktop, at: now)
  }

  /// A hold that lasts until the desktop says something else is over for good once it did.
  ///
  /// What is derived needs no disk; but the disk is told, or the hold would be there again after a
  /// restart. Where another source says something else, as that of another session, the hold only
  /// rests: nobody changed their mind.
  private mutating func endHold() {
    guard let hold = pending.hold, case .sourceChange = hold.end else { return }
    derivation.spend(hold)
    gathered.edits.append(.end(hold))
    pending = pending.applying([.end(hold)])
  }

  /// A hold until the desktop says something else outlives what nightd put back there, also on disk.
  private mutating func keepHold(over asked: Style) {
    guard var hold = pending.hold, case .sourceChange(let style) = hold.end, style != asked,
      hold != derivation.spent
    else { return }
    hold.end = .sourceChange(from: asked)
    gathered.edits.append(.hold(hold))
    pending = pending.applying([.hold(hold)])
  }

  mutating func inhibited(_ isInhibited: Bool, at now: Instant) -> [Effect] {
    guard isInhibited != derivation.isInhibited else { return [] }
    // What was due before is not held back.
    let due = derive(at: now)
    if isInhibited { derivation.keep(standing.appearance) } else { derivation.release() }
    return due + derive(at: now)
  }

  mutating func located(_ found: FoundPlace?, at now: Instant) -> [Effect] {
    derivation.learn(found) ? derive(at: now) + [.scheduleChanged] : []
  }
}
