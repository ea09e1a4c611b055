import NightBus
import NightContract
import NightCore

// MARK: - The desktop, and where GeoClue says this is

extension Service {
  var desktopView: DesktopView {
    DesktopView(report: keeper.told, isIgnored: keeper.isQuarrelLost)
  }

  /// Nothing while something is being stored: what the desktop's switch asked for may be just that.
  var mirrorWish: MirrorWish? {
    guard !keeper.isBusy else { return nil }
    return keeper.preferences.mirrorWish(
      standing.appearance,
      told: keeper.told,
      own: keeper.ownWord,
      isDesktopKnown: keeper.isDesktopKnown,
      isQuarrelLost: keeper.isQuarrelLost
    )
  }

  /// What GNOME's settings are known to say; nil if another source is followed, or none.
  var settingsWord: DesktopWord? {
    keeper.told.flatMap { DesktopSource.readsSettings($0.source) ? $0.word : nil }
  }

  func learn(_ report: DesktopReport?) {
    handle(.desktop(report))
    makeDeferred()
  }

  func learn(_ found: FoundPlace?) { handle(.located(found)) }
}

// MARK: - Inhibitors

extension Service {
  func inhibit(_ call: Call) throws(Refusal) {
    guard call.arguments.count == 2, let application = call.arguments[0].asString,
      let why = call.arguments[1].asString, let sender = call.sender
    else { throw .inhibitorMalformed }
    guard why.utf8.count <= Contract.whyBytes else { throw .whyTooLong }
    do throws(PreferenceKey.Flaw) {
      try PreferenceKey.checkApplication(application)
    } catch {
      throw Refusal(error.fault, error.message)
    }
    let isPlain = why.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard isPlain else { throw .inhibitorMalformed }
    let inhibitor = Inhibitor(application: application, why: why, since: now)
    call.answer([.uint64(try inhibitors.add(inhibitor, of: sender))])
  }

  func releaseInhibitor(_ call: Call) throws(Refusal) {
    guard let cookie = call.arguments.first?.asUInt64, let sender = call.sender,
      inhibitors.release(cookie, of: sender)
    else { throw .inhibitorUnknown }
    call.answer([])
  }

  func listInhibitors(_ call: Call) {
    call.answer([.array(.dictionary(.string, .variant), inhibitors.list.map(\.bus))])
  }

  func inhibitorsChanged() {
    handle(.inhibited(!inhibitors.isEmpty))
    tell { () throws(BusError) in
      try connection.server.signal("Changed", of: .inhibit, at: .nightd, [])
    }
  }
}

// MARK: - History

extension Service {
  func history(_ call: Call) throws(Refusal) {
    guard let count = call.arguments.first?.asUInt32,
      (1...UInt32(Contract.historyEntries)).contains(count)
    else { throw .countMalformed }
    guard !isClosing else { throw .closingUnread }
    guard readers.count < Self.mostReaders else { throw .tooManyReaders }
    readers.append((call, Int(count)))
    if readers.count == 1 { readForReaders() }
  }

  /// All who wait share one reading, since it is made where commits are; who comes meanwhile waits for
  /// the next.
  private func readForReaders() {
    let number = readers.count
    past.last(readers.map(\.count).max() ?? 1) { [unowned self] entries in
      let values = entries.map(\.bus)
      for (call, count) in readers.prefix(number) {
        call.answer([.array(.dictionary(.string, .variant), Array(values.prefix(count)))])
      }
      readers.removeFirst(number)
      if !readers.isEmpty { return readForReaders() }
      if !isBusy { onIdle() }
    }
  }

  private static let mostReaders = 16

  /// Asked for before the answer that lets a caller end, which waits for it.
  func findAsker() {
    guard case .caller(let ticket) = keeper.storingFor, let sender = waiting[ticket]?.call.sender
    else { return }
    callers.find(sender)
  }

  func remember(_ standing: Standing) {
    let appearance = standing.appearance
    var entry = HistoryEntry(
      time: now,
      style: appearance.style,
      theme: appearance.theme,
      reason: appearance.reason,
      origin: keeper.mover(of: standing.serial).map(HistoryEntry.Origin.init)
    )
    // Another contrast brings another theme along, and is told as what it is.
    let isOtherTheme =
      appearance.theme != remembered.theme
      && appearance.isHighContrast == remembered.isHighContrast
    entry.isOfStyle = appearance.style != remembered.style || isOtherTheme
    entry.look = LookChange(from: remembered, to: appearance)
    remembered = appearance
    let number = past.add(entry)
    guard case .caller(let ticket) = keeper.mover(of: standing.serial),
      let sender = waiting[ticket]?.call.sender
    else {
      return
    }
    callers.find(sender) { [weak self] process in self?.past.complete(number, by: process) }
  }
}

extension HistoryEntry.Origin {
  fileprivate init(_ asker: Asker) {
    switch asker {
    case .caller: self = .caller(nil)
    case .desktop: self = .desktop
    case .store: self = .store
    case .file: self = .file
    }
  }
}
