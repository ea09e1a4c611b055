import Glibc
import Synchronization

/// Does work in the order in which it was added, on a thread that lives only while work is left.
///
/// Swift's tasks and Dispatch's queues would use a pool of threads. On Linux, Dispatch then wakes up
/// once a second as long as the program runs, to count the threads of its pools.
final class Worker: Sendable {
  typealias Work = @Sendable () -> Void

  /// The work that has not begun; nil if no thread runs.
  private let waiting = Mutex<[Work]?>(nil)

  /// Adds work; returns false, without doing the work, if the system cannot start a thread.
  func add(_ work: @escaping Work) -> Bool {
    waiting.withLock { waiting in
      if waiting == nil, !startThread() { return false }
      waiting = (waiting ?? []) + [work]
      return true
    }
  }

  private func startThread() -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let this = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread,
      &attributes,
      { this in
        guard let this else { return nil }
        let worker = Unmanaged<Worker>.fromOpaque(this).takeRetainedValue()
        while let work = worker.next() { work() }
        return nil
      },
      this.toOpaque()
    )
    if code != 0 { this.release() }
    return code == 0
  }

  private func next() -> Work? {
    waiting.withLock { waiting in
      if waiting?.isEmpty != false { waiting = nil }
      return waiting?.removeFirst()
    }
  }
}
