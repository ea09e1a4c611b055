import CDBus
import Glibc
import Synchronization

/// The work of a loop that other threads do.
struct OffloadedWork {
  /// Deliver the results, by the number of the work.
  var completions: [UInt64: () -> Void] = [:]
  var lastNumber: UInt64 = 0
  /// Started with the first work.
  var thread: WorkThread?
  let readQueue = ReadQueue()
  /// How many readings the loop stopped waiting for and that have not ended yet.
  var lateReadings = 0
}

extension Loop {
  /// Does slow work on a separate thread, and calls `deliver` with the result on the loop's thread.
  ///
  /// Work is done in the order of the calls. If no thread can be started, the work is done here and
  /// now, because a late result is better than none.
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

  /// Reads files of people or other programs, on a thread that exists only while it has work.
  ///
  /// A file system may hang, for example if its server is stopped. So reading never delays the work
  /// of `offload`. Work is done in the order of the calls. If no thread can be started, it is done
  /// here and now.
  package func offloadReading<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) {
    let task = task(work, then: deliver)
    if !offloaded.readQueue.add(task) { task() }
  }

  /// Gives the system the memory that was needed for a moment only, such as to start or to read many
  /// files.
  ///
  /// A program that rests would keep it for ever otherwise.
  package func giveMemoryBack() {
    malloc_trim(0)
  }

  /// Does work that may never end, on a thread of its own.
  ///
  /// Throws if no thread can be started; then the work is not done and `deliver` is not called.
  func offloadAlone<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) throws(BusError) {
    if Worker.start(task(work, then: deliver)) { return }
    offloaded.completions[offloaded.lastNumber] = nil
    throw .system(call: "pthread_create", errno: EAGAIN)
  }

  /// A task for another thread, which does the work and posts the result to the loop's thread.
  private func task<Outcome: Sendable>(
    _ work: @escaping @Sendable () -> Outcome,
    then deliver: @escaping (Outcome) -> Void
  ) -> @Sendable () -> Void {
    let box = OutcomeBox<Outcome>()
    offloaded.lastNumber += 1
    let number = offloaded.lastNumber
    // Only the loop's thread touches `deliver`, and what it captures need not be Sendable.
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
  /// Enough for the tasks here, and far less than the usual 8 MiB.
  private static let stackBytes = 512 << 10

  private let work: @Sendable () -> Void
  private init(_ work: @escaping @Sendable () -> Void) { self.work = work }

  /// Returns false if no thread can be started; then the work is not done.
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

/// A thread that does tasks one after the other, and sleeps in between.
///
/// A new thread for each task would cost several times as much as waking this one, and a caller
/// waits for the result.
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

  /// Starts the thread; nil if that fails.
  static func open() -> WorkThread? {
    guard let thread = try? WorkThread(), Worker.start({ thread.doTasks() }) else { return nil }
    return thread
  }

  /// Returns false if the thread has ended; then the task is not done.
  func add(_ task: @escaping Task) -> Bool {
    let isAdded = queue.withLock { queue in
      if !queue.isClosed { queue.tasks.append(task) }
      return !queue.isClosed
    }
    if isAdded { ring() }
    return isAdded
  }

  /// Ends the thread once it has done its tasks.
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
        // Without the descriptor nothing can wake this thread, so it accepts no more tasks.
        if failure != nil { queue.isClosed = true }
        defer { queue.tasks = [] }
        return (queue.tasks, queue.isClosed)
      }
      for task in tasks { task() }
      if isClosed { return }
    }
  }
}

/// Tasks that may hang, done one after the other on a thread that ends with the last of them.
///
/// Such tasks are rare, and the time to start a thread does not matter. A thread that sleeps
/// between them would only cost memory.
final class ReadQueue: Sendable {
  typealias Task = @Sendable () -> Void

  private struct Queue {
    var tasks: [Task] = []
    var hasThread = false
  }

  private let queue = Mutex(Queue())

  /// Returns false if no thread can be started; then the task is not done.
  func add(_ task: @escaping Task) -> Bool {
    let hasThread = queue.withLock { queue in
      queue.tasks.append(task)
      defer { queue.hasThread = true }
      return queue.hasThread
    }
    if hasThread || Worker.start({ self.doTasks() }) { return true }
    queue.withLock { queue in
      queue.hasThread = false
      // Only the loop's thread adds tasks, so no other task was added meanwhile.
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
