extension Keeper {
  mutating func asked(
    _ demand: Demand,
    by asker: Asker,
    at now: Instant
  ) -> [Effect] {
    do throws(Denial) {
      switch demand {
      case .style, .toggle, .theme, .choose, .resume:
        try preferences.refuseIfLocked(PreferenceKey(known: PreferenceTable.choice))
        // Who says anew who decides is to be heard, by whichever way.
        let heard = hearAgain(demand)
        let (edits, isSame) = try wanted(demand, isByDesktop: asker == .desktop, at: now)
        // The style is in effect already, but the desktop's switch may say otherwise: mirror it again.
        let isAtOdds = isSame && told.map { $0.asked != standing.appearance.style } ?? false
        let effects =
          heard + (isAtOdds ? [.mirrorAgain] : [])
          + take(isSame && !isStored ? restoring : edits, isSame: isSame, by: asker)
        guard isSame, derivation.isInhibited else { return effects }
        // Nothing need be stored for it, but it was asked for.
        if pending.decides(like: durable) { derivation.pass(durable, at: now) }
        let shown = derive(at: now, by: asker)
        return shown + effects.map { $0.answering(with: standing) }
      case .prefer(let edits, let revision):
        return try prefer(edits, ifRevision: revision, by: asker)
      case .choice(let choice, let application):
        let key = PreferenceKey(known: PreferenceTable.choice, of: application)
        let edit = PreferenceEdit(key, .string(choice.rawValue))
        return try prefer([edit], ifRevision: nil, by: asker)
      }
    } catch {
      guard case .caller(let ticket) = asker else { return [] }
      return [.refuse(ticket, error.fault, error.message)]
    }
  }

  private mutating func hearAgain(_ demand: Demand) -> [Effect] {
    guard case .choose = demand, quarrel.isLost else { return [] }
    quarrel = Quarrel()
    return [.desktopChanged]
  }

  /// `edits` say what is wanted, be it there already or not.
  ///
  /// What is there already needs no commit of its own, but an answer promises that it is stored, and
  /// while something is being stored another daemon may have stored something else. So it joins a
  /// commit that carries the same, or else waits with edits that cancel out if all is well. While
  /// someone else's change is being read, it is stored on top of that, whatever it turns out to be.
  ///
  /// `after` is what `pending` becomes, if it is known already.
  private mutating func take(
    _ edits: [IntentEdit],
    isSame: Bool,
    by asker: Asker,
    making after: Intent? = nil
  ) -> [Effect] {
    let tickets = asker.tickets
    if isSame, isKnownStored {
      if gathered.carries(edits) {
        gathered.tickets += tickets
        return []
      }
      if gathered.isEmpty {
        guard let inFlight else { return tickets.map { .answer($0, standing) } }
        if inFlight.carries(edits) {
          self.inFlight?.tickets += tickets
          return []
        }
      }
    }
    gathered.edits += edits
    gathered.tickets += tickets
    gathered.asker = asker
    pending = after ?? pending.applying(edits)
    return startCommit()
  }

  private mutating func prefer(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?,
    by asker: Asker
  ) throws(Denial) -> [Effect] {
    let present = Preferences(pending, layers)
    let edits = try present.checked(edits)
    if let revision { try refuseIfStored(since: revision) }
    let after = try present.limit(after: edits)
    let forgets = edits.contains { $0.isOfChoice } && pending.decision != nil
    let isSame = after == present.stored && !forgets
    if let revision, !isSame || !isKnownStored, let ticket = asker.tickets.first {
      gathered.condition = .init(ticket: ticket, revision: revision, edits: edits)
    }
    return take(
      [.prefer(edits, ifRevision: revision)],
      isSame: isSame,
      by: asker,
      making: pending.preferring(edits, making: after)
    )
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

  private mutating func wanted(
    _ demand: Demand,
    isByDesktop: Bool,
    at now: Instant
  ) throws(Denial) -> Wanted {
    switch demand {
    case .style(let style, let term):
      return try wanted(style, until: term, isByDesktop: isByDesktop, at: now)
    case .toggle(let term):
      let style = derivation.derive(pending, at: now).appearance.style.opposite
      return try wanted(style, until: term, isByDesktop: isByDesktop, at: now)
    case .theme(let theme, nil): return try wanted(theme, at: now)
    case .theme(let theme, let term?):
      return try wantedHold(
        theme.style,
        theme: theme,
        until: term,
        isByDesktop: false,
        at: now
      )
    case .choose(let choice): return wanted(choice, isByDesktop: isByDesktop, at: now)
    case .resume: return wantedNoHold(at: now)
    case .prefer, .choice: return ([], true)
    }
  }

  private mutating func wanted(
    _ style: Style,
    until term: HoldTerm?,
    isByDesktop: Bool,
    at now: Instant
  ) throws(Denial) -> Wanted {
    if let term {
      return try wantedHold(style, until: term, isByDesktop: isByDesktop, at: now)
    }
    let base = derivation.base(of: pending, at: now).appearance
    guard base.reason == .schedule else {
      return wanted(Choice(style), isByDesktop: isByDesktop, at: now)
    }
    if style == base.style { return wantedNoHold(at: now) }
    // A schedule that changes nothing in any time that can be held is no schedule to come back to.
    guard let next = base.next, next <= now.adding(days: Hold.maximumDays) else {
      return wanted(Choice(style), isByDesktop: isByDesktop, at: now)
    }
    return try wantedHold(style, until: .next, isByDesktop: isByDesktop, at: now)
  }

  private func wanted(_ choice: Choice, isByDesktop: Bool, at now: Instant) -> Wanted {
    guard let decision = pending.decision, decision.choice == choice, pending.former == nil,
      isHoldOver(at: now)
    else {
      return ([.choose(.init(choice: choice, since: now, isByDesktop: isByDesktop))], false)
    }
    return ([.choose(decision)], true)
  }

  private func wantedNoHold(at now: Instant) -> Wanted { ([.hold(nil)], isHoldOver(at: now)) }

  /// The theme comes into its slot, and its style is wanted, in one commit.
  private mutating func wanted(_ theme: ThemeFact, at now: Instant) throws(Denial) -> Wanted {
    let isHigh = derivation.base(of: pending, at: now).appearance.isHighContrast
    let key = PreferenceKey(known: ThemeSlot(theme.style, isHigh: isHigh).key)
    let present = Preferences(pending, layers)
    let ofStyle = try wanted(theme.style, until: nil, isByDesktop: false, at: now)
    // Looked at already, so that nobody is shown anything else meanwhile.
    derivation.learn([theme.name: .known(theme)])
    guard present.value(key) != .string(theme.name) else { return ofStyle }
    let edits = try present.checked([PreferenceEdit(key, .string(theme.name))])
    _ = try present.limit(after: edits)
    return ([.prefer(edits, ifRevision: nil)] + ofStyle.edits, false)
  }

  private mutating func wantedHold(
    _ style: Style,
    theme: ThemeFact? = nil,
    until term: HoldTerm,
    isByDesktop: Bool,
    at now: Instant
  ) throws(Denial) -> Wanted {
    let base = derivation.base(of: pending, at: now).appearance
    let timeline = derivation.timeline
    if let theme {
      let slot = ThemeSlot(theme.style, isHigh: base.isHighContrast).preference
      let present = Preferences(pending, layers)
      // Held, it would stand in a slot in which nobody may put it.
      if present.value(slot) != .string(theme.name) { try present.refuseIfLocked(slot) }
    }
    do throws(HoldTerm.Flaw) {
      let end = try term.end(after: now, in: timeline.zone, at: timeline.place, next: base.next)
      if let hold = pending.hold, hold.isActive(at: now), hold.style == style,
        hold.theme == theme?.name, hold.end == end
      {
        return ([.hold(hold)], true)
      }
      if let theme { derivation.learn([theme.name: .known(theme)]) }
      let hold = Hold(
        style: style,
        theme: theme?.name,
        since: now,
        end: end,
        isByDesktop: isByDesktop
      )
      return ([.hold(hold)], false)
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
    guard inFlight == nil, gathered.isEmpty, revision == durable.revision else {
      throw Denial(
        .conflict,
        "something was stored since revision \(revision); nothing was changed"
      )
    }
  }
}
