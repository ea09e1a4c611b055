extension Keeper {
  mutating func asked(
    _ demand: Demand,
    _ ticket: Ticket,
    at now: Instant
  ) -> [Effect] {
    do throws(Denial) {
      switch demand {
      case .style, .toggle, .choose, .resume:
        try preferences.refuseIfLocked(PreferenceKey(known: PreferenceTable.choice))
        let (edits, isSame) = try wanted(demand, at: now)
        return take(isSame && !isStored ? restoring : edits, isSame: isSame, ticket)
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
  ) throws(Denial) -> [Effect] {
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

  /// The decision and the hold that memory has, for a disk that may have others.
  private var restoring: [IntentEdit] {
    (pending.decision.map { [.choose($0)] } ?? []) + (pending.hold.map { [.hold($0)] } ?? [])
  }
}

// MARK: - Style, choice and hold

extension Keeper {
  /// The edits that say what is wanted, be it so already or not.
  ///
  /// Nothing else of what memory has: another daemon may have stored something meanwhile.
  private typealias Wanted = (edits: [IntentEdit], isSame: Bool)

  private mutating func wanted(_ demand: Demand, at now: Instant) throws(Denial) -> Wanted {
    switch demand {
    case .style(let style, let term): return try wanted(style, until: term, at: now)
    case .toggle(let term):
      let style = derivation.derive(pending, at: now).appearance.style.opposite
      return try wanted(style, until: term, at: now)
    case .choose(let choice): return wanted(choice, at: now)
    case .resume: return wantedNoHold(at: now)
    case .prefer, .choice: return ([], true)
    }
  }

  private mutating func wanted(
    _ style: Style,
    until term: HoldTerm?,
    at now: Instant
  ) throws(Denial) -> Wanted {
    if let term { return try wantedHold(style, until: term, at: now) }
    let base = derivation.base(of: pending, at: now).appearance
    guard base.reason == .schedule else { return wanted(Choice(style), at: now) }
    guard style != base.style else { return wantedNoHold(at: now) }
    // A schedule that changes nothing in any time that can be held is no schedule to come back to.
    guard let next = base.next, next <= now.adding(days: Hold.mostDays) else {
      return wanted(Choice(style), at: now)
    }
    return try wantedHold(style, until: .next, at: now)
  }

  private func wanted(_ choice: Choice, at now: Instant) -> Wanted {
    guard let decision = pending.decision, decision.choice == choice, isHoldOver(at: now) else {
      return ([.choose(.init(choice: choice, since: now))], false)
    }
    return ([.choose(decision)], true)
  }

  private func wantedNoHold(at now: Instant) -> Wanted { ([.hold(nil)], isHoldOver(at: now)) }

  private mutating func wantedHold(
    _ style: Style,
    until term: HoldTerm,
    at now: Instant
  ) throws(Denial) -> Wanted {
    let next = derivation.base(of: pending, at: now).appearance.next
    let timeline = derivation.timeline
    do throws(HoldTerm.Flaw) {
      let end = try term.end(after: now, in: timeline.zone, at: timeline.place, next: next)
      if let hold = pending.hold, hold.isActive(at: now), hold.style == style, hold.theme == nil,
        hold.end == .at(end)
      {
        return ([.hold(hold)], true)
      }
      return ([.hold(Hold(style: style, since: now, end: .at(end)))], false)
    } catch {
      throw Denial(.invalidValue, error.message)
    }
  }

  /// Also one that a wrong clock hides for now is there to be ended.
  private func isHoldOver(at now: Instant) -> Bool { pending.hold?.isOver(at: now) ?? true }
}

// MARK: - Judging

extension Keeper {
  /// Whether the edits would be made, without making them.
  package func judge(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?
  ) throws(Denial) {
    let present = Preferences(pending, layers)
    if let revision { try refuseIfStored(since: revision) }
    _ = try present.limit(after: try present.checked(edits))
  }

  /// What is on its way to the disk counts as stored since.
  private func refuseIfStored(since revision: Int64) throws(Denial) {
    guard inFlight == nil, gathered.tickets.isEmpty, revision == durable.revision else {
      throw Denial(
        .conflict,
        "something was stored since revision \(revision); nothing was changed"
      )
    }
  }
}
