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

  private let file: HistoryFile
  private let loop: Loop
  private var unwritten: [(number: UInt64, entry: HistoryEntry)] = []
  private var lastNumber: UInt64 = 0
  private var timer: Timer?
  private var isWriting = false

  init(_ file: HistoryFile, on loop: Loop) {
    self.file = file
    self.loop = loop
    timer = loop.timer { [unowned self] in write {} }
  }

  /// Answers a number under which it can be completed for a while.
  @discardableResult
  func add(_ entry: HistoryEntry) -> UInt64 {
    if unwritten.count >= Self.mostUnwritten { unwritten.removeFirst() }
    if unwritten.isEmpty { timer?.set(milliseconds: Self.pauseMilliseconds) }
    lastNumber += 1
    unwritten.append((lastNumber, entry))
    return lastNumber
  }

  func complete(_ number: UInt64, by process: HistoryEntry.Process) {
    guard let index = unwritten.firstIndex(where: { $0.number == number }) else { return }
    unwritten[index].entry.origin = .caller(process)
  }

  /// The last ones, the newest first.
  func last(_ count: Int, then answer: @escaping ([HistoryEntry]) -> Void) {
    write { [self] in
      loop.offload { [file] in
        file.last(count)
      } then: { [self] written in
        answer(Array((unwritten.reversed().map(\.entry) + written).prefix(count)))
      }
    }
  }

  /// At the end, when nobody is served any more.
  func writeNow() {
    guard !unwritten.isEmpty else { return }
    _ = file.append(unwritten.map(\.entry))
    unwritten = []
  }

  /// What the disk does not take is tried again with the next change.
  private func write(then done: @escaping () -> Void) {
    timer?.rest()
    guard !unwritten.isEmpty, !isWriting else { return done() }
    isWriting = true
    let writing = unwritten
    unwritten = []
    loop.offload { [file] in
      file.append(writing.map(\.entry))
    } then: { [self] isDone in
      isWriting = false
      if !isDone { unwritten = (writing + unwritten).suffix(Self.mostUnwritten) }
      done()
    }
  }
}
