import NightBus
import NightCore
import NightStore

/// Remembers what changed, and writes it down off the loop's thread some time later.
///
/// A flurry of changes is one write, and none of them waits for it.
final class History {
  private static let pauseMilliseconds = 1_000
  /// So many wait for a disk that does not take them.
  private static let mostUnwritten = 100
  /// Enough changes to find the one with which the style began, among changes of colours.
  private static let mostRecent = 64

  private var writing: PendingWork.Piece?
  private let work: PendingWork
  private let file: HistoryFile
  private let loop: Loop
  /// The last changes, the newest first; those of earlier runs have the number 0.
  private var known: [(number: UInt64, entry: HistoryEntry)] = []
  private var unwritten: [(number: UInt64, entry: HistoryEntry)] = []
  private var lastNumber: UInt64 = 0
  private var timer: Timer?
  private var isPausing = false

  init(_ file: HistoryFile, on loop: Loop, _ work: PendingWork) {
    self.work = work
    self.file = file
    self.loop = loop
    timer = loop.timer { [unowned self] in write() }
  }

  /// Reads the last changes of earlier runs, at once: nothing was answered yet.
  func begin() {
    known = (known + file.last(Self.mostRecent).map { (0, $0) }).prefix(Self.mostRecent).map { $0 }
  }

  /// The last changes, the newest first, whether or not the disk has them.
  var recent: [HistoryEntry] { known.map(\.entry) }

  /// Answers a number under which it can be completed for a while.
  ///
  /// What the disk did not take is tried again with it.
  func add(_ entry: HistoryEntry) -> UInt64 {
    if unwritten.count >= Self.mostUnwritten { unwritten.removeFirst() }
    lastNumber += 1
    unwritten.append((lastNumber, entry))
    known.insert((lastNumber, entry), at: 0)
    if known.count > Self.mostRecent { known.removeLast() }
    if !isPausing, writing == nil { pause() }
    return lastNumber
  }

  func complete(_ number: UInt64, by process: HistoryEntry.Process) {
    for index in known.indices where known[index].number == number {
      known[index].entry.origin = .caller(process)
    }
    for index in unwritten.indices where unwritten[index].number == number {
      unwritten[index].entry.origin = .caller(process)
    }
  }

  /// The last ones, the newest first.
  func last(_ count: Int, then answer: @escaping ([HistoryEntry]) -> Void) {
    write()
    loop.offload { [file] in
      file.last(count)
    } then: { [self] written in
      answer(Array((unwritten.reversed().map(\.entry) + written).prefix(count)))
    }
  }

  /// One write after the other: what is read after it is read when it is done.
  func write() {
    timer?.stop()
    isPausing = false
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
      // Only what came meanwhile is reason to try again by itself.
      if lastNumber > newest { pause() }
      piece?.end()
    }
  }

  private func pause() {
    isPausing = true
    timer?.set(milliseconds: Self.pauseMilliseconds)
  }
}
