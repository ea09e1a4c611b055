/// Holds all state and makes all decisions: it turns events into effects, without a clock or I/O.
///
/// `durable` is the intent on disk, and subscribers see only this intent. `pending` is the intent
/// after all commits under way, if they succeed; nightd checks new demands against `pending`.
package struct Keeper: Sendable {
  package private(set) var durable: Intent
  package private(set) var snapshot: Snapshot
  var pending: Intent
  var inFlight: Batch?
  /// The edits that arrive during a commit; the next commit stores all of these edits.
  var gathered = Batch()
  private var disk: DiskState
  /// Whether the intent in `durable` may be on the disk.
  ///
  /// If the intent in `durable` is not on the disk, even a demand that changes nothing is stored.
  var isStored: Bool { disk != .lacksIntent }
  /// Whether the intent in `durable` is certainly on the disk, so that a reply needs no commit
  /// first.
  var isKnownStored: Bool { disk == .hasIntent }
  package private(set) var layers: Layers
  var derivation: Derivation
  var applications = Applications()
  var conflict = SwitchConflict()
  var echoes: Echoes
  /// The last value that this daemon or an earlier one got from each source of the desktop's
  /// settings.
  package internal(set) var memory: DesktopMemory
  /// The current report of the source that nightd follows; nightd itself may have written the
  /// report's style.
  package var sourceReport: DesktopReport? { source.report }
  /// Whether a source has reported the desktop's settings, or it is certain that no source answers.
  package var isDesktopKnown: Bool { source.isKnown }
  var source: (report: DesktopReport?, isKnown: Bool)
  /// Who asked for the last change of the appearance, and the serial of that change.
  private var lastChange: (asker: Asker?, serial: UInt64)?
  /// When the appearance must be derived again.
  package var wake: Instant? { timer.wanted }
  private var timer: (wanted: Instant?, armed: Instant?)

  /// Whether the intent in `durable` is on the disk.
  private enum DiskState {
    case hasIntent, lacksIntent
    /// Another program may have stored something that nightd has not read yet.
    case maybeChanged
  }

  /// Makes a Keeper, and derives the first appearance.
  ///
  /// Calls `surroundings` and `place` only if the first appearance needs them. Uses the last report
  /// in `memory` until a source answers, or until it is certain that no source will answer. Uses
  /// GeoClue's last place until GeoClue answers. Without the last report and place, applications
  /// would flash when the daemon restarts.
  package init(
    _ intent: Intent,
    _ layers: Layers = Layers(),
    isStored: Bool = true,
    isDesktopKnown: Bool = true,
    at now: Instant,
    surroundings: () -> Surroundings? = { nil },
    themes: ((Set<String>) -> [String: ThemeStatus])? = nil,
    place: () -> Place? = { nil },
    memory: DesktopMemory = DesktopMemory()
  ) {
    disk = isStored ? .hasIntent : .lacksIntent
    source = (nil, isDesktopKnown)
    self.memory = memory
    echoes = Echoes(leftByAnother: memory.awaited)
    durable = intent
    pending = intent
    self.layers = layers
    derivation = Derivation(started: now)
    let preferences = Preferences(intent, layers)
    _ = derivation.learn(preferences, at: now)
    if derivation.choice(of: intent) == .schedule, let known = surroundings() {
      derivation.learn(known)
      if preferences.asksGeoClue, let place = place() {
        _ = derivation.learn(FoundPlace(place, isFresh: false))
      }
    }
    if !isDesktopKnown, let last = memory.lastReport {
      derivation.learn(last, at: min(memory.since ?? now, now))
    }
    if let themes {
      derivation.themes.areRead = true
      derivation.themes.learn(themes(derivation.themes.namesToRead(in: intent)))
    }
    let derived = derivation.derive(intent, at: now)
    derivation.themes.lastShown = derived.theme
    snapshot = Snapshot(serial: 1, appearance: derived.appearance)
    timer.wanted = derived.wake
  }

  /// The preferences that subscribers see.
  package var preferences: Preferences { Preferences(durable, layers) }

  /// The names of the themes to read and follow: the desktop's themes, and the themes of each
  /// application that asked for its own appearance.
  ///
  /// The names do not include built-in themes.
  package var themeNames: Set<String> {
    derivation.themes.namesToRead(in: durable).union(applications.themes)
  }

  /// A message for each light theme that is used for the dark style, or the other way round.
  package var misplacedThemes: [String] {
    derivation.themes.misplaced(in: durable) + misplacedOwnThemes
  }

  /// The name of the desktop's theme for each style and contrast, and the name of the hold's theme;
  /// for the hold, `slot` is nil.
  package var themePlaces: [(slot: ThemeSlot?, name: String)] {
    derivation.themes.places(in: durable)
  }

  /// The names of all themes of the desktop, the hold and the applications, with built-in themes.
  package var usedThemes: Set<String> {
    applicationThemes.reduce(into: derivation.themes.names(in: durable)) { names, application in
      names.formUnion(application.themes.values)
    }
  }

  /// Whether a caller waits for a reply, or something is being stored.
  package var isBusy: Bool { inFlight != nil || !gathered.isEmpty }

  /// Who asked for the change with this serial; nil if the change was automatic or is not the last
  /// change.
  package func asker(of serial: UInt64) -> Asker? {
    lastChange?.serial == serial ? lastChange?.asker : nil
  }

  /// Whether the choice is `system`, but no source of the desktop's settings has reported yet.
  package var awaitsDesktop: Bool {
    !isDesktopKnown && derivation.choice(of: pending) == .system
  }

  /// Who asked for the edits of the commit under way.
  package var committingAsker: Asker? { inFlight?.asker }

  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    // Derive the appearance first, because the timer may be late, and the reply must not show a
    // hold that is over.
    case .asked(let demand, let reply):
      derive(at: now) + respond(to: demand, by: .caller(reply), at: now) + arming(at: now)
    case .committed(let intent): committed(intent, at: now)
    case .commitFailed(let why): commitFailed(why)
    case .found(let intent): found(intent, at: now)
    case .storeTouched: storeTouched()
    case .storeLost: storeLost()
    case .layers(let layers): learned(layers, at: now)
    case .surroundings(let surroundings): learned(surroundings, at: now)
    case .moment: settle(at: now)
    case .desktop(let report): reported(report, at: now) + arming(at: now)
    case .inhibited(let isInhibited): inhibited(isInhibited, at: now) + arming(at: now)
    case .gnomeWrite(let echo, let users): gnomeWrite(echo, over: users, at: now)
    case .otherSwitches(let words): otherSwitchesWrite(words)
    case .programsWrite(let echo): programsWrite(echo, at: now)
    case .programsNotWritten(let echo): programsNotWritten(echo)
    case .gnomeWriteCancelled: gnomeWriteCancelled()
    case .hooks(let styles): hooksRun(with: styles)
    case .programsAnswered(let answer): programsAnswered(answer, at: now) + arming(at: now)
    case .located(let found): located(found, at: now) + arming(at: now)
    case .themes(let themes): learned(themes, at: now) + arming(at: now)
    }
  }
}

// MARK: - Commits

extension Keeper {
  mutating func startCommit() -> [Effect] {
    guard inFlight == nil, !gathered.isEmpty else { return [] }
    // If the gathered edits cancel each other out, they need no commit.
    guard !pending.decides(like: durable) || !isKnownStored else {
      let replies = gathered.replies
      gathered = Batch()
      pending = durable
      return replies.map { .answer($0, snapshot) }
    }
    let edits = gathered.edits
    inFlight = gathered
    inFlight?.preferences = pending.preferences
    gathered = Batch()
    return [.commit(edits)]
  }

  private mutating func committed(_ intent: Intent, at now: Instant) -> [Effect] {
    let batch = inFlight ?? Batch()
    inFlight = nil
    disk = .hasIntent
    let isAsked = batch.isOfStyle || intent.decision != durable.decision
    let told = adopt(
      intent,
      .init(batch.preferenceEdits, areAll: intent.preferences == batch.preferences),
      by: batch.asker,
      isAsked: isAsked,
      at: now
    )
    let answers = batch.replies.map { reply -> Effect in
      guard let condition = batch.condition, condition.reply == reply,
        !condition.wasMet(by: intent)
      else { return .answer(reply, snapshot) }
      return .refuse(
        reply,
        .conflict,
        "another change was stored after revision \(condition.revision); nothing was changed"
      )
    }
    return told + answers + startCommit() + arming(at: now)
  }

  /// Refuses every demand whose edits depend on the failed commit.
  ///
  /// Demands that were gathered during the commit are refused too, because nightd checked them
  /// against an intent that is now invalid.
  private mutating func commitFailed(_ why: String) -> [Effect] {
    let replies = (inFlight?.replies ?? []) + gathered.replies
    // If a flip of the desktop's switch could not be stored, set the switch back.
    let isByDesktop = inFlight?.asker == .desktop || gathered.asker == .desktop
    inFlight = nil
    gathered = Batch()
    pending = durable
    return (isByDesktop ? [.writeGnomeAgain] : []) + replies.map { .refuse($0, .notDurable, why) }
  }

  private mutating func found(_ intent: Intent, at now: Instant) -> [Effect] {
    disk = .hasIntent
    let isAsked = intent.decision != durable.decision || intent.hold != durable.hold
    // The commit under way will be applied to the intent that nightd just found, so the preferences
    // after that commit are not known yet.
    inFlight?.preferences = nil
    return adopt(intent, .none, by: .store, isAsked: isAsked, at: now) + arming(at: now)
  }

  private mutating func learned(_ layers: Layers, at now: Instant) -> [Effect] {
    let old = preferences
    let files = derivation.files
    self.layers = layers
    return announce(since: old, .none, by: .file, at: now) { $0.files != files }
      + arming(at: now)
  }

  private mutating func learned(_ surroundings: Surroundings, at now: Instant) -> [Effect] {
    let known = derivation.surroundings
    guard surroundings != known else { return [] }
    derivation.learn(surroundings)
    // When the zone and place become known for the first time, nothing changes for subscribers, so
    // announce only later changes of the zone or place.
    return derive(at: now) + (known == nil ? [] : [.scheduleChanged]) + arming(at: now)
  }

  private mutating func learned(
    _ themes: [String: ThemeStatus],
    at now: Instant
  ) -> [Effect] {
    let applications = applicationsChanged(by: themes)
    derivation.themes.learn(themes)
    if let awaited = derivation.frozen?.awaited, themes[awaited] != nil {
      derivation.refreshWhileInhibited(durable, at: now)
    }
    return derive(at: now) + applications
  }

  private mutating func storeTouched() -> [Effect] {
    if disk == .hasIntent { disk = .maybeChanged }
    return []
  }

  private mutating func storeLost() -> [Effect] {
    disk = .lacksIntent
    return []
  }
}

// MARK: - Consequences

extension Keeper {
  private mutating func adopt(
    _ intent: Intent,
    _ edits: NamedEdits,
    by asker: Asker?,
    isAsked: Bool,
    at now: Instant
  ) -> [Effect] {
    let old = preferences
    durable = intent
    pending = intent.applying((inFlight?.edits ?? []) + gathered.edits)
    return announce(since: old, edits, by: asker, at: now) { _ in isAsked }
  }

  /// Reads the new preferences, and announces the changes that they cause.
  ///
  /// A change that people asked for is shown even while a program inhibits automatic changes.
  private mutating func announce(
    since old: Preferences,
    _ edits: NamedEdits,
    by asker: Asker?,
    at now: Instant,
    isAsked: (Derivation) -> Bool
  ) -> [Effect] {
    let new = preferences
    // If only the choice or the hold changed, no preference needs to be read again.
    guard new.stored != old.stored || new.layers != old.layers else {
      if isAsked(derivation) { derivation.allowOnce(durable, at: now) }
      return derive(at: now, by: asker)
    }
    let slots = derivation.themes.slots
    let contrast = derivation.look.contrast
    let isReplanned = derivation.learn(new, at: now)
    applications.learn(new, pending: Preferences(pending, layers))
    forgetThemes()
    let changes = new.changes(from: old, edits)
    if isAsked(derivation) {
      derivation.allowOnce(durable, at: now)
    } else if derivation.themes.slots != slots || derivation.look.contrast != contrast {
      derivation.refreshWhileInhibited(durable, at: now)
    }
    var effects = derive(at: now, by: asker)
    if isReplanned { effects.append(.scheduleChanged) }
    if !changes.isEmpty { effects.append(.preferencesChanged(changes)) }
    // A changed file can affect any application, but an edit affects only the application in its
    // key.
    let edited =
      new.layers == old.layers && edits.areAll
      ? edits.edits.compactMap(\.application) : new.applications
    return effects + applicationsChanged(by: changes, edited: edited, since: old, at: now)
  }

  /// Forgets what nightd knows about unused themes, because people may edit a theme's file before
  /// its next use.
  mutating func forgetThemes() {
    var names = themeNames
    names.formUnion(Preferences(pending, layers).themeSlots.values)
    if let held = pending.hold?.theme { names.insert(held) }
    derivation.themes.forget(except: names)
  }

  /// Derives the appearance again, and returns the changes to announce.
  mutating func derive(at now: Instant, by asker: Asker? = nil) -> [Effect] {
    let old = snapshot
    let derived = derivation.derive(durable, at: now)
    timer.wanted = derived.wake
    derivation.themes.lastShown = derived.theme
    var new = derived.appearance
    // If the style was and still is the same fallback, keep the time at which that fallback began.
    if new.reason == .fallback, old.appearance.reason == .fallback,
      new.style == old.appearance.style
    {
      new.since = old.appearance.since
    }
    guard new != old.appearance else { return [] }
    snapshot.appearance = new
    var changed: [StyleProperty] = []
    if new.style != old.appearance.style { changed.append(.style) }
    if new.choice != old.appearance.choice { changed.append(.choice) }
    if new.theme != old.appearance.theme { changed.append(.theme) }
    guard !new.paintsLike(old.appearance) else {
      return [.propertiesChanged(changed + [.appearance])]
    }
    snapshot.serial += 1
    lastChange = (asker, snapshot.serial)
    if new.style != old.appearance.style, new.choice != .system {
      if asker != .desktop { conflict.styleChanged(at: now) }
      if preferences.hasPrograms { echoes.tell(new.style, at: now) }
    }
    return [.changed(snapshot), .propertiesChanged(changed + [.serial, .appearance])]
  }

  /// Derives the appearance without writing a file, so that this works even if the disk is full or
  /// read-only.
  private mutating func settle(at now: Instant) -> [Effect] {
    timer.armed = nil
    return derive(at: now) + arming(at: now)
  }

  private mutating func arming(at now: Instant) -> [Effect] {
    guard timer.wanted != timer.armed else { return [] }
    timer.armed = timer.wanted
    return [.arm(timer.armed)]
  }
}
