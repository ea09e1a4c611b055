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
  private var isStored = true
  /// What an intent without a decision is counted from.
  private let started: Instant
  private var armed: Instant?

  private struct Batch: Sendable {
    var edits: [IntentEdit] = []
    var tickets: [Ticket] = []
  }

  package init(_ intent: Intent, at now: Instant) {
    durable = intent
    pending = intent
    started = now
    standing = Standing(
      serial: 1,
      appearance: Derivation(started: now).appearance(of: intent, at: now)
    )
  }

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
    let edits = edits(for: demand, at: now)
    // The same again: nothing to store, but an answer promises that it is stored.
    guard !edits.isEmpty || !isStored else {
      if !gathered.edits.isEmpty {
        gathered.tickets.append(ticket)
      } else if inFlight != nil {
        inFlight?.tickets.append(ticket)
      } else {
        return [.answer(ticket, standing)]
      }
      return []
    }
    gathered.edits += edits.isEmpty ? restoring(at: now) : edits
    gathered.tickets.append(ticket)
    pending = pending.applying(edits)
    return startCommit()
  }

  private func edits(for demand: Demand, at now: Instant) -> [IntentEdit] {
    let current = Derivation(started: started).appearance(of: pending, at: now)
    let style =
      switch demand {
      case .style(let style): style
      case .toggle: current.style.opposite
      }
    let isHeld = pending.hold.map { !$0.isOver(at: now) } ?? false
    guard pending.decision?.choice.fixed != style || isHeld else { return [] }
    return [.choose(.init(choice: Choice(style), since: now))]
  }

  /// The decision that memory has and the disk lost.
  private func restoring(at now: Instant) -> [IntentEdit] {
    pending.decision.map { [.choose($0)] } ?? []
  }

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
    let tickets = inFlight?.tickets ?? []
    inFlight = nil
    isStored = true
    let told = adopt(intent, at: now)
    return told + tickets.map { .answer($0, standing) } + startCommit() + arming(at: now)
  }

  /// Everyone who stands on what failed is refused, the gathered ones included: they were judged
  /// against a pending intent that never came to be.
  private mutating func commitFailed(_ why: String) -> [Effect] {
    let tickets = (inFlight?.tickets ?? []) + gathered.tickets
    inFlight = nil
    gathered = Batch()
    pending = durable
    return tickets.map { .refuse($0, why) }
  }

  private mutating func found(_ intent: Intent, at now: Instant) -> [Effect] {
    isStored = true
    return adopt(intent, at: now) + arming(at: now)
  }

  private mutating func storeLost() -> [Effect] {
    isStored = false
    return []
  }
}

// MARK: - What follows

extension Keeper {
  private mutating func adopt(_ intent: Intent, at now: Instant) -> [Effect] {
    durable = intent
    pending = intent.applying((inFlight?.edits ?? []) + gathered.edits)
    return derive(at: now)
  }

  /// Works out the appearance anew and says what to tell of it.
  private mutating func derive(at now: Instant) -> [Effect] {
    let old = standing
    var new = Derivation(started: started).appearance(of: durable, at: now)
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
