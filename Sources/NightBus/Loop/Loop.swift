import CDBus
import Glibc

/// Waits on one thread for descriptors, timers, other threads and the queue of a bus.
///
/// Use a loop only on the thread that runs it. An idle loop makes no system calls while it waits.
/// Handlers may add and remove watches and timers, and stop the loop, at any time.
package final class Loop {
  /// The watches to poll; the references are weak, because the code that made a watch decides how
  /// long the watch lives.
  private var watches: [WeakReference<Watch>] = []
  var timers = TimerQueue()
  private var pollSet = PollSet()
  private var isStopped = false
  private var steps: [(number: UInt64, work: () -> Bool)] = []
  private var nextStep: UInt64 = 0

  /// The mailbox through which other threads reach the loop's thread.
  package let mailbox: Mailbox
  /// Called on the loop's thread soon after any thread has called the mailbox's function `ring`.
  package var onRing: () -> Void = {}
  private var mailboxWatch: Watch?
  var offloaded = OffloadedWork()
  var rest: Rest?
  /// Called after the idle loop has given memory back to the system.
  package var onRest: () -> Void = {}

  package init() throws(BusError) {
    mailbox = try Mailbox()
    // `unowned` is safe: the loop owns this watch, and calls the watch only on the loop's thread.
    mailboxWatch = watch(mailbox.number, events: Int16(POLLIN)) { [unowned self] _ in
      mailbox.doWork(on: self)
    }
  }

  /// Functions that are called when the loop is released.
  private var cleanups: [UInt64: () -> Void] = [:]

  deinit {
    for cleanup in cleanups.values { cleanup() }
    offloaded.thread?.close()
  }

  /// Handles events until `stop` is called; throws if poll(2) fails.
  package func run() throws(BusError) {
    isStopped = false
    while !isStopped {
      // Handle queued messages before waiting: libdbus has already read them, so they no longer
      // make the descriptor readable.
      let isMoreQueued = runSteps()
      if isStopped { break }
      rest?.turnEnds()
      try wait(milliseconds: isMoreQueued ? 0 : untilNextTimer())
      fireWatches()
      fireTimers()
    }
  }

  /// Runs all steps that `addStep` has added; returns whether any step has more work to do.
  private func runSteps() -> Bool {
    var isMoreLeft = false
    // One step may remove another step from the list.
    for step in steps where hasStep(step.number) && step.work() { isMoreLeft = true }
    return isMoreLeft
  }

  package func stop() { isStopped = true }
}

// MARK: - Asking

extension Loop {
  package func watch(
    _ number: Int32,
    events: Int16,
    handler: @escaping (Int16) -> Void
  ) -> Watch {
    let watch = Watch(number, events: events, loop: self, handler: handler)
    watches.append(WeakReference(watch))
    pollSet.isStale = true
    return watch
  }

  package func timer(_ handler: @escaping () -> Void) -> Timer {
    Timer(loop: self, handler: handler)
  }

  /// Adds a step: a function that runs before each wait, and returns whether it has more work to
  /// do.
  func addStep(_ step: @escaping () -> Bool) -> UInt64 {
    nextStep += 1
    steps.append((nextStep, step))
    return nextStep
  }

  func removeStep(_ step: UInt64) { steps.removeAll { $0.number == step } }

  private func hasStep(_ step: UInt64) -> Bool { steps.contains { $0.number == step } }

  /// Adds a function that is called when this loop is released.
  func addCleanup(_ cleanup: @escaping () -> Void) -> UInt64 {
    nextStep += 1
    cleanups[nextStep] = cleanup
    return nextStep
  }

  func removeCleanup(_ cleanup: UInt64) { cleanups[cleanup] = nil }

  func watchesChanged() { pollSet.isStale = true }
}

// MARK: - Waiting

extension Loop {
  private func wait(milliseconds: Int32) throws(BusError) {
    if pollSet.isStale {
      watches.removeAll { $0.object?.isCancelled ?? true }
      pollSet = PollSet(watches.compactMap(\.object).filter { $0.events != 0 })
    }
    guard poll(&pollSet.entries, nfds_t(pollSet.entries.count), milliseconds) < 0 else { return }
    let code = errno
    for index in pollSet.entries.indices { pollSet.entries[index].revents = 0 }
    guard code == EINTR else { throw .system(call: "poll", errno: code) }
  }

  private func untilNextTimer() -> Int32 {
    guard let next = timers.first?.deadline else { return -1 }
    let now = Timer.now()
    // Round up: if a wait ended before the deadline, the loop would spin.
    return next <= now ? 0 : Int32(clamping: (next - now + 999_999) / 1_000_000)
  }

  private func fireTimers() {
    // Do not keep a reference to the timer, because a step may release it.
    guard !isStopped, let deadline = timers.first?.deadline else { return }
    let now = Timer.now()
    guard deadline <= now else { return }
    // Handle messages before timeouts. After the machine or this thread has slept, the timeout of a
    // call may be over although the reply to the call is already queued.
    _ = runSteps()
    while !isStopped, let (deadline, timer) = timers.first, deadline <= now {
      timer.stop()
      timer.handler()
    }
  }

  private func fireWatches() {
    // A handler may change the poll set, so copy the ready entries first.
    let ready = zip(pollSet.entries, pollSet.watches).filter { $0.0.revents != 0 }
    for (entry, reference) in ready where !isStopped {
      guard let watch = reference.object, !watch.isCancelled else { continue }
      watch.handler(entry.revents)
    }
  }
}

/// The array of entries that is passed to poll(2), and the watch that each entry belongs to.
private struct PollSet {
  var entries: [pollfd] = []
  var watches: [WeakReference<Watch>] = []
  /// Whether a watch has changed since the entries were made.
  var isStale = true

  init() {}

  init(_ active: [Watch]) {
    entries = active.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    watches = active.map(WeakReference.init)
    isStale = false
  }
}

private struct WeakReference<Object: AnyObject> {
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}

/// A file descriptor that a loop polls until you release the watch.
package final class Watch {
  let number: Int32
  private weak var loop: Loop?
  private(set) var isCancelled = false
  let handler: (Int16) -> Void

  /// The poll(2) events to wait for; 0 if the loop waits for no event.
  package var events: Int16 {
    didSet { if events != oldValue { loop?.watchesChanged() } }
  }

  init(_ number: Int32, events: Int16, loop: Loop, handler: @escaping (Int16) -> Void) {
    self.number = number
    self.events = events
    self.loop = loop
    self.handler = handler
  }

  package func cancel() {
    guard !isCancelled else { return }
    isCancelled = true
    loop?.watchesChanged()
  }

  deinit { loop?.watchesChanged() }
}

extension Loop {
  /// Calls `handler` for each wanted signal to this process, until you release the returned watch.
  ///
  /// Blocks the signals for the calling thread and for all threads that it starts later. So call
  /// this function before you start other threads.
  package func signals(
    _ wanted: [Int32],
    _ handler: @escaping (Int32) -> Void
  ) throws(BusError) -> SignalWatch {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in wanted { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    let descriptor = try FileDescriptor(
      signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK)),
      from: "signalfd"
    )
    return SignalWatch(descriptor, on: self, handler)
  }
}

/// Lets a loop receive signals that are sent to this process, until you release the watch.
package final class SignalWatch {
  private let descriptor: FileDescriptor
  private var watch: Watch?

  fileprivate init(
    _ descriptor: consuming FileDescriptor,
    on loop: Loop,
    _ handler: @escaping (Int32) -> Void
  ) {
    self.descriptor = descriptor
    watch = loop.watch(self.descriptor.number, events: Int16(POLLIN)) { [weak self] _ in
      // Check the weak reference each time, because a handler may release this watch.
      while let signal = self?.next() { handler(signal) }
    }
  }

  /// Waits until the given descriptor can be written to; returns false if a signal arrives first.
  ///
  /// The signal is handled when the loop continues.
  package func waitUntilWritable(_ other: Int32) -> Bool {
    var entries = [
      pollfd(fd: other, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0),
    ]
    while poll(&entries, nfds_t(entries.count), -1) < 0, errno == EINTR {}
    // If poll fails, return true: the caller's write then reports the error.
    return entries[0].revents != 0 || entries[1].revents == 0
  }

  private func next() -> Int32? {
    var info = signalfd_siginfo()
    let count = withUnsafeMutableBytes(of: &info) { descriptor.read(into: $0) }
    guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
    return Int32(bitPattern: info.ssi_signo)
  }
}
