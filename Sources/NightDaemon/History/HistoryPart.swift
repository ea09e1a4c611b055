import NightBus
import NightContract
import NightCore
import NightValues

/// Serves the history on the bus: the changes, and the programs that made them.
final class HistoryPart: Part {
  private static let mostReaders = 16

  private let core: Core
  private let history: History
  /// The appearance before the last change.
  private var last: Appearance
  /// The callers that wait for the history, each with the number of entries that it wants.
  private var readers: [(answer: Answer<[HistoryEntry]>, count: Int)] = []
  private var reading: PendingWork.Piece?

  init(_ core: Core, _ history: History) {
    self.core = core
    self.history = history
    last = core.snapshot.appearance
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  /// Records the changes, and asks for the caller's process before the reply.
  ///
  /// After the reply the caller may end.
  func decided(_ step: Step) {
    for snapshot in step.changes { add(snapshot) }
  }

  /// Finds the caller's process while the disk works, because the reply waits for that process.
  func announced(_ step: Step) {
    guard step.stores, case .caller(let id) = core.keeper.committingAsker,
      let sender = core.pending.sender(of: id)
    else { return }
    core.callers.find(sender)
  }

  func begin() { history.begin() }

  func explain(_ explanation: inout Explanation) {
    explanation.lastChange = history.recent.first
    explanation.beginning = HistoryEntry.beginning(
      of: explanation.appearance,
      in: history.recent
    )
  }

  func leave() { history.write() }

  private func add(_ snapshot: Snapshot) {
    let appearance = snapshot.appearance
    let origin = core.keeper.asker(of: snapshot.serial)
    var entry = HistoryEntry(
      time: core.now,
      style: appearance.style,
      theme: appearance.theme,
      reason: appearance.reason,
      origin: origin.map(HistoryEntry.Origin.init)
    )
    // A change of contrast may also change the theme, but counts as a change of contrast only.
    let isOtherTheme =
      appearance.theme != last.theme && appearance.isHighContrast == last.isHighContrast
    entry.isOfStyle = appearance.style != last.style || isOtherTheme
    entry.endsHold = origin == nil && last.reason == .hold && appearance.reason != .hold
    entry.look = LookChange(from: last, to: appearance)
    last = appearance
    let number = history.add(entry)
    guard case .caller(let id) = origin, let sender = core.pending.sender(of: id) else {
      return
    }
    core.callers.find(sender) { [weak self] process in
      self?.history.complete(number, by: process)
    }
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

// MARK: - On the bus

extension HistoryPart {
  private static let control = Interface<HistoryPart>(
    .control,
    methods: [Method(.history, HistoryPart.read)]
  )

  private func read(_ answer: Answer<[HistoryEntry]>, count: UInt32) throws(Refusal) {
    guard (1...UInt32(Contract.historyEntries)).contains(count) else { throw .countMalformed }
    guard !core.isClosing else { throw .closingUnread }
    guard readers.count < Self.mostReaders else { throw .tooManyReaders }
    readers.append((answer, Int(count)))
    guard readers.count == 1 else { return }
    reading = core.work.begin()
    readForReaders()
  }

  /// Reads the history once for all callers that wait; later callers wait for the next reading.
  private func readForReaders() {
    let number = readers.count
    history.last(readers.map(\.count).max() ?? 1) { [weak self] entries in
      guard let self else { return }
      for (answer, count) in readers.prefix(number) { answer(Array(entries.prefix(count))) }
      readers.removeFirst(number)
      if readers.isEmpty { reading = nil } else { readForReaders() }
    }
  }
}
