import Synchronization

/// Pieces of work that may hang, one after the other, on a thread that ends with the last of them.
///
/// They are rare, and nobody waits for the moment that it takes to start a thread; one that slept
/// between them would only cost memory.
final class ReadingLane: Sendable {
  typealias Work = @Sendable () -> Void

  private struct Bench {
    var pieces: [Work] = []
    var isServed = false
  }

  private let bench = Mutex(Bench())

  /// Answers false where no thread can be had; the work is then not done.
  func add(_ work: @escaping Work) -> Bool {
    let isServed = bench.withLock { bench in
      bench.pieces.append(work)
      defer { bench.isServed = true }
      return bench.isServed
    }
    if isServed || Worker.start({ self.serve() }) { return true }
    bench.withLock { bench in
      bench.isServed = false
      // Work comes from the loop's thread alone, so that nothing was added meanwhile.
      bench.pieces = []
    }
    return false
  }

  private func serve() {
    while let work = next() { work() }
  }

  private func next() -> Work? {
    bench.withLock { bench in
      guard bench.pieces.isEmpty else { return bench.pieces.removeFirst() }
      bench.isServed = false
      return nil
    }
  }
}
