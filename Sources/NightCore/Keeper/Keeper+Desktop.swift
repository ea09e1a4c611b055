/// Decides what the desktop's reports mean.
extension Keeper {
  /// The desktop's report, with the style that the user chose on the desktop, and not a style that
  /// nightd wrote there; nil if no program reports the desktop's settings.
  package var desktop: DesktopReport? { derivation.desktop }

  /// The style that people chose with the desktop's switch.
  ///
  /// The style is nil if nightd wrote all values that the followed source has reported so far.
  package var ownWord: DesktopWord? { sourceReport.flatMap { memory.ownWord(from: $0.source) } }

  /// Whether nightd ignores the desktop's switch because the switch kept undoing nightd's changes.
  package var isSwitchIgnored: Bool { conflict.isSwitchIgnored }

  mutating func reported(_ report: DesktopReport?, at now: Instant) -> [Effect] {
    let isFirst = !isDesktopKnown
    source.isKnown = true
    guard report != sourceReport || isFirst else { return [] }
    let old = sourceReport
    let before = memory
    source.report = report
    let meaning = report.map { record($0, at: now) } ?? .nothing
    derivation.learn(report.map(memory.own), at: now)
    memory.since = derivation.desktopSince
    if let source = report?.source { conflict.follow(source) }
    // Before the desktop's first report, nightd did not know which appearance to keep while a
    // program inhibits automatic changes.
    if isFirst, derivation.choice(of: durable) == .system { derivation.allowOnce(durable, at: now) }
    var effects = derive(at: now)
    if report?.source != old?.source || report?.style != old?.style {
      effects.append(.desktopChanged)
    }
    if report != nil, memory != before { effects.append(.remember(memory)) }
    if let report {
      effects += settleFormerHold(report.requestedStyle, at: now)
      if meaning == .flip {
        if conflict.isObeyedAgain(at: now) { effects.append(.desktopChanged) }
        effects += flipped(to: report.requestedStyle, at: now)
      }
      // If the source reports a style that nightd wrote earlier and that is no longer in effect,
      // write the style in effect again.
      if meaning == .echo, report.requestedStyle != snapshot.appearance.style {
        effects.append(echoes.doubted == nil ? .writeGnomeAgain : .askPrograms)
      } else {
        echoes.settleDoubt()
      }
    }
    return effects + startCommit()
  }

  private mutating func record(_ report: DesktopReport, at now: Instant) -> DesktopMemory.Meaning {
    memory.last = report
    memory.last?.style = nil
    guard memory.reportedWord(from: report.source) != report.word else { return .nothing }
    let echo =
      isWritten(report.source) ? echoes.consume(report, at: now) : echoes.ofHook(report)
    memory.awaited = echoes.list
    return memory.record(report, echo: echo)
  }

  /// Whether nightd writes the settings that this source reports.
  private func isWritten(_ source: String) -> Bool {
    DesktopSource.readsSettings(source) || DesktopSource.withPrograms.contains(source)
  }

  /// Whether nightd wrote this value into the desktop's settings and still waits for a source to
  /// report it.
  package func expectsEcho(of report: DesktopReport) -> Bool {
    isWritten(report.source) && echoes.list.contains(.word(report.echoWord))
  }

  /// Whether a shell or a person may have set the style that the source reports, so that nightd
  /// must not overwrite it yet.
  package var isInDoubt: Bool { echoes.doubted != nil }

  /// Uses the programs' answer to decide whether a person set the style that is in doubt.
  mutating func programsAnswered(_ answer: ProgramsAnswer, at now: Instant) -> [Effect] {
    guard let style = echoes.settleDoubt(), let report = sourceReport,
      report.requestedStyle == style, style != snapshot.appearance.style
    else { return [] }
    let isPersons =
      switch answer {
      case .none: true
      case .shown(let shown): shown == style
      case .silent(let areTold): areTold
      }
    guard isPersons else { return [.writeGnomeAgain] }
    memory.setOwnWord(report.word, from: report.source)
    derivation.learn(memory.own(report), at: now)
    memory.since = derivation.desktopSince
    return derive(at: now) + [.remember(memory)] + flipped(to: style, at: now) + startCommit()
  }

  /// Whether nightd follows a source whose settings nightctl writes together with other programs'
  /// settings; false for a source that reports GNOME's settings.
  package var isSourceWithPrograms: Bool {
    sourceReport.map { DesktopSource.withPrograms.contains($0.source) } ?? false
  }

  /// Whether nightctl must not write the desktop's switch yet: a person may have used the switch
  /// while nightd did not run, and the desktop has not reported this yet.
  package var isSwitchUnread: Bool {
    let former = memory.lastReport.map { DesktopSource.withPrograms.contains($0.source) }
    return !isDesktopKnown && former == true
  }

  mutating func gnomeWrite(
    _ echo: DesktopMemory.Echo,
    over users: DesktopWord?,
    at now: Instant
  ) -> [Effect] {
    guard !isSourceWithPrograms else { return [] }
    let source = sourceReport.flatMap { DesktopSource.readsSettings($0.source) ? $0 : nil }
    let before = memory
    if let source, let users { memory.setOwnWord(users, from: source.source) }
    echoes.expect(echo, after: source?.word, at: now)
    memory.awaited = echoes.list
    return memory == before ? [] : [.remember(memory)]
  }

  mutating func otherSwitchesWrite(_ words: [String: DesktopWord]) -> [Effect] {
    let before = memory
    for (source, word) in words { memory.wrote(word, to: source) }
    return memory == before ? [] : [.remember(memory)]
  }

  mutating func programsWrite(_ echo: DesktopMemory.Echo, at now: Instant) -> [Effect] {
    guard isSourceWithPrograms else { return [] }
    echoes.expect(echo.ofPrograms, after: sourceReport?.echoWord, at: now)
    return rememberEchoes()
  }

  private mutating func rememberEchoes() -> [Effect] {
    guard memory.awaited != echoes.list else { return [] }
    memory.awaited = echoes.list
    return [.remember(memory)]
  }

  mutating func programsNotWritten(_ echo: DesktopMemory.Echo) -> [Effect] {
    echoes.forgetLast(echo.ofPrograms)
    return rememberEchoes()
  }

  /// Stores the styles that hooks may write; if a source then reports such a style, nightd assumes
  /// that a hook wrote it.
  mutating func hooksRun(with styles: [Style]) -> [Effect] {
    echoes.hookStyles = styles
    return []
  }

  mutating func gnomeWriteCancelled() -> [Effect] {
    guard !isSourceWithPrograms else { return [] }
    echoes.forgetLast()
    return rememberEchoes()
  }

  /// Ends a hold that an earlier version stored, and that was to last until the desktop asked for
  /// another style.
  ///
  /// The held style becomes the choice. If the desktop now asks for another style than when the
  /// hold was set, the choice from before the hold applies again.
  private mutating func settleFormerHold(_ requested: Style, at now: Instant) -> [Effect] {
    guard let former = pending.former, let decision = pending.decision else { return [] }
    let key = PreferenceKey(known: PreferenceTable.choice)
    guard preferences.layers.lock(on: key) == nil else { return [] }
    let edit: IntentEdit =
      if requested == former.desktop {
        .choose(decision)
      } else if let before = former.decision {
        .choose(before)
      } else {
        .prefer([PreferenceEdit(key, nil)], ifRevision: nil)
      }
    gathered.edits.append(edit)
    pending = pending.applying([edit])
    return startCommit()
  }
}

// MARK: - The desktop's switch

extension Keeper {
  /// Treats a flip of the desktop's switch as a request, even if the choice is not `system`.
  ///
  /// If the style that the switch now has is already in effect, the flip changes nothing.
  private mutating func flipped(to style: Style, at now: Instant) -> [Effect] {
    let choice = PreferenceKey(known: PreferenceTable.choice)
    guard preferences.layers.lock(on: choice) == nil else { return overruled(style, at: now) }
    guard style != derivation.derive(pending, at: now).appearance.style, !conflict.isSwitchIgnored
    else {
      return []
    }
    guard derivation.choice(of: pending) != .system else {
      // nightd already follows the desktop, so only a hold can keep the new style from taking
      // effect.
      let isHeld = pending.hold?.isActive(at: now) ?? false
      return isHeld ? respond(to: .resume, by: .desktop, at: now) : []
    }
    conflict.contradicted(at: now)
    guard !conflict.isSwitchIgnored else { return [.switchIgnored(source: desktop?.source ?? "")] }
    return respond(to: .style(style), by: .desktop, at: now)
  }

  /// Sets the desktop's switch back, because an administrator locked the choice.
  ///
  /// If another program flips the switch again each time, nightd ignores the switch.
  private mutating func overruled(_ style: Style, at now: Instant) -> [Effect] {
    guard style != derivation.derive(pending, at: now).appearance.style, !conflict.isSwitchIgnored
    else {
      return []
    }
    conflict.contradicted(at: now)
    return conflict.isSwitchIgnored
      ? [.switchIgnored(source: desktop?.source ?? "")] : [.writeGnomeAgain]
  }
}

extension DesktopMemory.Echo {
  /// This echo, but with the word `light` in place of `none`, as in `DesktopReport.echoWord`.
  fileprivate var ofPrograms: Self { self == .word(.none) ? .word(.light) : self }
}
