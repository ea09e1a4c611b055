/// Decides everything: events in, effects out, no clock and no I/O.
///
/// `durable` is what is on disk and what everyone is told. `pending` is what it will be once the
/// commits under way have succeeded; new demands are judged against it.
package struct Keeper: Sendable {
  package private(set) var durable: Intent
  package private(set) var standing: Standing
  var pending: Intent
  var inFlight: Batch?
  /// Gathers what comes while a commit is out; all of it shares the next one.
  var gathered = Batch()
  /// Whether the disk holds what `durable` says; if not, the next demand is stored even if equal.
  private(set) var isStored: Bool
  /// Whether someone else may have stored something that was not read yet.
  private var isTouched = false
  /// Whether an answer may say so without a look at the disk.
  var isKnownStored: Bool { isStored && !isTouched }
  package private(set) var layers: Layers
  var derivation: Derivation
  /// When the applications' choices changed, as far as that was seen.
  private(set) var applicationsSince: [PreferenceKey: Instant] = [:]
  var quarrel = Quarrel()
  var echoes: Echoes
  /// What the desktop's sources said, in this run of the daemon and before it.
  package internal(set) var memory: DesktopMemory
  /// The current word of the followed source, nightd's own values included.
  package internal(set) var told: DesktopReport?
  /// Whether anyone has told what the desktop says, or that nobody tells.
  package internal(set) var isDesktopKnown: Bool
  /// Who asked for the last change of what is in effect, and its serial.
  private var mover: (asker: Asker?, serial: UInt64)?
  /// When the appearance is to be worked out anew.
  package private(set) var wake: Instant?
  private var armed: Instant?

  /// The surroundings and the place that GeoClue told last are asked for only if they are needed from
  /// the start.
  ///
  /// What the desktop said last counts until someone tells what it says now or that nobody does, and
  /// the place for as long: applications that follow a daemon which was started anew must not flash.
  package init(
    _ intent: Intent,
    _ layers: Layers = Layers(),
    isStored: Bool = true,
    isDesktopKnown: Bool = true,
    at now: Instant,
    in surroundings: () -> Surroundings? = { nil },
    dressed themes: ((Set<String>) -> [String: ThemeStatus])? = nil,
    found place: () -> Place? = { nil },
    remembering memory: DesktopMemory = DesktopMemory()
  ) {
    self.isStored = isStored
    self.isDesktopKnown = isDesktopKnown
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
      if preferences.isPlaceFound, let place = place() {
        _ = derivation.learn(FoundPlace(place, isFresh: false))
      }
    }
    if !isDesktopKnown, derivation.choice(of: intent) == .system, let last = memory.lastReport {
      derivation.learn(last, at: min(memory.since ?? now, now))
    }
    if let themes {
      derivation.areThemesRead = true
      derivation.learn(themes(derivation.themeNames(of: intent)))
    }
    let derived = derivation.derive(intent, at: now)
    derivation.worn = derived.theme
    standing = Standing(serial: 1, appearance: derived.appearance)
    wake = derived.wake
  }

  /// The preferences that everyone is told.
  package var preferences: Preferences { Preferences(durable, layers) }

  /// The themes that are in use, or would be with another style or contrast; none that is built in.
  package var themeNames: Set<String> { derivation.themeNames(of: durable) }

  /// What stands in a slot or a hold that it cannot serve in, each as a sentence for people.
  package var misplacedThemes: [String] { derivation.misplacedThemes(of: durable) }

  /// The same with those that are built in.
  package var usedThemes: Set<String> { derivation.usedThemes(by: durable) }

  /// Whether someone is owed an answer or something is being stored.
  package var isBusy: Bool { inFlight != nil || !gathered.isEmpty }

  /// Who asked for the change with this serial; nil where it came by itself, or is long past.
  package func mover(of serial: UInt64) -> Asker? { mover?.serial == serial ? mover?.asker : nil }

  /// Whether the desktop decides, and nobody knows yet what it says.
  package var awaitsDesktop: Bool {
    !isDesktopKnown && derivation.choice(of: pending) == .system
  }

  /// Who asked for what is being stored.
  package var storingFor: Asker? { inFlight?.asker }

  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    // The timer may be late, and nobody is answered from within a hold that is over.
    case .asked(let demand, let ticket):
      derive(at: now) + asked(demand, by: .caller(ticket), at: now) + arming(at: now)
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
    case .mirroring(let echo): mirroring(echo, at: now)
    case .mirroringGivenUp: mirroringGivenUp()
    case .located(let found): located(found, at: now) + arming(at: now)
    case .themes(let themes): learned(themes, at: now) + arming(at: now)
    }
  }
}

// MARK: - Commits

extension Keeper {
  mutating func startCommit() -> [Effect] {
    guard inFlight == nil, !gathered.isEmpty else { return [] }
    // What was gathered may have cancelled itself out meanwhile.
    guard !pending.decides(like: durable) || !isKnownStored else {
      let tickets = gathered.tickets
      gathered = Batch()
      pending = durable
      return tickets.map { .answer($0, standing) }
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
    isStored = true
    isTouched = false
    let isAsked = batch.isOfStyle || intent.decision != durable.decision
    let told = adopt(
      intent,
      .init(batch.preferenceEdits, areAll: intent.preferences == batch.preferences),
      by: batch.asker,
      isAsked: isAsked,
      at: now
    )
    let answers = batch.tickets.map { ticket -> Effect in
      guard let condition = batch.condition, condition.ticket == ticket,
        !condition.wasMet(by: intent)
      else { return .answer(ticket, standing) }
      return .refuse(
        ticket,
        .conflict,
        "something was stored since revision \(condition.revision); nothing was changed"
      )
    }
    return told + answers + startCommit() + arming(at: now)
  }

  /// Everyone who stands on what failed is refused, the gathered ones included: they were judged
  /// against a pending intent that never came to be.
  private mutating func commitFailed(_ why: String) -> [Effect] {
    let tickets = (inFlight?.tickets ?? []) + gathered.tickets
    // A flip of the switch that cannot be stored does not count, and the switch is to say so.
    let isByDesktop = inFlight?.asker == .desktop || gathered.asker == .desktop
    inFlight = nil
    gathered = Batch()
    pending = durable
    return (isByDesktop ? [.mirrorAgain] : []) + tickets.map { .refuse($0, .notDurable, why) }
  }

  private mutating func found(_ intent: Intent, at now: Instant) -> [Effect] {
    isStored = true
    isTouched = false
    let isAsked = intent.decision != durable.decision || intent.hold != durable.hold
    // What is being stored comes on top of this.
    inFlight?.preferences = nil
    return adopt(intent, .none, by: .store, isAsked: isAsked, at: now) + arming(at: now)
  }

  private mutating func learned(_ layers: Layers, at now: Instant) -> [Effect] {
    let old = preferences
    let files = derivation.files
    self.layers = layers
    return told(since: old, .none, by: .file, at: now) { $0.files != files } + arming(at: now)
  }

  private mutating func learned(_ surroundings: Surroundings, at now: Instant) -> [Effect] {
    let known = derivation.surroundings
    guard surroundings != known else { return [] }
    derivation.learn(surroundings)
    // Before, nobody was told of any.
    return derive(at: now) + (known == nil ? [] : [.scheduleChanged]) + arming(at: now)
  }

  private mutating func learned(
    _ themes: [String: ThemeStatus],
    at now: Instant
  ) -> [Effect] {
    derivation.learn(themes)
    if let awaited = derivation.kept?.awaited, themes[awaited] != nil {
      derivation.redress(durable, at: now)
    }
    return derive(at: now)
  }

  private mutating func storeTouched() -> [Effect] {
    isTouched = true
    return []
  }

  private mutating func storeLost() -> [Effect] {
    isStored = false
    isTouched = false
    return []
  }
}

// MARK: - What follows

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
    return told(since: old, edits, by: asker, at: now) { _ in isAsked }
  }

  /// Learns what the preferences are now, and tells what follows.
  ///
  /// What people asked for is shown also where nothing may change by itself.
  private mutating func told(
    since old: Preferences,
    _ edits: NamedEdits,
    by asker: Asker?,
    at now: Instant,
    isAsked: (Derivation) -> Bool
  ) -> [Effect] {
    let new = preferences
    // A choice is told as a property of the style, and nothing else depends on it.
    guard new.stored != old.stored || new.layers != old.layers else {
      if isAsked(derivation) { derivation.pass(durable, at: now) }
      return derive(at: now, by: asker)
    }
    let slots = derivation.slots
    let contrast = derivation.look.contrast
    let isReplanned = derivation.learn(new, at: now)
    forgetThemes()
    let changes = new.changes(from: old, edits)
    if isAsked(derivation) {
      derivation.pass(durable, at: now)
    } else if derivation.slots != slots || derivation.look.contrast != contrast {
      derivation.redress(durable, at: now)
    }
    var effects = derive(at: now, by: asker)
    if isReplanned { effects.append(.scheduleChanged) }
    if !changes.isEmpty { effects.append(.preferencesChanged(changes)) }
    for change in changes where !change.key.isOfDesktop && change.key.name == PreferenceTable.choice
    {
      let application = change.key.application
      let choice = new.choice(of: application)
      // Nobody is asked about one that follows, and there is no end of names.
      applicationsSince[change.key] = choice == .follow ? nil : now
      effects.append(.applicationChanged(application, choice))
    }
    return effects
  }

  /// What comes into use again was perhaps edited meanwhile.
  private mutating func forgetThemes() {
    var names = derivation.themeNames(of: durable)
    names.formUnion(Preferences(pending, layers).themeSlots.values)
    if let held = pending.hold?.theme { names.insert(held) }
    derivation.forgetThemes(but: names)
  }

  /// Works out the appearance anew and says what to tell of it.
  mutating func derive(at now: Instant, by asker: Asker? = nil) -> [Effect] {
    let old = standing
    let derived = derivation.derive(durable, at: now)
    wake = derived.wake
    derivation.worn = derived.theme
    var new = derived.appearance
    // A fallback goes on for as long as nothing takes its place.
    if new.reason == .fallback, old.appearance.reason == .fallback,
      new.style == old.appearance.style
    {
      new.since = old.appearance.since
    }
    guard new != old.appearance else { return [] }
    standing.appearance = new
    var changed: [StyleProperty] = []
    if new.style != old.appearance.style { changed.append(.style) }
    if new.choice != old.appearance.choice { changed.append(.choice) }
    if new.theme != old.appearance.theme { changed.append(.theme) }
    guard !new.paintsLike(old.appearance) else {
      return [.propertiesChanged(changed + [.appearance])]
    }
    standing.serial += 1
    mover = (asker, standing.serial)
    if new.style != old.appearance.style, asker != .desktop, new.choice != .system {
      quarrel.changed(at: now)
    }
    return [.changed(standing), .propertiesChanged(changed + [.serial, .appearance])]
  }

  /// A derived change writes nothing: it works on a full and on a read-only disk.
  private mutating func settle(at now: Instant) -> [Effect] {
    armed = nil
    return derive(at: now) + arming(at: now)
  }

  private mutating func arming(at now: Instant) -> [Effect] {
    guard wake != armed else { return [] }
    armed = wake
    return [.arm(armed)]
  }
}
