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

  private var writing: PendingWork.Piece?
  private let work: PendingWork
  private let file: HistoryFile
  private let loop: Loop
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

  /// Answers a number under which it can be completed for a while.
  ///
  /// What the disk did not take is tried again with it.
  func add(_ entry: HistoryEntry) -> UInt64 {
    if unwritten.count >= Self.mostUnwritten { unwritten.removeFirst() }
    lastNumber += 1
    unwritten.append((lastNumber, entry))
    if !isPausing, writing == nil { pause() }
    return lastNumber
  }

  func complete(_ number: UInt64, by process: HistoryEntry.Process) {
    guard let index = unwritten.firstIndex(where: { $0.number == number }) else { return }
    unwritten[index].entry.origin = .caller(process)
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
