import CDBus
import Glibc
import Synchronization

/// A thread that does pieces of work one after the other, and sleeps in between.
///
/// A new thread for each piece would cost several times what waking one does, and whoever set
/// something waits for it.
final class WorkThread: Sendable {
  typealias Work = @Sendable () -> Void

  private struct Bench {
    var pieces: [Work] = []
    var isClosed = false
  }

  private let bench = Mutex(Bench())
  private let bell: FileDescriptor

  private init() throws(BusError) {
    bell = try FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC)), from: "eventfd")
  }

  /// Nothing where no thread can be had.
  static func open() -> WorkThread? {
    guard let thread = try? WorkThread(), Worker.start({ thread.serve() }) else { return nil }
    return thread
  }

  /// Answers false where the thread has ended; the work is then not done.
  func add(_ work: @escaping Work) -> Bool {
    let isTaken = bench.withLock { bench in
      if !bench.isClosed { bench.pieces.append(work) }
      return !bench.isClosed
    }
    if isTaken { ring() }
    return isTaken
  }

  /// Ends the thread once it has done what it was given.
  func close() {
    bench.withLock { $0.isClosed = true }
    ring()
  }

  private func ring() {
    var one: UInt64 = 1
    while write(bell.number, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  private func serve() {
    while true {
      let bell = bell.readCount()
      let (pieces, isClosed) = bench.withLock { bench in
        // Whoever cannot be woken any more takes no more work.
        if case .failure = bell { bench.isClosed = true }
        defer { bench.pieces = [] }
        return (bench.pieces, bench.isClosed)
      }
      for work in pieces { work() }
      if isClosed { return }
    }
  }
}
