import CDBus
import Glibc
import Synchronization

/// Lets other threads do work for a loop.
struct OffloadedWork {
  /// Functions that deliver the results; each key is the number of a piece of work.
  var completions: [UInt64: () -> Void] = [:]
  var lastNumber: UInt64 = 0
  /// The thread for `offload`; nil until the first work is offloaded.
  var thread: WorkThread?
  let readQueue = ReadQueue()
  /// How many reads of files are still running although the loop no longer waits for them.
  var lateReadings = 0
}

extension Loop {
  /// Does slow work on another thread, then calls `deliver` with the result on the loop's thread.
  ///
  /// Work is done in the order of the calls. If no thread can be started, the calling thread does
  /// the work before this function returns. Blocking the caller is better than losing the work.
  package func offload<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) {
    let task = task(work) { [unowned self] in
      deliver($0)
      rest?.workDone()
    }
    if offloaded.thread?.add(task) == true { return }
    offloaded.thread = WorkThread.open()
    if offloaded.thread?.add(task) != true { task() }
  }

  /// Reads files that the user or other programs own, on a thread that lives only while it has
  /// work.
  ///
  /// A file system may hang, for example if its server is stopped. So reads have their own thread,
  /// and never delay the work of `offload`. Reads are done in the order of the calls. If no thread
  /// can be started, the calling thread does the work before this function returns.
  package func offloadReading<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) {
    let task = task(work, then: deliver)
    if !offloaded.readQueue.add(task) { task() }
  }

  /// Gives free memory back to the system.
  ///
  /// Some memory is needed only for a moment, for example at the start. Without this call, an idle
  /// program would keep such memory for ever.
  package func giveMemoryBack() {
    malloc_trim(0)
  }

  /// Does work that may never end, on a separate thread.
  ///
  /// Throws if no thread can be started; then the work is not done and `deliver` is not called.
  package func offloadAlone<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) throws(BusError) {
    if Worker.start(task(work, then: deliver)) { return }
    offloaded.completions[offloaded.lastNumber] = nil
    throw .system(call: "pthread_create", errno: EAGAIN)
  }

  /// Makes a task for another thread, which does the work and posts the result to the loop's
  /// thread.
  private func task<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let box = OutcomeBox<Outcome>()
    offloaded.lastNumber += 1
    let number = offloaded.lastNumber
    // Only the loop's thread uses `deliver`, so the captured values need not be Sendable.
    offloaded.completions[number] = {
      guard let outcome = box.remove() else { return }
      deliver(outcome)
    }
    let mailbox = mailbox
    return {
      box.store(work())
      mailbox.post { loop in
        guard let complete = loop.offloaded.completions.removeValue(forKey: number) else { return }
        complete()
      }
    }
  }
}

private final class OutcomeBox<Outcome: Sendable>: Sendable {
  private let outcome = Mutex<Outcome?>(nil)
  func store(_ value: Outcome) { outcome.withLock { $0 = value } }
  func remove() -> Outcome? { outcome.withLock { $0.take() } }
}

/// A thread that does one task and ends.
package final class Worker {
  /// The size of the thread's stack: enough for these tasks, and far less than the usual 8 MiB.
  private static let stackBytes = 512 << 10

  private let work: @Sendable () -> Void
  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Starts a thread for the work; returns false, and does nothing, if no thread can be started.
  package static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(&attributes, stackBytes)
    let worker = Unmanaged.passRetained(Worker(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread,
      &attributes,
      { argument in
        if let argument { Unmanaged<Worker>.fromOpaque(argument).takeRetainedValue().work() }
        return nil
      },
      worker.toOpaque()
    )
    guard code != 0 else { return true }
    worker.release()
    return false
  }
}

/// A thread that does tasks one after the other, and sleeps while it has none.
///
/// The thread is kept, because callers wait for the results, and waking a thread is several times
/// faster than starting one.
final class WorkThread: Sendable {
  typealias Task = @Sendable () -> Void

  private struct Queue {
    var tasks: [Task] = []
    var isClosed = false
  }

  private let queue = Mutex(Queue())
  private let bell: FileDescriptor

  private init() throws(BusError) {
    bell = try FileDescriptor(eventfd(0, Int32(EFD_CLOEXEC)), from: "eventfd")
  }

  /// Starts the thread; nil if no thread can be started.
  static func open() -> WorkThread? {
    guard let thread = try? WorkThread(), Worker.start({ thread.doTasks() }) else { return nil }
    return thread
  }

  /// Adds a task; returns false, without adding the task, if the thread has ended.
  func add(_ task: @escaping Task) -> Bool {
    let isAdded = queue.withLock { queue in
      if !queue.isClosed { queue.tasks.append(task) }
      return !queue.isClosed
    }
    if isAdded { ring() }
    return isAdded
  }

  /// Ends the thread when all its tasks are done.
  func close() {
    queue.withLock { $0.isClosed = true }
    ring()
  }

  private func ring() {
    var one: UInt64 = 1
    while write(bell.number, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  private func doTasks() {
    while true {
      let failure = bell.readCount()
      let (tasks, isClosed) = queue.withLock { queue in
        // If `bell` cannot be read, nothing can wake this thread, so accept no more tasks.
        if failure != nil { queue.isClosed = true }
        defer { queue.tasks = [] }
        return (queue.tasks, queue.isClosed)
      }
      for task in tasks { task() }
      if isClosed { return }
    }
  }
}

/// Tasks that may hang; one thread does them in order, and ends after the last one.
///
/// Tasks that may hang are rare, so the time to start a thread does not matter. A thread that
/// sleeps between tasks would only cost memory.
final class ReadQueue: Sendable {
  typealias Task = @Sendable () -> Void

  private struct Queue {
    var tasks: [Task] = []
    var hasThread = false
  }

  private let queue = Mutex(Queue())

  /// Adds a task; returns false, without doing the task, if no thread can be started.
  func add(_ task: @escaping Task) -> Bool {
    let hasThread = queue.withLock { queue in
      queue.tasks.append(task)
      defer { queue.hasThread = true }
      return queue.hasThread
    }
    if hasThread || Worker.start({ self.doTasks() }) { return true }
    queue.withLock { queue in
      queue.hasThread = false
      // Only the loop's thread adds tasks, so this task is the only one in the queue.
      queue.tasks = []
    }
    return false
  }

  private func doTasks() {
    while let task = next() { task() }
  }

  private func next() -> Task? {
    queue.withLock { queue in
      guard queue.tasks.isEmpty else { return queue.tasks.removeFirst() }
      queue.hasThread = false
      return nil
    }
  }
}

/// Reads files on the thread that `offloadReading` uses, while the caller does other work.
///
/// While `wait` waits, the loop handles only its mailbox. If an earlier read has timed out and is
/// still running, `wait` returns nil at once.
package final class EarlyReading<Outcome: Sendable> {
  private unowned let loop: Loop
  private var outcome: Outcome?
  private var isLate = false
  private let late: (Outcome) -> Void

  /// Starts reading; if `wait` returns nil before the outcome comes, `late` is called with the
  /// outcome.
  package init(
    on loop: Loop,
    _ work: @escaping @Sendable () -> Outcome,
    late: @escaping (Outcome) -> Void
  ) {
    self.loop = loop
    self.late = late
    loop.offloadReading(work) { [self] in arrived($0) }
  }

  private func arrived(_ outcome: Outcome) {
    guard isLate else { return self.outcome = outcome }
    loop.offloaded.lateReadings -= 1
    late(outcome)
  }

  /// Waits up to `milliseconds` for the outcome; returns nil if the outcome does not come in time.
  package func wait(milliseconds: Int) -> Outcome? {
    let deadline = Timer.now() &+ UInt64(milliseconds) * 1_000_000
    while outcome == nil, loop.offloaded.lateReadings == 0, Timer.now() < deadline {
      let left = (deadline &- Timer.now()) / 1_000_000 + 1
      var ready = pollfd(fd: loop.mailbox.number, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, Int32(clamping: left)) > 0 { loop.mailbox.doWork(on: loop) }
    }
    guard outcome == nil else { return outcome }
    isLate = true
    loop.offloaded.lateReadings += 1
    return nil
  }
}
