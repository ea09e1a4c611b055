import NightBus
import NightCore
import NightStore

/// Records changes, and writes them on another thread than the loop's.
///
/// Changes within a second cause only one write, and no caller waits for that write.
final class History {
  private static let delayMilliseconds = 1_000
  /// The most entries to keep in memory while the disk refuses to store them.
  private static let mostUnwritten = 100
  /// The most changes in memory: enough to find the one that began the current style.
  ///
  /// Changes of colours may have come after that change.
  private static let mostRecent = 64

  private var writing: PendingWork.Piece?
  private let work: PendingWork
  private let file: HistoryFile
  private let loop: Loop
  /// The last changes, the newest first; changes of earlier runs have the number 0.
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

  /// Reads the last changes of earlier runs at once, since no call has been answered yet.
  func begin() {
    known = (known + file.last(Self.mostRecent).map { (0, $0) }).prefix(Self.mostRecent).map { $0 }
  }

  /// The last changes, the newest first, including changes that are not on the disk yet.
  var recent: [HistoryEntry] { known.map(\.entry) }

  /// Adds an entry, and retries a failed write; returns a number for `complete`.
  func add(_ entry: HistoryEntry) -> UInt64 {
    if unwritten.count >= Self.mostUnwritten { unwritten.removeFirst() }
    lastNumber += 1
    unwritten.append((lastNumber, entry))
    known.insert((lastNumber, entry), at: 0)
    if known.count > Self.mostRecent { known.removeLast() }
    if !isScheduled, writing == nil { schedule() }
    return lastNumber
  }

  /// Adds the caller's process to an entry that is recent or not written yet.
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

  /// Writes the entries now; later jobs of the loop, such as a read, run after the write.
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
      // A failed write is retried only with new entries.
      if lastNumber > newest { schedule() }
      piece?.end()
    }
  }

  private func schedule() {
    isScheduled = true
    timer?.set(milliseconds: Self.delayMilliseconds)
  }
}
