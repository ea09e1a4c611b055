import NightBus
import NightContract
import NightCore
import NightStore

/// Serves the history on the bus: the changes, and the programs that made them.
final class HistoryPart: Part {
  private static let mostReaders = 16

  private let core: Core
  private let history: History
  /// The appearance that was recorded last; the next one is compared with it.
  private var last: Appearance
  /// The callers that wait for the history, each with the number of entries that it wants.
  private var readers: [(answer: Responder<[HistoryEntry]>, count: Int)] = []
  private var reading: PendingWork.Piece?

  init(_ core: Core, _ history: History) {
    self.core = core
    self.history = history
    last = core.snapshot.appearance
  }

  func export(on server: inout ObjectServer) {
    server.export(Self.control, self, at: .nightd)
  }

  /// Records the changes, and asks the bus for the caller's process.
  ///
  /// The bus is asked before the reply is sent, because the caller may end after the reply.
  func decided(_ step: Step) {
    for snapshot in step.changes { add(snapshot) }
  }

  /// Asks for the caller's process while the change is being written to disk; the reply waits for
  /// both results.
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
    // A change of contrast may also change the theme, but nightd records it only as a change of
    // contrast.
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

  private func read(_ answer: Responder<[HistoryEntry]>, count: UInt32) throws(Refusal) {
    guard (1...UInt32(Contract.historyEntries)).contains(count) else { throw .countMalformed }
    guard !core.isClosing else { throw .closingUnread }
    guard readers.count < Self.mostReaders else { throw .tooManyReaders }
    readers.append((answer, Int(count)))
    guard readers.count == 1 else { return }
    reading = core.work.begin()
    readForReaders()
  }

  /// Reads the history once for all callers that wait; callers that come during this read wait
  /// until the history is read again.
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

/// Records changes of the appearance, and writes them on a thread other than the loop's.
///
/// Several changes within a second cause only one write, and no caller that made one of these
/// changes waits for the write.
final class History {
  private static let delayMilliseconds = 1_000
  /// How many entries to keep in memory as long as nothing can be written to disk.
  private static let mostUnwritten = 100
  /// How many changes to keep in memory.
  ///
  /// This many changes are enough to include the change to the present style, even if many later
  /// changes concerned only colours.
  private static let mostRecent = 64

  private var writing: PendingWork.Piece?
  private let work: PendingWork
  private let file: HistoryFile
  private let loop: Loop
  /// The last changes, the newest first; changes from earlier runs of nightd have the number 0.
  private var known: [(number: UInt64, entry: HistoryEntry)] = []
  private var unwritten: [(number: UInt64, entry: HistoryEntry)] = []
  private var lastNumber: UInt64 = 0
  private var timer: Timer?
  private var isScheduled = false

  init(_ file: HistoryFile, on loop: Loop, _ work: PendingWork) {
    self.work = work
    self.file = file
    self.loop = loop
    timer = loop.timer { [unowned self] in write() }
  }

  /// Reads the last changes from earlier runs of nightd; the loop's thread may do this, because no
  /// caller waits yet.
  func begin() {
    known = (known + file.last(Self.mostRecent).map { (0, $0) }).prefix(Self.mostRecent).map { $0 }
  }

  /// The last changes, the newest first, including changes that are not on the disk yet.
  var recent: [HistoryEntry] { known.map(\.entry) }

  /// Adds an entry, and retries a failed write; returns the number to pass to `complete`.
  func add(_ entry: HistoryEntry) -> UInt64 {
    if unwritten.count >= Self.mostUnwritten { unwritten.removeFirst() }
    lastNumber += 1
    unwritten.append((lastNumber, entry))
    known.insert((lastNumber, entry), at: 0)
    if known.count > Self.mostRecent { known.removeLast() }
    if !isScheduled, writing == nil { schedule() }
    return lastNumber
  }

  /// Adds the caller's process to the entry for which `add` returned `number`.
  func complete(_ number: UInt64, by process: HistoryEntry.Process) {
    for index in known.indices where known[index].number == number {
      known[index].entry.origin = .caller(process)
    }
    for index in unwritten.indices where unwritten[index].number == number {
      unwritten[index].entry.origin = .caller(process)
    }
  }

  /// Reads the last entries, the newest first.
  func last(_ count: Int, then answer: @escaping ([HistoryEntry]) -> Void) {
    write()
    loop.offload { [file] in
      file.last(count)
    } then: { [self] written in
      answer(Array((unwritten.reversed().map(\.entry) + written).prefix(count)))
    }
  }

  /// Starts to write the entries; a read that is requested after this call runs after the write.
  func write() {
    timer?.stop()
    isScheduled = false
    guard !unwritten.isEmpty, writing == nil else { return }
    writing = work.begin()
    let entries = unwritten
    let newest = lastNumber
    unwritten = []
    loop.offload { [file] in
      file.append(entries.map(\.entry))
    } then: { [self] isDone in
      let piece = writing.take()
      if !isDone { unwritten = (entries + unwritten).suffix(Self.mostUnwritten) }
      // Retry a failed write only when a new entry comes.
      if lastNumber > newest { schedule() }
      piece?.end()
    }
  }

  private func schedule() {
    isScheduled = true
    timer?.set(milliseconds: Self.delayMilliseconds)
  }
}
