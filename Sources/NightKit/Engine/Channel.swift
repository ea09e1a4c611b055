import Synchronization

typealias AppearanceChannel = Channel<Appearance>
typealias PreferenceChannel = Channel<[String: PreferenceValue]>

/// A value that the bus thread updates and that the program's threads read.
///
/// Each change of the value gets a number. The channel then calls `ring()` on each delivery (an
/// object that passes the value on), and each delivery fetches the newest value itself.
final class Channel<Value: Equatable & Sendable>: Sendable {
  /// Whether a change affected the value itself, its origin, or both.
  struct Change {
    var isOfValue: Bool
    var isOfOrigin: Bool
  }

  private struct State {
    var number: UInt64 = 1
    /// Counts how often the value's origin has changed; `==` ignores the origin.
    var originNumber: UInt64 = 1
    var value: Value
    var deliveries: [(number: UInt64, delivery: any ChangeDelivery)] = []
    var lastDelivery: UInt64 = 0
    var announce: @Sendable (Change) -> Void = { _ in }
    var isKnown = false
    /// Whether any thread has read the value.
    var isSeen = false
    var isClosed = false
    var waiting: [Waiter] = []
  }

  private let state: Mutex<State>
  private let isSameOrigin: @Sendable (Value, Value) -> Bool

  /// Makes a channel; `isSameOrigin` compares the origins of two values.
  init(_ value: Value, isSameOrigin: @escaping @Sendable (Value, Value) -> Bool = { _, _ in true })
  {
    state = Mutex(State(value: value))
    self.isSameOrigin = isSameOrigin
  }

  var value: Value { newest.value }

  /// Returns a part of the value and the value's number, without copying the whole value.
  func read<Part>(_ part: (borrowing Value) -> Part) -> (number: UInt64, value: Part) {
    state.withLock { state in
      if !state.isSeen { state.isSeen = true }
      return (state.number, part(state.value))
    }
  }

  /// Returns the value's origin and the number of that origin.
  func readOrigin<Part>(_ part: (borrowing Value) -> Part) -> (number: UInt64, value: Part) {
    state.withLock { state in (state.originNumber, part(state.value)) }
  }

  var newest: (number: UInt64, value: Value) {
    state.withLock { state in
      state.isSeen = true
      return (state.number, state.value)
    }
  }

  /// The numbers of the newest value and of its origin.
  var numbers: (value: UInt64, origin: UInt64) {
    state.withLock { ($0.number, $0.originNumber) }
  }

  /// True if the first value has arrived or will not come soon, so that no thread needs to wait.
  var isKnown: Bool { state.withLock { $0.isKnown } }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Sets a closure that is called after each change of the value or its origin, on the thread that
  /// made the change.
  func onChange(_ announce: @escaping @Sendable (Change) -> Void) {
    state.withLock { $0.announce = announce }
  }

  /// Adds a delivery, and returns a number with which it can be removed.
  @discardableResult
  func add(_ delivery: any ChangeDelivery) -> UInt64 {
    let (isClosed, number) = state.withLock { state in
      state.lastDelivery += 1
      if !state.isClosed { state.deliveries.append((state.lastDelivery, delivery)) }
      return (state.isClosed, state.lastDelivery)
    }
    if isClosed { delivery.close() }
    return number
  }

  func remove(_ number: UInt64) {
    // Release the delivery after unlocking, because it may hold the last reference to the channel's
    // owner.
    let gone = state.withLock { state in
      let gone = state.deliveries.filter { $0.number == number }
      state.deliveries.removeAll { $0.number == number }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Replaces the value.
  ///
  /// If only the origin changes, no value is delivered, because the value's number stays the same.
  func show(_ value: Value) { change { $0 = value } }

  /// Changes the value while the lock is held, so that no other thread changes it at the same time.
  func change(_ make: (inout Value) -> Void) {
    let (deliveries, change, announce) = state.withLock { state in
      var value = state.value
      make(&value)
      // If nobody has read the initial placeholder, announce the first real value even if it equals
      // the placeholder.
      let isSame = (state.isKnown || state.isSeen) && state.value == value
      let change = Change(isOfValue: !isSame, isOfOrigin: !isSameOrigin(state.value, value))
      state.value = value
      if change.isOfValue { state.number += 1 }
      if change.isOfOrigin { state.originNumber += 1 }
      return (state.deliveries.map(\.delivery), change, state.announce)
    }
    if change.isOfValue || change.isOfOrigin {
      for delivery in deliveries { delivery.ring() }
      announce(change)
    }
    markKnown()
  }

  /// Ends all waits for the first answer, because the answer has arrived or will not come.
  func markKnown() {
    let waiting = state.withLock { state in
      state.isKnown = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.end() }
  }

  /// Ends the wait of `waiter` when the first answer arrives, or at once if it has already arrived.
  func add(_ waiter: Waiter) {
    let isKnown = state.withLock { state in
      if !state.isKnown { state.waiting.append(waiter) }
      return state.isKnown
    }
    if isKnown { waiter.end() }
  }

  func remove(_ waiter: Waiter) { state.withLock { $0.waiting.removeAll { $0 === waiter } } }

  func close() {
    let deliveries = state.withLock { state in
      state.isClosed = true
      defer { state.deliveries = [] }
      return state.deliveries
    }
    for (_, delivery) in deliveries { delivery.close() }
  }
}

extension Channel<Appearance> {
  /// Makes a channel that announces a change even if only the appearance's source differs.
  convenience init(appearance: Appearance) {
    self.init(appearance) { $0.source == $1.source }
  }
}
