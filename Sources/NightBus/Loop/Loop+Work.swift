import CDBus
import Glibc
import Synchronization

extension Loop {
  /// Does slow work on a thread of its own and hands its result back on the loop's thread.
  ///
  /// One piece after the other, in their order. Where no thread can be had the work is done here and
  /// now, since an answer that comes late is better than none.
  package func offload<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) {
    let task = task(work) { [unowned self] in
      deliver($0)
      rest?.workDone()
    }
    if workThread?.add(task) == true { return }
    workThread = WorkThread.open()
    if workThread?.add(task) != true { task() }
  }

  /// Reads what people or other programs write, on a thread that is there only while it has work.
  ///
  /// A file system may hang, such as one whose server was stopped. So a reading never holds up what
  /// `offload` does. One piece after the other, in their order; where no thread can be had the work is
  /// done here and now.
  package func offloadReading<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) {
    let task = task(work, then: deliver)
    if !reading.add(task) { task() }
  }

  /// Gives the system the memory that was needed for a moment only, such as to start or to read many
  /// files.
  ///
  /// A program that rests would keep it for ever otherwise.
  package func giveMemoryBack() {
    malloc_trim(0)
  }

  /// Does work that may never end, on a thread that has nothing else to do.
  ///
  /// Throws where no thread can be had; nothing is done and nothing handed back then.
  func offloadAlone<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) throws(BusError) {
    if Worker.start(task(work, then: deliver)) { return }
    awaited[nextAwaited] = nil
    throw .system(call: "pthread_create", errno: EAGAIN)
  }

  /// The work as another thread does it; what it comes to is handed over on the loop's.
  private func task<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let box = OutcomeBox<Outcome>()
    nextAwaited += 1
    let ticket = nextAwaited
    awaited[ticket] = {
      guard let outcome = box.take() else { return }
      deliver(outcome)
    }
    let mailbox = mailbox
    return {
      box.put(work())
      mailbox.post { loop in loop.awaited.removeValue(forKey: ticket)?() }
    }
  }
}

private final class OutcomeBox<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Outcome?>(nil)
  func put(_ value: Outcome) { outcome.withLock { $0 = value } }
  func take() -> Outcome? { outcome.withLock { $0.take() } }
}

/// A thread that does one piece of work and ends.
package final class Worker {
  /// Enough for what is done on it, small beside the usual 8 MiB.
  private static let stackBytes = 512 << 10

  private let work: @Sendable () -> Void
  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Answers false where no thread can be had; the work is then not done.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackBytes)
    let worker = Unmanaged.passRetained(Worker(work))
    var thread = pthread_t()
    let refusal = pthread_create(
      &thread,
      &attributes,
      { argument in
        if let argument { Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
      },
      worker.toOpaque()
    )
    guard refusal != 0 else { return true }
    worker.release()
    return false
  }
}
