import Synchronization

/// What one subject is, as the following thread says it and the program's threads see it.
final class Channel<Value: Equatable & Sendable>: Sendable {
  private struct State {
    var number: UInt64 = 1
    var value: Value
    var outlets: [(number: UInt64, outlet: any Outlet)] = []
    var lastOutlet: UInt64 = 0
    var announce: @Sendable () -> Void = {}
    var isKnown = false
    /// Whether somebody waited for that in vain.
    var isLate = false
    /// Whether anyone looked before that.
    var isSeen = false
    var isClosed = false
    var waiting: [Latch] = []
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { newest.value }

  /// A part of it, without a copy of the whole.
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

  /// Whether anybody has said anything.
  var isKnown: Bool { state.withLock { $0.isKnown } }

  /// Called once each change is there to be read, on the thread that made it.
  func onChange(_ announce: @escaping @Sendable () -> Void) {
    state.withLock { $0.announce = announce }
  }

  /// Answers the number by which it is removed.
  @discardableResult
  func add(_ outlet: any Outlet) -> UInt64 {
    let (isClosed, number) = state.withLock { state in
      state.lastOutlet += 1
      if !state.isClosed { state.outlets.append((state.lastOutlet, outlet)) }
      return (state.isClosed, state.lastOutlet)
    }
    if isClosed { outlet.close() }
    return number
  }

  func remove(_ number: UInt64) {
    // What an outlet keeps may be the last that keeps what owns this channel, so it goes after the lock.
    let gone = state.withLock { state in
      let gone = state.outlets.filter { $0.number == number }
      state.outlets.removeAll { $0.number == number }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Shows another value; what is the same is not told, but announced where it is not equal.
  func show(_ value: Value, isSame: (Value, Value) -> Bool) {
    change({ $0 = value }, isSame: isSame)
  }

  /// The same with what is made of the present value, which nobody changes meanwhile.
  func change(_ make: (inout Value) -> Void, isSame: (Value, Value) -> Bool) {
    let (outlets, announce) = state.withLock { state in
      var value = state.value
      make(&value)
      // What nobody has seen need not be compared.
      let isSame = (state.isKnown || state.isSeen) && isSame(state.value, value)
      let isEqual = isSame && state.value == value
      state.value = value
      if isEqual { return ([] as [any Outlet], {} as @Sendable () -> Void) }
      if !isSame { state.number += 1 }
      return (state.outlets.map(\.outlet), state.announce)
    }
    for outlet in outlets { outlet.ring() }
    announce()
    known()
  }

  /// The first answer is there, or will not come.
  func known() {
    let waiting = state.withLock { state in
      state.isKnown = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for latch in waiting { latch.open() }
  }

  /// What did not come in time is waited for once, and not by each who asks after that.
  func waitUntilKnown(_ patience: Duration) {
    let latch = Latch()
    let mustWait = state.withLock { state in
      let mustWait = !state.isKnown && !state.isLate
      if mustWait { state.waiting.append(latch) }
      return mustWait
    }
    guard mustWait, !latch.wait(patience) else { return }
    state.withLock { state in
      state.isLate = true
      state.waiting.removeAll { $0 === latch }
    }
  }

  func close() {
    let outlets = state.withLock { state in
      state.isClosed = true
      defer { state.outlets = [] }
      return state.outlets
    }
    for (_, outlet) in outlets { outlet.close() }
  }
}
