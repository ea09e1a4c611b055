extension Keeper {
  mutating func respond(
    to demand: Demand,
    by asker: Asker,
    at now: Instant
  ) -> [Effect] {
    do throws(DemandRefusal) {
      switch demand {
      case .style, .toggle, .theme, .choose, .resume:
        try preferences.refuseIfLocked(PreferenceKey(known: PreferenceTable.choice))
        echoes.settleDoubt()
        // When a person makes a new choice, nightd stops ignoring the desktop's switch.
        let renewal = followSwitchAgain(after: demand)
        let (edits, isSame) = try edits(for: demand, isByDesktop: asker == .desktop, at: now)
        // If the style in effect differs from the desktop's switch, write the style to the switch
        // again.
        let isAtOdds =
          isSame && sourceReport.map { $0.requestedStyle != snapshot.appearance.style } ?? false
        let effects =
          renewal + (isAtOdds ? [.writeGnomeAgain] : [])
          + enqueue(isSame && !isStored ? restoringEdits : edits, isSame: isSame, by: asker)
        guard isSame, derivation.isInhibited else { return effects }
        // The demand needs no commit, but the requested style must appear even though a program
        // inhibits automatic changes.
        if pending.decides(like: durable) { derivation.allowOnce(durable, at: now) }
        let shown = derive(at: now, by: asker)
        return shown + effects.map { $0.answering(with: snapshot) }
      case .prefer(let edits, let revision):
        return try prefer(edits, ifRevision: revision, by: asker)
      case .choice(let choice, let application):
        let key = PreferenceKey(known: PreferenceTable.choice, of: application)
        let edit = PreferenceEdit(key, .string(choice.rawValue))
        return try prefer([edit], ifRevision: nil, by: asker)
      case .themeFor(let theme, let application):
        return try use(theme, for: application, by: asker)
      case .noThemes(let application):
        let edits = ThemeSlot.all.map { PreferenceEdit($0.preference(of: application), nil) }
        return try prefer(edits, ifRevision: nil, by: asker)
      }
    } catch {
      guard case .caller(let reply) = asker else { return [] }
      return [.refuse(reply, error.code, error.message)]
    }
  }

  private mutating func followSwitchAgain(after demand: Demand) -> [Effect] {
    guard case .choose = demand, conflict.isSwitchIgnored else { return [] }
    conflict = SwitchConflict()
    return [.desktopChanged]
  }

  /// Queues edits to be stored; `isSame` means that the edits would not change `pending`.
  ///
  /// Edits that change nothing need no commit of their own. But the reply promises that the value
  /// is stored, and while a commit is under way, another daemon may have stored another value.
  /// Edits that change nothing therefore join the commit under way if that commit has the same
  /// edits. If the commit under way has other edits, the new edits wait for the next commit, which
  /// is skipped if it would change nothing. While nightd reads another daemon's change, it queues
  /// all edits, and then applies them on top of that change.
  ///
  /// `after` is `pending` with the edits applied; nil if the caller has not computed that intent.
  private mutating func enqueue(
    _ edits: [IntentEdit],
    isSame: Bool,
    by asker: Asker,
    making after: Intent? = nil
  ) -> [Effect] {
    let replies = asker.replies
    if isSame, isKnownStored {
      if gathered.carries(edits) {
        gathered.replies += replies
        return []
      }
      if gathered.isEmpty {
        guard let inFlight else { return replies.map { .answer($0, snapshot) } }
        if inFlight.carries(edits) {
          self.inFlight?.replies += replies
          return []
        }
      }
    }
    gathered.edits += edits
    gathered.replies += replies
    gathered.asker = asker
    pending = after ?? pending.applying(edits)
    return startCommit()
  }

  private mutating func prefer(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?,
    by asker: Asker
  ) throws(DemandRefusal) -> [Effect] {
    let present = Preferences(pending, layers)
    let edits = try present.checked(edits)
    if let revision { try refuseIfStored(since: revision) }
    let after = try present.limit(after: edits)
    let forgets = edits.contains { $0.isOfChoice } && pending.decision != nil
    let isSame = after == present.stored && !forgets
    if let revision, !isSame || !isKnownStored, let reply = asker.replies.first {
      gathered.condition = .init(reply: reply, revision: revision, edits: edits)
    }
    // To make nightd retry the settings that it could not restore, `nightctl undo` stores the list
    // `programs-off` again, unchanged.
    let key = PreferenceKey(known: PreferenceTable.programsOff)
    let restores = isSame && edits.contains { $0.subject == .key(key) }
    return (restores ? [.writeGnomeAgain] : [])
      + enqueue(
        [.prefer(edits, ifRevision: revision)],
        isSame: isSame,
        by: asker,
        making: pending.preferring(edits, making: after)
      )
  }

  /// The edits that store the choice and the hold from memory once more, because the disk may have
  /// lost them.
  private var restoringEdits: [IntentEdit] {
    (pending.decision.map { [.choose($0)] } ?? []) + (pending.hold.map { [.hold($0)] } ?? [])
  }
}

// MARK: - Style, choice and hold

extension Keeper {
  /// The edits that a demand asks for, and whether they would leave `pending` unchanged.
  ///
  /// The edits contain only what was requested. Any other edit could overwrite a value that another
  /// daemon has stored since nightd last read the disk.
  private typealias RequestedEdits = (edits: [IntentEdit], isSame: Bool)

  private mutating func edits(
    for demand: Demand,
    isByDesktop: Bool,
    at now: Instant
  ) throws(DemandRefusal) -> RequestedEdits {
    switch demand {
    case .style(let style, let term):
      return try edits(setting: style, until: term, isByDesktop: isByDesktop, at: now)
    case .toggle(let term):
      let style = derivation.derive(pending, at: now).appearance.style.opposite
      return try edits(setting: style, until: term, isByDesktop: isByDesktop, at: now)
    case .theme(let theme, nil): return try edits(using: theme, at: now)
    case .theme(let theme, let term?):
      return try edits(
        holding: theme.style,
        theme: theme,
        until: term,
        isByDesktop: false,
        at: now
      )
    case .choose(let choice): return edits(choosing: choice, isByDesktop: isByDesktop, at: now)
    case .resume: return editsWithoutHold(at: now)
    case .prefer, .choice, .themeFor, .noThemes: return ([], true)
    }
  }

  private mutating func edits(
    setting style: Style,
    until term: HoldTerm?,
    isByDesktop: Bool,
    at now: Instant
  ) throws(DemandRefusal) -> RequestedEdits {
    if let term {
      return try edits(holding: style, until: term, isByDesktop: isByDesktop, at: now)
    }
    let base = derivation.base(of: pending, at: now).appearance
    guard base.reason == .schedule else {
      return edits(choosing: Choice(style), isByDesktop: isByDesktop, at: now)
    }
    if style == base.style { return editsWithoutHold(at: now) }
    // The hold must end at the schedule's next change. If the next change is further away than the
    // longest possible hold, make a choice instead.
    guard let next = base.next, next <= now.adding(days: Hold.maximumDays) else {
      return edits(choosing: Choice(style), isByDesktop: isByDesktop, at: now)
    }
    return try edits(holding: style, until: .next, isByDesktop: isByDesktop, at: now)
  }

  private func edits(choosing choice: Choice, isByDesktop: Bool, at now: Instant) -> RequestedEdits
  {
    guard let decision = pending.decision, decision.choice == choice, pending.former == nil,
      isHoldOver(at: now)
    else {
      return ([.choose(.init(choice: choice, since: now, isByDesktop: isByDesktop))], false)
    }
    return ([.choose(decision)], true)
  }

  private func editsWithoutHold(at now: Instant) -> RequestedEdits {
    ([.hold(nil)], isHoldOver(at: now))
  }

  /// In one commit, stores the theme as the desktop's theme for its style and for the contrast in
  /// effect, and sets that style.
  private mutating func edits(using theme: ThemeFact, at now: Instant) throws(DemandRefusal)
    -> RequestedEdits
  {
    let isHigh = derivation.base(of: pending, at: now).appearance.isHighContrast
    let key = PreferenceKey(known: ThemeSlot(theme.style, isHigh: isHigh).key)
    let present = Preferences(pending, layers)
    let forStyle = try edits(setting: theme.style, until: nil, isByDesktop: false, at: now)
    // The demand contains the facts about this theme, so store the theme's style and accent now.
    // Otherwise another theme would be shown until nightd reads this theme's file.
    derivation.themes.learn([theme.name: .known(theme)])
    guard present.value(key) != .string(theme.name) else { return forStyle }
    let checked = try present.checked([PreferenceEdit(key, .string(theme.name))])
    _ = try present.limit(after: checked)
    return ([.prefer(checked, ifRevision: nil)] + forStyle.edits, false)
  }

  /// In one commit, stores the theme as the application's theme for its style and for the contrast
  /// in effect, and makes that style the application's choice.
  private mutating func use(
    _ theme: ThemeFact,
    for application: String,
    by asker: Asker
  ) throws(DemandRefusal) -> [Effect] {
    let slot = ThemeSlot(theme.style, isHigh: snapshot.appearance.isHighContrast)
    let choice = PreferenceKey(known: PreferenceTable.choice, of: application)
    let edits = [
      PreferenceEdit(slot.preference(of: application), .string(theme.name)),
      PreferenceEdit(choice, .string(theme.style.rawValue)),
    ]
    let effects = try prefer(edits, ifRevision: nil, by: asker)
    // The demand contains the facts about the theme, so nightd need not read the theme's file for
    // the application.
    derivation.themes.learn([theme.name: .known(theme)])
    _ = noteAsking(application)
    return effects
  }

  private mutating func edits(
    holding style: Style,
    theme: ThemeFact? = nil,
    until term: HoldTerm,
    isByDesktop: Bool,
    at now: Instant
  ) throws(DemandRefusal) -> RequestedEdits {
    let base = derivation.base(of: pending, at: now).appearance
    let timeline = derivation.timeline
    if let theme {
      let slot = ThemeSlot(theme.style, isHigh: base.isHighContrast).preference
      let present = Preferences(pending, layers)
      // Without this check, a hold with a theme would bypass a lock on the preference that selects
      // the theme for this style.
      if present.value(slot) != .string(theme.name) { try present.refuseIfLocked(slot) }
    }
    do throws(Flaw) {
      let end = try term.end(after: now, in: timeline.zone, at: timeline.place, next: base.next)
      if let hold = pending.hold, hold.isActive(at: now), hold.style == style,
        hold.theme == theme?.name, hold.end == end
      {
        return ([.hold(hold)], true)
      }
      if let theme { derivation.themes.learn([theme.name: .known(theme)]) }
      let hold = Hold(
        style: style,
        theme: theme?.name,
        since: now,
        end: end,
        isByDesktop: isByDesktop
      )
      return ([.hold(hold)], false)
    } catch {
      throw DemandRefusal(.invalidValue, error.message)
    }
  }

  /// Whether no hold is set, or the hold's end has passed; false if a hold is only inactive because
  /// the clock is wrong, so that a demand can still end that hold.
  private func isHoldOver(at now: Instant) -> Bool { pending.hold?.isOver(at: now) ?? true }
}

// MARK: - Checking

extension Keeper {
  /// Checks whether nightd would accept the edits, without applying them.
  package func judge(
    _ edits: [PreferenceEdit],
    ifRevision revision: Int64?
  ) throws(DemandRefusal) {
    let present = Preferences(pending, layers)
    if let revision { try refuseIfStored(since: revision) }
    _ = try present.limit(after: try present.checked(edits))
  }

  /// Throws if something was stored after the given revision, or is waiting to be stored.
  private func refuseIfStored(since revision: Int64) throws(DemandRefusal) {
    guard inFlight == nil, gathered.isEmpty, revision == durable.revision else {
      throw DemandRefusal(
        .conflict,
        "another change was stored after revision \(revision); nothing was changed"
      )
    }
  }
}

extension Keeper {
  /// A batch: the edits of one commit, and the callers that wait for that commit.
  struct Batch: Sendable {
    var edits: [IntentEdit] = []
    var replies: [ReplyID] = []
    /// Who asked for the edits; if several callers asked, this is the last one.
    var asker: Asker?
    /// The required revision, and the edits that require it; nil if no edits require a revision.
    var condition: Condition?
    /// The preferences after the commit; nil if the preferences are unknown because another daemon
    /// has stored something.
    var preferences: StoredPreferences?

    struct Condition: Sendable {
      let reply: ReplyID
      let revision: Int64
      let edits: [PreferenceEdit]

      /// Whether the commit started from the required revision and stored the edits.
      ///
      /// A commit adds 1 to the revision that it finds on disk or in memory. The new revision alone
      /// does not prove where the commit started, so the edits must be present too.
      func wasMet(by intent: Intent) -> Bool {
        intent.revision == (revision < .max ? revision + 1 : .max)
          && intent.applying([.prefer(edits, ifRevision: nil)]).decides(like: intent)
      }
    }

    /// Whether someone asked for a style, a choice or a hold.
    ///
    /// A requested style overrides an inhibition, even if the request changes no choice.
    var isOfStyle: Bool { asker != nil && edits.contains(where: \.isOfStyle) }

    /// Whether the batch has nothing to store and no caller waits for it.
    var isEmpty: Bool { edits.isEmpty && replies.isEmpty }

    /// Whether the batch requires no revision and ends with the edits in `wanted`.
    func carries(_ wanted: [IntentEdit]) -> Bool {
      condition == nil && !wanted.isEmpty && Array(edits.suffix(wanted.count)) == wanted
    }

    /// All edits of preferences in the batch, in order.
    var preferenceEdits: [PreferenceEdit] {
      edits.flatMap { edit -> [PreferenceEdit] in
        guard case .prefer(let edits, _) = edit else { return [] }
        return edits
      }
    }
  }
}
