import CDBus
import Glibc

/// One thread's wait for everything: descriptors, timers, other threads, and a bus's queue.
///
/// Confined to the thread that runs it. It makes no system call until something happens. Handlers
/// may add and remove watches and timers, and stop the loop, at any time.
package final class Loop {
  /// Held weakly, as timers are: whoever asked for one decides how long it lives.
  private var watches: [WeakReference<Watch>] = []
  var timers = TimerQueue()
  private var pollSet: [pollfd] = []
  private var polled: [WeakReference<Watch>] = []
  private var isPollSetStale = true
  private var isStopped = false
  private var steps: [(number: UInt64, work: () -> Bool)] = []
  private var nextStep: UInt64 = 0

  /// How other threads reach this one.
  package let mailbox: Mailbox
  /// Called on this thread for each ring from another one.
  package var onRing: () -> Void = {}
  private var mailboxWatch: Watch?
  var awaited: [UInt64: () -> Void] = [:]
  /// There from the first piece of work on.
  var workThread: WorkThread?
  let reading = ReadingLane()
  /// How many pieces of reading were waited for in vain and have not ended yet.
  var lateReadings = 0
  var nextAwaited: UInt64 = 0
  var rest: Rest?
  /// Called after memory was given back at rest.
  package var onRest: () -> Void = {}

  package init() throws(BusError) {
    mailbox = try Mailbox()
    // Safe: the loop keeps this watch, and calls it on its own thread only.
    mailboxWatch = watch(mailbox.number, events: Int16(POLLIN)) { [unowned self] _ in
      mailbox.deliver(on: self)
    }
  }

  /// What is to be done when nobody serves any more.
  private var farewells: [UInt64: () -> Void] = [:]

  deinit {
    for farewell in farewells.values { farewell() }
    workThread?.close()
  }

  /// Serves until `stop`; throws where the kernel refuses to wait.
  package func run() throws(BusError) {
    isStopped = false
    while !isStopped {
      // Queued messages first: a descriptor that was read dry never becomes readable again.
      let isMoreQueued = takeSteps()
      if isStopped { break }
      rest?.turnEnds()
      try wait(milliseconds: isMoreQueued ? 0 : untilNextTimer())
      fireWatches()
      fireTimers()
    }
  }

  /// Answers whether more work is left.
  private func takeSteps() -> Bool {
    var isMoreLeft = false
    // One step may take another away.
    for step in steps where isStanding(step.number) && step.work() { isMoreLeft = true }
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
    isPollSetStale = true
    return watch
  }

  package func timer(_ handler: @escaping () -> Void) -> Timer {
    Timer(loop: self, handler: handler)
  }

  /// Adds work that is done before each wait; it answers whether more of it is left.
  func addStep(_ step: @escaping () -> Bool) -> UInt64 {
    nextStep += 1
    steps.append((nextStep, step))
    return nextStep
  }

  func removeStep(_ step: UInt64) { steps.removeAll { $0.number == step } }

  private func isStanding(_ step: UInt64) -> Bool { steps.contains { $0.number == step } }

  /// Adds what is to be done when this loop is let go.
  func addFarewell(_ farewell: @escaping () -> Void) -> UInt64 {
    nextStep += 1
    farewells[nextStep] = farewell
    return nextStep
  }

  func removeFarewell(_ farewell: UInt64) { farewells[farewell] = nil }

  func watchesChanged() { isPollSetStale = true }
}

// MARK: - Waiting

extension Loop {
  private func wait(milliseconds: Int32) throws(BusError) {
    if isPollSetStale { rebuildPollSet() }
    guard poll(&pollSet, nfds_t(pollSet.count), milliseconds) < 0 else { return }
    let code = errno
    for index in pollSet.indices { pollSet[index].revents = 0 }
    guard code == EINTR else { throw .system(call: "poll", errno: code) }
  }

  private func rebuildPollSet() {
    watches.removeAll { $0.object?.isCancelled ?? true }
    let active = watches.compactMap(\.object).filter { $0.events != 0 }
    polled = active.map(WeakReference.init)
    pollSet = active.map { pollfd(fd: $0.number, events: $0.events, revents: 0) }
    isPollSetStale = false
  }

  private func untilNextTimer() -> Int32 {
    guard let next = timers.first?.deadline else { return -1 }
    let now = Timer.now()
    // Rounded up: a wait that ends early would spin until the time has come.
    return next <= now ? 0 : Int32(clamping: (next - now + 999_999) / 1_000_000)
  }

  private func fireTimers() {
    // The timer itself is not kept here: what has come may let it go.
    guard !isStopped, let deadline = timers.first?.deadline else { return }
    let now = Timer.now()
    guard deadline <= now else { return }
    // What has come counts before what did not come in time: while the machine or this thread stood
    // still, an answer may have come and its time have passed.
    _ = takeSteps()
    while !isStopped, let (deadline, timer) = timers.first, deadline <= now {
      timer.rest()
      timer.handler()
    }
  }

  private func fireWatches() {
    // A handler may change the set, so what was polled is fixed first.
    let ready = zip(pollSet, polled).filter { $0.0.revents != 0 }
    for (entry, reference) in ready where !isStopped {
      guard let watch = reference.object, !watch.isCancelled else { continue }
      watch.handler(entry.revents)
    }
  }
}

private struct WeakReference<Object: AnyObject> {
  weak var object: Object?
  init(_ object: Object) { self.object = object }
}
