import Synchronization

/// What one subject is, as the following thread says it and the program's threads see it.
final class Channel<Value: Sendable>: Sendable {
  private struct State {
    var number: UInt64 = 1
    var value: Value
    var outlets: [(id: ObjectIdentifier, outlet: any Outlet)] = []
    var announce: @Sendable () -> Void = {}
    var isKnown = false
    var isClosed = false
    var waiting: [Latch] = []
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  var value: Value { state.withLock { $0.value } }

  /// A part of it, without a copy of the whole.
  func read<Part>(_ part: (borrowing Value) -> Part) -> Part { state.withLock { part($0.value) } }

  var newest: (number: UInt64, value: Value) { state.withLock { ($0.number, $0.value) } }

  /// Called once each change is there to be read, on the thread that made it.
  func onChange(_ announce: @escaping @Sendable () -> Void) {
    state.withLock { $0.announce = announce }
  }

  func add(_ outlet: any Outlet) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.outlets.append((ObjectIdentifier(outlet), outlet)) }
      return state.isClosed
    }
    if isClosed { outlet.close() }
  }

  func remove(_ id: ObjectIdentifier) {
    state.withLock { state in state.outlets.removeAll { $0.id == id } }
  }

  /// Shows another value; what is the same is not told.
  func show(_ value: Value, isSame: (Value, Value) -> Bool) {
    let (outlets, announce) = state.withLock { state in
      // What was there before anybody had said anything was shown to nobody.
      let isSame = state.isKnown && isSame(state.value, value)
      state.value = value
      if isSame { return ([] as [any Outlet], {} as @Sendable () -> Void) }
      state.number += 1
      return (state.outlets.map(\.outlet), state.announce)
    }
    announce()
    for outlet in outlets { outlet.ring() }
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

  func waitUntilKnown(_ patience: Duration) {
    let latch = Latch()
    let isKnown = state.withLock { state in
      if !state.isKnown { state.waiting.append(latch) }
      return state.isKnown
    }
    if !isKnown { latch.wait(patience) }
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
