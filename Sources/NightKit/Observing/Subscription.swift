import Synchronization

/// A subscription to changes, which you can pause, resume and cancel from any thread.
///
/// A subscription with an owner lasts as long as the owner, and you need not keep it. A
/// subscription without an owner ends when you release it.
///
/// After `cancel()` the handler is not called again, but a call that another thread has already
/// begun still finishes.
public final class Subscription: Sendable {
  private let cancellation: Cancellation
  private let lastsWithOwner: Bool
  private let ring: @Sendable () -> Void

  /// Makes a subscription; `resume()` calls `ring`, so that a change that was made during the pause
  /// is delivered.
  init(
    _ cancellation: Cancellation,
    lastsWithOwner: Bool,
    ring: @escaping @Sendable () -> Void
  ) {
    self.cancellation = cancellation
    self.lastsWithOwner = lastsWithOwner
    self.ring = ring
  }

  deinit { if !lastsWithOwner { cancel() } }

  /// Ends the subscription and releases the handler; a cancelled subscription cannot be resumed.
  public func cancel() { cancellation.cancel() }

  /// Stops calls of the handler until `resume()`, for example while a view is hidden.
  public func pause() { cancellation.isPaused = true }

  /// Resumes a paused subscription; if the value changed, the handler gets the newest value.
  public func resume() {
    cancellation.isPaused = false
    ring()
  }
}

/// The state of a subscription, shared with its delivery: open, paused or cancelled.
final class Cancellation: Sendable {
  private struct Release: Sendable {
    var call: (@Sendable () -> Void)?
  }

  // These flags are atomics, because each change reads them for every receiver, and a lock would be
  // slower.
  private let cancelled = Atomic(false)
  private let paused = Atomic(false)
  private let release = Mutex(Release())

  /// Cancels the subscription, and calls the closure that `whenCancelled` has set.
  func cancel() {
    let call = release.withLock { release in
      cancelled.store(true, ordering: .sequentiallyConsistent)
      defer { release.call = nil }
      return release.call
    }
    call?()
  }

  /// Sets the closure to call on cancellation; calls it at once if the subscription is already
  /// cancelled.
  func whenCancelled(_ call: @escaping @Sendable () -> Void) {
    let isLate = release.withLock { release in
      if !isCancelled { release.call = call }
      return isCancelled
    }
    if isLate { call() }
  }

  var isCancelled: Bool { cancelled.load(ordering: .sequentiallyConsistent) }

  var isPaused: Bool {
    get { paused.load(ordering: .sequentiallyConsistent) }
    set { paused.store(newValue, ordering: .sequentiallyConsistent) }
  }

  /// Whether the receiver may be called now.
  var isOpen: Bool { !isCancelled && !isPaused }
}
