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

  /// Makes a subscription; `resume()` calls `ring`, so that a change since the pause is delivered.
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

  // These flags are atomics, because each change reads them for every receiver.
  private let cancelled = Atomic(false)
  private let paused = Atomic(false)
  private let release = Mutex(Release())

  /// Cancels the subscription, and releases what was kept for its receiver.
  func cancel() {
    let call = release.withLock { release in
      cancelled.store(true, ordering: .sequentiallyConsistent)
      defer { release.call = nil }
      return release.call
    }
    call?()
  }

  /// Sets the closure to call on cancellation; calls it at once if already cancelled.
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

/// Your own value, which calls its subscribers after each change, in the order of subscription.
///
/// Use this class for your application's own models; ``TypedThemeProvider`` is built on it.
///
/// A handler may read the value, subscribe, cancel and set the value. A value that a handler sets
/// is delivered after all subscribers have received the present value. Of several such values, only
/// the last is delivered.
///
/// After a pause the main actor's executor delivers the missed value. In a program that does not
/// run that executor, a resumed subscriber is called only after the next change.
@MainActor
public final class SubscribableValue<Value> {
  private let subscribers = Subscribers<Value>()
  private let soon: MainCall
  private var number: UInt64 = 1

  /// The present value; setting it calls all subscribers, even if the new value is equal.
  public var value: Value {
    didSet {
      number += 1
      deliver()
    }
  }

  /// Makes a value; subscribers are not called before its first change.
  public convenience init(_ value: Value) { self.init(value, nil) }

  /// Makes a value; `loop`, if not nil, delivers the changes that were missed in a pause.
  init(_ value: Value, _ loop: OwnLoop?) {
    self.value = value
    soon = MainCall(loop)
    soon.onCall { [weak self] in self?.deliver() }
  }

  /// Calls `handler` with each change from now on, until you release the returned subscription.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> Subscription {
    subscribe(key: nil, owner: nil) { value in
      handler(value)
      return true
    }
  }

  /// Calls `handler` with each change from now on, as long as `owner` lives.
  ///
  /// The subscription does not keep the owner alive.
  @discardableResult
  public func subscribe<Owner: AnyObject>(
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    subscribe(by: owner, key: nil, handler)
  }

  func subscribe<Owner: AnyObject>(
    by owner: Owner,
    key: AnyHashable?,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    subscribe(key: key, owner: owner) { [weak owner] value in
      guard let owner else { return false }
      handler(owner, value)
      return true
    }
  }

  private func subscribe(
    key: AnyHashable?,
    owner: AnyObject?,
    handle: @escaping @MainActor (Value) -> Bool
  ) -> Subscription {
    let cancellation = Cancellation()
    subscribers.add(
      cancellation,
      key: key,
      owner: owner,
      knowing: number,
      value,
      handle: handle
    )
    return Subscription(cancellation, lastsWithOwner: owner != nil) { [soon] in soon.request() }
  }

  private func deliver() { subscribers.deliver { (number, value) } }

  /// Makes the first call of a new subscriber.
  ///
  /// A value that is set during this call is delivered after the call.
  func callFirst(_ call: () -> Void) { subscribers.callFirst(call) { (number, value) } }
}

extension SubscribableValue where Value: Equatable {
  /// Sets the value if `new` differs from the present value, and returns whether it differed.
  @discardableResult
  public func set(_ new: Value) -> Bool {
    guard new != value else { return false }
    value = new
    return true
  }
}
