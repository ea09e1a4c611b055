import Dispatch
import Synchronization

/// A way on which what a channel carries leaves it.
protocol Outlet: AnyObject, Sendable {
  /// There is something new; called on the following thread, and never waited for.
  func ring()
  /// Nothing comes any more.
  func close()
}

extension Outlet {
  func close() {}
}

/// To handlers on the main actor: by its executor, or when the program's own loop asks.
final class MainOutlet<Value: Equatable & Sendable>: Outlet, OwnLoop.Delivering {
  private struct First {
    var call: @MainActor @Sendable () -> Void = {}
  }

  private let isRung = Atomic(false)
  /// Nobody is woken before anyone wants to hear.
  private let isWanted = Atomic(false)
  private let loop: OwnLoop?
  private let newest: @Sendable () -> (number: UInt64, value: Value)
  /// Called before those who are told.
  private let first = Mutex(First())
  private let hall = Hall<Value> { $0 == $1 }

  init(_ loop: OwnLoop?, _ newest: @escaping @Sendable () -> (number: UInt64, value: Value)) {
    self.loop = loop
    self.newest = newest
    loop?.add(self)
  }

  /// Adds someone who is told what is now, and then each change; false once its owner is gone.
  @MainActor
  func add(
    _ ticket: Ticket,
    key: AnyHashable? = nil,
    owner: AnyObject? = nil,
    hear: @escaping @MainActor (Value) -> Bool
  ) {
    // Before it is read: what comes from now on rings.
    want()
    let (number, value) = newest()
    hall.add(ticket, key: key, owner: owner, at: number, value, hear: hear)
    hall.first({ _ = hear(value) }, newest)
  }

  /// From now on it is delivered, and this is called first.
  func onDeliver(_ call: @escaping @MainActor @Sendable () -> Void) {
    first.withLock { $0.call = call }
  }

  func want() {
    if !isWanted.load(ordering: .relaxed) {
      isWanted.store(true, ordering: .sequentiallyConsistent)
    }
  }

  func ring() {
    guard isWanted.load(ordering: .sequentiallyConsistent),
      !isRung.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    if let loop { return loop.ring() }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.deliver() }
    }
  }

  /// Does nothing where nobody rang.
  @MainActor
  func deliver() {
    // Before it is read: what comes from now on rings again.
    guard isRung.exchange(false, ordering: .sequentiallyConsistent) else { return }
    first.withLock { $0.call }()
    hall.tell { newest() }
  }
}

/// To one handler on a queue or an actor, one call after the other.
final class HandlerOutlet<Value: Equatable & Sendable>: Outlet {
  private struct State {
    var isUnderWay = false
    var lastNumber: UInt64 = 0
    var lastValue: Value?
  }

  private let state = Mutex(State())
  private let newest: @Sendable () -> (number: UInt64, value: Value)
  private let schedule: @Sendable (HandlerOutlet) -> Void
  let ticket: Ticket

  init(
    _ ticket: Ticket,
    _ newest: @escaping @Sendable () -> (number: UInt64, value: Value),
    schedule: @escaping @Sendable (HandlerOutlet) -> Void
  ) {
    self.ticket = ticket
    self.newest = newest
    self.schedule = schedule
  }

  func ring() {
    let isFirst = state.withLock { state in
      defer { state.isUnderWay = true }
      return !state.isUnderWay
    }
    if isFirst { schedule(self) }
  }

  /// What is to be handled next; nil where nothing is, and the next ring schedules anew.
  func next() -> Value? {
    let (number, value) = newest()
    return state.withLock { state in
      guard ticket.isOpen, number > state.lastNumber else {
        state.isUnderWay = false
        return nil
      }
      state.lastNumber = number
      // What came between was missed, and what holds is known.
      guard value != state.lastValue else {
        state.isUnderWay = false
        return nil
      }
      state.lastValue = value
      return value
    }
  }

  /// What was scheduled before that and runs after it tells nothing.
  func close() { ticket.cancel() }

  /// What came between the last look and the end of being under way has rung in vain.
  var isBehind: Bool {
    let number = newest().number
    return state.withLock { ticket.isOpen && number > $0.lastNumber }
  }
}

/// Into a sequence, whose slow reader gets the newest.
final class StreamOutlet<Value: Sendable>: Outlet {
  private let newest: @Sendable () -> (number: UInt64, value: Value)
  private let lastNumber = Mutex<UInt64>(0)
  private let continuation: AsyncStream<Value>.Continuation

  init(
    _ continuation: AsyncStream<Value>.Continuation,
    _ newest: @escaping @Sendable () -> (number: UInt64, value: Value)
  ) {
    self.continuation = continuation
    self.newest = newest
  }

  /// Two threads may ring at once, and the older value must not come last.
  func ring() {
    lastNumber.withLock { lastNumber in
      let (number, value) = newest()
      guard number > lastNumber else { return }
      lastNumber = number
      continuation.yield(value)
    }
  }

  func close() { continuation.finish() }
}
