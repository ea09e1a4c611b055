import Synchronization

/// The main actor's subscribers to one value, in the order in which they subscribed.
///
/// A handler may read or set the value, subscribe, and cancel subscriptions. A value that is set
/// during a round of calls is delivered to all subscribers after that round.
@MainActor
final class Subscribers<Value> {
  /// A value and its number, which is higher for each newer value; subscribers share this object,
  /// so that a value is compared only once.
  private final class Delivered {
    let number: UInt64
    /// The value with which the next value is compared; nil if this list compares no values.
    let value: Value?

    init(_ number: UInt64, _ value: Value?) {
      self.number = number
      self.value = value
    }
  }

  private final class Subscriber {
    let cancellation: Cancellation
    let handler: Handler
    var last: Delivered
    private let hasOwner: Bool
    private weak var owner: AnyObject?

    init(
      _ cancellation: Cancellation,
      _ handler: Handler,
      owner: AnyObject?,
      knowing last: Delivered
    ) {
      self.cancellation = cancellation
      self.handler = handler
      self.owner = owner
      self.last = last
      hasOwner = owner != nil
    }

    func belongs(to object: AnyObject) -> Bool { owner === object }

    /// Whether the subscription has ended; a paused subscription has not ended.
    var isGone: Bool { cancellation.isCancelled || (hasOwner && owner == nil) }
  }

  /// The handler of a subscriber; when any thread cancels the subscription, the handler is
  /// released.
  private final class Handler: Sendable {
    // Keep the closure in a struct: if the Mutex stored the closure directly, each access would
    // wrap the closure once more.
    private struct Call: Sendable {
      let handle: @MainActor (Value) -> Bool
    }

    private let call: Mutex<Call?>

    init(_ handle: @escaping @MainActor (Value) -> Bool) { call = Mutex(Call(handle: handle)) }

    var handle: (@MainActor (Value) -> Bool)? { call.withLock { $0?.handle } }

    func release() {
      // Release the closure after unlocking, because a deinit may call this function again.
      let call = call.withLock { call in
        defer { call = nil }
        return call
      }
      withExtendedLifetime(call) {}
    }
  }

  private let isSame: (@Sendable (Value, Value) -> Bool)?
  private var subscribers: [Subscriber] = []
  /// The subscribers that have a key; a new subscriber replaces the earlier one with the same key.
  private var keyed: [AnyHashable: Subscriber] = [:]
  private var newest: Delivered?
  private var isDelivering = false
  private var mustDeliverAgain = false

  /// Makes an empty list; if `isSame` is nil, every newer value is treated as a change.
  nonisolated init(isSame: (@Sendable (Value, Value) -> Bool)? = nil) { self.isSame = isSame }

  /// Adds a subscriber that has already received `value`; `number` is the number of that value.
  ///
  /// `handle` returns false if `owner` was released. An earlier subscriber with the same key is
  /// cancelled.
  func add(
    _ cancellation: Cancellation,
    key: AnyHashable? = nil,
    owner: AnyObject? = nil,
    knowing number: UInt64,
    _ value: Value,
    handle: @escaping @MainActor (Value) -> Bool
  ) {
    if subscribers.count >= pruneAt { prune() }
    let handler = Handler(handle)
    cancellation.whenCancelled { handler.release() }
    let last = delivered(number, value)
    let subscriber = Subscriber(cancellation, handler, owner: owner, knowing: last)
    if let key {
      keyed[key]?.cancellation.cancel()
      keyed[key] = subscriber
    }
    subscribers.append(subscriber)
  }

  private func delivered(_ number: UInt64, _ value: Value) -> Delivered {
    if let newest, newest.number == number { return newest }
    let delivered = Delivered(number, isSame == nil ? nil : value)
    newest = delivered
    return delivered
  }

  private func isSame(_ last: Delivered, _ value: Value) -> Bool {
    guard let isSame, let known = last.value else { return false }
    return isSame(known, value)
  }

  /// Cancels the subscriber with this key, if it exists.
  func cancel(key: AnyHashable) { keyed[key]?.cancellation.cancel() }

  /// Cancels all subscribers that belong to `owner`.
  func cancel(of owner: AnyObject) {
    for subscriber in subscribers where subscriber.belongs(to: owner) {
      subscriber.cancellation.cancel()
    }
  }

  /// Calls a new subscriber for the first time.
  ///
  /// If the value is set during the first call, the new value is delivered after that call.
  func callFirst(_ call: () -> Void, _ newest: @MainActor () -> (number: UInt64, value: Value)) {
    guard !isDelivering else { return call() }
    isDelivering = true
    call()
    isDelivering = false
    if mustDeliverAgain { deliver(newest) }
  }

  /// Calls each subscriber that has not received the newest value; repeats this until all have
  /// received it.
  func deliver(_ newest: @MainActor () -> (number: UInt64, value: Value)) {
    guard !isDelivering else {
      mustDeliverAgain = true
      return
    }
    isDelivering = true
    defer { isDelivering = false }
    repeat {
      mustDeliverAgain = false
      let (number, value) = newest()
      let delivered = delivered(number, value)
      var compared: (last: Delivered, isSame: Bool)?
      var isAnyoneGone = false
      for subscriber in subscribers where subscriber.last.number < number {
        guard subscriber.cancellation.isOpen else {
          if subscriber.isGone { isAnyoneGone = true }
          continue
        }
        let last = subscriber.last
        subscriber.last = delivered
        if compared?.last !== last { compared = (last, isSame(last, value)) }
        if compared?.isSame == true { continue }
        if subscriber.handler.handle?(value) != true {
          subscriber.cancellation.cancel()
          isAnyoneGone = true
        }
      }
      if isAnyoneGone { prune() }
    } while mustDeliverAgain
  }

  /// When there are this many subscribers, `add` first removes those whose subscriptions have
  /// ended.
  private var pruneAt = 64

  private func prune() {
    // When a subscriber is released, a deinit may subscribe or cancel, so release the removed
    // subscribers last.
    let before = (subscribers, keyed)
    subscribers = before.0.filter { !$0.isGone }
    keyed = before.1.filter { !$0.value.isGone }
    pruneAt = max(64, subscribers.count * 2)
    for subscriber in before.0 where subscriber.isGone { subscriber.cancellation.cancel() }
  }
}
