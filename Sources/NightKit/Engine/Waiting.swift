import Dispatch
import Synchronization

/// Limits how long calls to one `Night` wait for its first values.
///
/// All calls share this limit. If one call times out, later calls return at once. After the daemon
/// has answered, calls may wait again.
final class WaitLimit: Sendable {
  /// The longest time that a request waits for its reply; nil to use the default of `Client`.
  let request: Duration?
  private let timeout: Duration
  private let mayBlock: Bool
  private let isSpent: Atomic<Bool>

  /// Makes a limit for all calls together; if `timeout` is zero or less, no call waits for a value.
  init(_ timeout: Duration, request: Duration? = nil, mayBlock: Bool = true) {
    self.timeout = timeout
    self.request = request
    self.mayBlock = mayBlock
    isSpent = Atomic(timeout <= .zero)
  }

  /// Allows calls to wait for first values again, because the daemon has answered.
  func renew() { if timeout > .zero { isSpent.store(false, ordering: .relaxed) } }

  /// Blocks the thread until the channel's first value is known, or until the timeout has passed.
  ///
  /// If `other` is given, this call uses `other` in place of the usual timeout.
  func wait<Value>(for channel: Channel<Value>, atMost other: Duration? = nil) {
    guard mayBlock, !channel.isKnown, !isSpent.load(ordering: .relaxed) else { return }
    let latch = Latch()
    let waiter = Waiter { latch.open() }
    channel.add(waiter)
    guard !latch.wait(other ?? timeout) else { return }
    isSpent.store(true, ordering: .relaxed)
    channel.remove(waiter)
  }

  /// Suspends the task until the channel's first value is known, the timeout has passed, or the
  /// task is cancelled.
  func value<Value>(of channel: Channel<Value>) async {
    guard !channel.isKnown, !isSpent.load(ordering: .relaxed) else { return }
    let waiting = Suspension()
    let waiter = Waiter { waiting.end() }
    let timer = DelayedCall(timeout) { [weak self] in
      self?.isSpent.store(true, ordering: .relaxed)
      waiting.end()
    }
    await withTaskCancellationHandler {
      channel.add(waiter)
      await waiting.wait()
    } onCancel: {
      waiting.end()
    }
    timer.cancel()
    channel.remove(waiter)
  }
}

/// A blocked thread or a suspended task that waits for the first value of a channel.
final class Waiter: Sendable {
  let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }
}

/// Lets one thread wait, with or without a timeout, until another thread opens the latch.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { semaphore.wait() }

  /// Waits for at most `timeout`, and returns whether the latch was opened in time.
  func wait(_ timeout: Duration) -> Bool {
    semaphore.wait(timeout: .now() + timeout.interval) == .success
  }
}

/// Lets one task wait until any thread ends the wait; `end` may be called before the wait begins,
/// or more than once.
final class Suspension: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case ended
  }

  private let state = Mutex(State.idle)

  func wait() async {
    await withCheckedContinuation { continuation in
      let isEnded = state.withLock { state in
        if case .ended = state { return true }
        state = .waiting(continuation)
        return false
      }
      if isEnded { continuation.resume() }
    }
  }

  func end() {
    let before = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .waiting(let continuation) = before { continuation.resume() }
  }
}

/// Calls a closure after a delay, either once or repeatedly, until this object is cancelled or
/// released.
final class DelayedCall: Sendable {
  private struct Source {
    let timer: any DispatchSourceTimer
  }

  private let source: Mutex<Source>

  /// Calls `perform` on another thread after `delay`, and then, if `interval` is given, again after
  /// each interval.
  init(
    _ delay: Duration,
    every interval: Duration? = nil,
    _ perform: @escaping @Sendable () -> Void
  ) {
    let timer = DispatchSource.makeTimerSource()
    timer.setEventHandler(handler: perform)
    timer.schedule(
      deadline: .now() + delay.interval,
      repeating: interval?.interval ?? .never,
      leeway: .milliseconds(1)
    )
    timer.activate()
    source = Mutex(Source(timer: timer))
  }

  func cancel() { source.withLock { $0.timer.cancel() } }

  deinit { cancel() }
}

extension Duration {
  /// The duration in the type that Dispatch uses, clamped to the range from zero to a million
  /// seconds.
  var interval: DispatchTimeInterval {
    let (seconds, attoseconds) = max(self, .zero).components
    let microseconds = min(seconds, 1_000_000) * 1_000_000 + attoseconds / 1_000_000_000_000
    return .microseconds(Int(microseconds))
  }
}
