import Dispatch
import Synchronization

typealias AppearanceChannel = Channel<Appearance>
typealias PreferenceChannel = Channel<[String: PreferenceValue]>

/// One followed value: the bus thread writes it, and the program's threads read it.
///
/// Each change gets a number. The channel then rings the deliveries, which fetch the newest value
/// themselves.
final class Channel<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var number: UInt64 = 1
    var value: Value
    var deliveries: [(number: UInt64, delivery: any ChangeDelivery)] = []
    var lastDelivery: UInt64 = 0
    var announce: @Sendable () -> Void = {}
    var isKnown = false
    /// Whether a caller has waited for the first value until its timeout.
    var isLate = false
    /// Whether the value was ever read.
    var isSeen = false
    var isClosed = false
    var waiting: [Latch] = []
  }

  private let state: Mutex<State>
  private let isIdentical: @Sendable (Value, Value) -> Bool

  /// Makes a channel; `isIdentical` also compares members that `==` ignores.
  init(_ value: Value, isIdentical: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }) {
    state = Mutex(State(value: value))
    self.isIdentical = isIdentical
  }

  var value: Value { newest.value }

  /// Reads a part of the value without copying all of it.
  func read<Part>(_ part: (borrowing Value) -> Part) -> Part {
    state.withLock { state in
      if !state.isSeen { state.isSeen = true }
      return part(state.value)
    }
  }

  var newest: (number: UInt64, value: Value) {
    state.withLock { state in
      state.isSeen = true
      return (state.number, state.value)
    }
  }

  /// Whether a first value was reported, or no value is expected for now.
  var isKnown: Bool { state.withLock { $0.isKnown } }

  /// Sets a closure that is called after each change, on the thread that made the change.
  func onChange(_ announce: @escaping @Sendable () -> Void) {
    state.withLock { $0.announce = announce }
  }

  /// Adds a delivery, and returns the number by which to remove it.
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
    // A delivery may hold the last reference to the owner of this channel, so the delivery is
    // released after the lock.
    let gone = state.withLock { state in
      let gone = state.deliveries.filter { $0.number == number }
      state.deliveries.removeAll { $0.number == number }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Replaces the value.
  ///
  /// If the new value is equal to the old one but not identical, it is announced but not delivered.
  func show(_ value: Value) { change { $0 = value } }

  /// Changes the present value under the lock, so that no other thread changes it at the same time.
  func change(_ make: (inout Value) -> Void) {
    let (deliveries, announce) = state.withLock { state in
      var value = state.value
      make(&value)
      // If the value is not known yet and was never read, it need not be compared with the new
      // value.
      let isSame = (state.isKnown || state.isSeen) && state.value == value
      let isUnchanged = isSame && isIdentical(state.value, value)
      state.value = value
      if isUnchanged { return ([] as [any ChangeDelivery], {} as @Sendable () -> Void) }
      if !isSame { state.number += 1 }
      return (state.deliveries.map(\.delivery), state.announce)
    }
    for delivery in deliveries { delivery.ring() }
    announce()
    markKnown()
  }

  /// Releases all waiting threads, because the first answer has arrived or will not come.
  func markKnown() {
    let waiting = state.withLock { state in
      state.isKnown = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for latch in waiting { latch.open() }
  }

  /// Waits for the first answer; if it does not come in time, later callers do not wait again.
  func waitUntilKnown(_ timeout: Duration) {
    let latch = Latch()
    let mustWait = state.withLock { state in
      let mustWait = !state.isKnown && !state.isLate
      if mustWait { state.waiting.append(latch) }
      return mustWait
    }
    guard mustWait, !latch.wait(timeout) else { return }
    state.withLock { state in
      state.isLate = true
      state.waiting.removeAll { $0 === latch }
    }
  }

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
  /// Makes a channel that also announces a change of the source alone.
  convenience init(appearance: Appearance) {
    self.init(appearance) { $0 == $1 && $0.source == $1.source }
  }
}

/// Lets one thread wait, with or without a timeout, until another thread opens the latch.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { semaphore.wait() }

  /// Waits for at most `timeout`, and returns whether the latch was opened in time.
  func wait(_ timeout: Duration) -> Bool {
    let (seconds, attoseconds) = max(timeout, .zero).components
    let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
    return semaphore.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success
  }
}
