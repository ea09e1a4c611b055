/// A value of your own that calls its subscribers after each change, in the order of subscription.
///
/// Use this class for your application's own models.
///
/// A handler may read or set the value, subscribe, and cancel subscriptions. If a handler sets a
/// new value, that value is delivered after all subscribers have received the present one. If
/// handlers set several values, only the last is delivered.
///
/// When a paused subscriber resumes, the main actor's executor delivers the missed value. In a
/// program that does not run the main actor's executor, a resumed subscriber is called only after
/// the next change.
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

  /// Makes a value; subscribers are not called until the first change.
  ///
  /// - Parameter value: The initial value.
  public convenience init(_ value: Value) { self.init(value, nil) }

  /// Makes a value; when a paused subscriber resumes, `loop` (if given) delivers the missed change.
  init(_ value: Value, _ loop: OwnLoop?) {
    self.value = value
    soon = MainCall(loop)
    soon.onCall { [weak self] in self?.deliver() }
  }

  /// Calls `handler` after each change from now on, until you release the returned subscription.
  ///
  /// - Parameter handler: Receives each new value, but not the present one.
  /// - Returns: The subscription; keep it as long as you want the calls.
  public func subscribe(_ handler: @escaping @MainActor (Value) -> Void) -> Subscription {
    subscribe(key: nil, owner: nil) { value in
      handler(value)
      return true
    }
  }

  /// Calls `handler` after each change from now on, as long as `owner` lives.
  ///
  /// - Parameters:
  ///   - owner: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the owner and each new value, but not the present one.
  /// - Returns: A subscription, which you need not keep.
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

  func cancel(key: AnyHashable) { subscribers.cancel(key: key) }

  func cancel(of owner: AnyObject) { subscribers.cancel(of: owner) }

  private func deliver() { subscribers.deliver { (number, value) } }

  /// Calls a new subscriber for the first time.
  ///
  /// If the value is set during the first call, the new value is delivered after that call.
  func callFirst(_ call: () -> Void) { subscribers.callFirst(call) { (number, value) } }
}

extension SubscribableValue where Value: Equatable {
  /// Sets the value and calls all subscribers, unless the new value equals the present one.
  ///
  /// - Parameter new: The value to set.
  /// - Returns: Whether the new value differed, so that subscribers were called.
  @discardableResult
  public func set(_ new: Value) -> Bool {
    guard new != value else { return false }
    value = new
    return true
  }
}

/// Lets your own value serve as a `ThemeProvider` for `Themed` objects.
extension SubscribableValue: ThemeProvider {
  /// The present value.
  public var currentTheme: Value { value }

  /// Calls `handler` at once and then after each change, as long as `object` lives.
  ///
  /// If an object subscribes twice, its second handler replaces the first.
  ///
  /// - Parameters:
  ///   - object: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the object and the value.
  /// - Returns: A subscription, which you need not keep.
  @discardableResult
  public func subscribeToChanges<Object: AnyObject>(
    _ object: Object,
    _ handler: @escaping @MainActor (Object, Value) -> Void
  ) -> Subscription {
    let subscription = subscribe(by: object, key: ObjectIdentifier(object), handler)
    callFirst { handler(object, value) }
    return subscription
  }
}
