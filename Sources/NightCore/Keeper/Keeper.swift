/// Decides everything: events in, effects out, no clock and no I/O.
///
/// `durable` is what is on disk and what everyone is told. `pending` is what it will be once the
/// commits under way have succeeded; new demands are judged against it.
package struct Keeper: Sendable {
  package private(set) var durable: Intent
  package private(set) var standing: Standing
  private var pending: Intent
  private var inFlight: Batch?
  /// Gathers what comes while a commit is out; all of it shares the next one.
  private var gathered = Batch()
  /// Whether the disk holds what `durable` says; if not, the next demand is stored even if equal.
  private var isStored: Bool
  package private(set) var layers: Layers
  private var derivation: Derivation
  /// When the applications' choices changed, as far as that was seen.
  private var applicationsSince: [PreferenceKey: Instant] = [:]
  private var armed: Instant?

  private struct Batch: Sendable {
    var edits: [IntentEdit] = []
    var tickets: [Ticket] = []
    /// Whose edits are made only if nothing was stored since a revision.
    var condition: Condition?

    struct Condition: Sendable {
      let ticket: Ticket
      let revision: Int64
      let edits: [PreferenceEdit]

      /// A commit counts up by one, from what it found on the disk or what memory had: to tell what
      /// it built upon, what it was to make must be there as well.
      func wasMet(by intent: Intent) -> Bool {
        intent.revision == (revision < .max ? revision + 1 : .max)
          && intent.applying([.prefer(edits, ifRevision: nil)]).decides(like: intent)
      }
    }

    /// Whether it makes the same edits, without a condition, and nothing else after them.
    func carries(_ wanted: [IntentEdit]) -> Bool {
      condition == nil && !wanted.isEmpty && Array(edits.suffix(wanted.count)) == wanted
    }

    /// The edits of preferences, in their order.
    var preferenceEdits: [PreferenceEdit] {
      edits.flatMap { edit -> [PreferenceEdit] in
        guard case .prefer(let edits, _) = edit else { return [] }
        return edits
      }
    }
  }

  package init(
    _ intent: Intent,
    _ layers: Layers = Layers(),
    isStored: Bool = true,
    at now: Instant
  ) {
    self.isStored = isStored
    durable = intent
    pending = intent
    self.layers = layers
    derivation = Derivation(started: now)
    derivation.learn(Preferences(intent, layers), at: now)
    standing = Standing(serial: 1, appearance: derivation.appearance(of: intent, at: now))
  }

  /// The preferences that everyone is told.
  package var preferences: Preferences { Preferences(durable, layers) }

  /// Whether someone is owed an answer or something is being stored.
  package var isBusy: Bool { inFlight != nil || !gathered.tickets.isEmpty }

  package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
    switch event {
    // The timer may be late, and nobody is answered from within a hold that is over.
    case .asked(let demand, let ticket):
      derive(at: now) + asked(demand, ticket, at: now) + arming(at: now)
    case .committed(let intent): committed(intent, at: now)
    case .commitFailed(let why): commitFailed(why)
    case .found(let intent): found(intent, at: now)
    case .storeLost: storeLost()
    case .layers(let layers): learned(layers, at: now)
    case .moment: settle(at: now)
    }
  }
}

// MARK: - Demands and commits

extension Keeper {
  private mutating func asked(
    _ demand: Demand,
    _ ticket: Ticket,
    at now: Instant
  ) -> [Effect] {
    do throws(PreferenceRefusal) {
      switch demand {
      case .style, .toggle:
        try preferences.refuseIfLocked(PreferenceKey(known: PreferenceTable.choice))
        let edits = edits(for: demand, at: now)
        return take(edits.isEmpty ? restoring : edits, isSame: edits.isEmpty, ticket)
      case .prefer(let edits, let revision):
        return try prefer(edits, ifRevision: revision, ticket)
      case .choice(let choice, let application):
        let key = PreferenceKey(known: PreferenceTable.choice, of: application)
        let edit = PreferenceEdit(key, .string(choice.rawValue))
        return try prefer([edit], ifRevision: nil, ticket)
      }
    } catch {
      return [.refuse(ticket, error.fault, error.message)]
    }
  }

  /// `edits` say what is wanted, be it there already or not.
  ///
  /// What is there already needs no commit of its own, but an answer promises that it is stored, and
  /// while something is being stored another daemon may have stored something else. So it joins a
  /// commit that carries the same, or else waits with edits that cancel out if all is well.
  private mutating func take(
    _ edits: [IntentEdit],
    isSame: Bool,
    _ ticket: Ticket
  ) -> [Effect] {
    if isSame, isStored {
      if gathered.carries(edits) {
        gathered.tickets.append(ticket)
        return []
      }
      if gathered.tickets.isEmpty {
        guard let inFlight else { return [.answer(ticket, standing)] }
        if inFlight.carries(edits) {
          self.inFlight?.tickets.append(ticket)
          return []
        }
      }
    }
    gathered.edits += edits
    gathered.tickets.append(ticket)
    pending = pending.applying(edits)
    return startCommit()
  }

  private mutating func prefer(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?,
    _ ticket: Ticket
  ) throws(PreferenceRefusal) -> [Effect] {
    let present = Preferences(pending, layers)
    let edits = try present.checked(edits)
    if let revision { try refuseIfStored(since: revision) }
    let after = try present.limit(after: edits)
    let forgets = edits.contains { $0.isOfChoice } && pending.decision != nil
    let isSame = after == present.stored && !forgets
    if let revision, !isSame || !isStored {
      gathered.condition = .init(ticket: ticket, revision: revision, edits: edits)
    }
    return take([.prefer(edits, ifRevision: revision)], isSame: isSame, ticket)
  }

  private func edits(for demand: Demand, at now: Instant) -> [IntentEdit] {
    let current = derivation.appearance(of: pending, at: now)
    let style =
      switch demand {
      case .style(let style): style
      case .toggle: current.style.opposite
      case .prefer, .choice: current.style
      }
    let isHeld = pending.hold.map { !$0.isOver(at: now) } ?? false
    guard pending.decision?.choice.fixed != style || isHeld else { return [] }
    return [.choose(.init(choice: Choice(style), since: now))]
  }

  /// The decision that memory has, for a disk that may have another one.
  private var restoring: [IntentEdit] { pending.decision.map { [.choose($0)] } ?? [] }

  private mutating func startCommit() -> [Effect] {
    guard inFlight == nil, !gathered.tickets.isEmpty else { return [] }
    // What was gathered may have cancelled itself out meanwhile.
    guard !durable.applying(gathered.edits).decides(like: durable) || !isStored else {
      let tickets = gathered.tickets
      gathered = Batch()
      pending = durable
      return tickets.map { .answer($0, standing) }
    }
    let edits = gathered.edits
    inFlight = gathered
    gathered = Batch()
    return [.commit(edits)]
  }

  private mutating func committed(_ intent: Intent, at now: Instant) -> [Effect] {
    let batch = inFlight ?? Batch()
    inFlight = nil
    isStored = true
    let told = adopt(intent, named: batch.preferenceEdits, at: now)
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
    inFlight = nil
    gathered = Batch()
    pending = durable
    return tickets.map { .refuse($0, .notDurable, why) }
  }

  private mutating func found(_ intent: Intent, at now: Instant) -> [Effect] {
    isStored = true
    return adopt(intent, named: [], at: now) + arming(at: now)
  }

  private mutating func learned(_ layers: Layers, at now: Instant) -> [Effect] {
    let old = preferences
    self.layers = layers
    return told(since: old, named: [], at: now) + arming(at: now)
  }

  private mutating func storeLost() -> [Effect] {
    isStored = false
    return []
  }
}

// MARK: - What follows

extension Keeper {
  private mutating func adopt(
    _ intent: Intent,
    named edits: [PreferenceEdit],
    at now: Instant
  ) -> [Effect] {
    let old = preferences
    durable = intent
    pending = intent.applying((inFlight?.edits ?? []) + gathered.edits)
    return told(since: old, named: edits, at: now)
  }

  /// Learns what the preferences are now, and tells what follows.
  private mutating func told(
    since old: Preferences,
    named edits: [PreferenceEdit],
    at now: Instant
  ) -> [Effect] {
    let new = preferences
    // A choice is told as a property of the style, and nothing else depends on it.
    guard new.stored != old.stored || new.layers != old.layers else { return derive(at: now) }
    derivation.learn(new, at: now)
    let changes = new.changes(from: old, named: edits)
    var effects = derive(at: now)
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

  /// Works out the appearance anew and says what to tell of it.
  private mutating func derive(at now: Instant) -> [Effect] {
    let old = standing
    var new = derivation.appearance(of: durable, at: now)
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
    return [.changed(standing), .propertiesChanged(changed + [.serial, .appearance])]
  }

  /// A derived change writes nothing: it works on a full and on a read-only disk.
  private mutating func settle(at now: Instant) -> [Effect] {
    armed = nil
    return derive(at: now) + arming(at: now)
  }

  private mutating func arming(at now: Instant) -> [Effect] {
    guard standing.appearance.next != armed else { return [] }
    armed = standing.appearance.next
    return [.arm(armed)]
  }
}

// MARK: - Judging

extension Keeper {
  /// Whether the edits would be made, without making them.
  package func judge(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?
  ) throws(PreferenceRefusal) {
    let present = Preferences(pending, layers)
    if let revision { try refuseIfStored(since: revision) }
    _ = try present.limit(after: try present.checked(edits))
  }

  /// What is on its way to the disk counts as stored since.
  private func refuseIfStored(since revision: Int64) throws(PreferenceRefusal) {
    guard inFlight == nil, gathered.tickets.isEmpty, revision == durable.revision else {
      throw PreferenceRefusal(
        .conflict,
        "something was stored since revision \(revision); nothing was changed"
      )
    }
  }
}

// MARK: - Applications

extension Keeper {
  /// What is in effect for one application; its serial is everyone's.
  package func standing(for application: String) -> Standing {
    let preferences = preferences
    var standing = standing
    standing.appearance.fade = preferences.fade(
      PreferenceKey(known: PreferenceTable.fade, of: application)
    )
    guard let style = preferences.choice(of: application).style else { return standing }
    standing.appearance.style = style
    standing.appearance.theme = Appearance.builtInTheme(style)
    standing.appearance.themeDigest = ""
    standing.appearance.reason = .app
    let choice = PreferenceKey(known: PreferenceTable.choice, of: application)
    standing.appearance.since = applicationsSince[choice] ?? derivation.started
    standing.appearance.next = nil
    standing.appearance.nextStyle = nil
    return standing
  }
}

extension Preferences {
  package func choice(of application: String) -> ApplicationChoice {
    let key = PreferenceKey(known: PreferenceTable.choice, of: application)
    guard case .string(let word)? = value(key) else { return .follow }
    return ApplicationChoice(rawValue: word) ?? .follow
  }
}
