import Dispatch
import NightBus
import Synchronization

/// Delivers the new values of a channel to receivers, such as handlers that run on a queue.
///
/// The channel only calls `ring()`. The delivery then fetches the newest value itself, on its
/// receiver's thread. The delivery passes on a value only if the value is newer than the last
/// delivered value and differs from it.
protocol ChangeDelivery: AnyObject, Sendable {
  /// Reports that a newer value may exist.
  ///
  /// The thread that made the change calls `ring()`, so `ring()` must never wait.
  func ring()
  /// Ends the delivery, because no further value will come.
  func close()
}

extension ChangeDelivery {
  func close() {}
}

/// Calls a closure on the main actor soon after a request; one call serves all earlier requests.
///
/// The main queue or the program's own loop calls the closure.
final class MainCall: Sendable {
  private struct Call: Sendable {
    var perform: @MainActor @Sendable () -> Void = {}
  }

  private let isRequested = Atomic(false)
  private let call = Mutex(Call())
  private let loop: OwnLoop?

  init(_ loop: OwnLoop?) {
    self.loop = loop
    loop?.add(self)
  }

  func onCall(_ perform: @escaping @MainActor @Sendable () -> Void) {
    call.withLock { $0.perform = perform }
  }

  func request() {
    guard !isRequested.exchange(true, ordering: .acquiringAndReleasing) else { return }
    if let loop { return loop.ring() }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated { self?.callIfRequested() }
    }
  }

  @MainActor
  func callIfRequested() {
    // Clear the flag before reading any value, so that every later change requests another call.
    guard isRequested.exchange(false, ordering: .sequentiallyConsistent) else { return }
    call.withLock { $0.perform }()
  }
}

/// The program's own loop, which watches a descriptor and calls `dispatch` when the descriptor is
/// readable.
final class OwnLoop: Sendable {
  private struct Weak: Sendable {
    weak let call: MainCall?
  }

  private let bell: Bell
  private let calls = Mutex<[Weak]>([])

  init() throws(BusError) { bell = try Bell() }

  var fileDescriptor: Int32 { bell.number }

  func ring() { bell.ring() }

  func add(_ call: MainCall) {
    let known = calls.withLock { calls in
      let known = calls.map(\.call)
      calls = zip(calls, known).filter { $1 != nil }.map(\.0)
      calls.append(Weak(call: call))
      return known
    }
    // Release the references after unlocking, because the deinit of a `MainCall` must not run while
    // the lock is held.
    withExtendedLifetime(known) {}
  }

  @MainActor
  func dispatch() {
    bell.silence()
    for member in calls.withLock({ $0 }) { member.call?.callIfRequested() }
  }
}

/// Delivers each change to the handlers that run on the main actor.
final class MainDelivery<Value: Equatable & Sendable>: ChangeDelivery {
  private struct BeforeHandlers: Sendable {
    var call: @MainActor @Sendable () -> Void = {}
  }

  /// Whether code on the main actor has read the channel's value or subscribed to it; if not, no
  /// change wakes the main thread.
  private let isWanted = Atomic(false)
  private let soon: MainCall
  private let newest: @Sendable () -> (number: UInt64, value: Value)?
  private let beforeHandlers = Mutex(BeforeHandlers())
  private let subscribers = Subscribers<Value> { $0 == $1 }

  /// Makes a delivery for a channel; the channel keeps this object alive.
  init(_ channel: Channel<Value>, _ loop: OwnLoop?) {
    newest = { [weak channel] in channel?.newest }
    soon = MainCall(loop)
    soon.onCall { [weak self] in self?.deliver() }
    channel.add(self)
  }

  /// Adds a subscriber and calls it at once; `handle` returns false if `owner` was released.
  @MainActor
  func subscribe(
    key: AnyHashable? = nil,
    owner: AnyObject? = nil,
    handle: @escaping @MainActor (Value) -> Bool
  ) -> Subscription {
    // Set the flag before reading the value, so that every later change is delivered.
    want()
    let cancellation = Cancellation()
    if let (number, value) = newest() {
      subscribers.add(
        cancellation,
        key: key,
        owner: owner,
        knowing: number,
        value,
        handle: handle
      )
      subscribers.callFirst({ _ = handle(value) }) { newest() ?? (number, value) }
    }
    return Subscription(cancellation, lastsWithOwner: owner != nil) { [weak self] in self?.ring() }
  }

  /// Cancels the subscriber with this key, if it exists.
  @MainActor
  func cancel(key: AnyHashable) { subscribers.cancel(key: key) }

  /// Cancels all subscribers that belong to `owner`.
  @MainActor
  func cancel(of owner: AnyObject) { subscribers.cancel(of: owner) }

  /// Sets a closure that each delivery calls before it calls the handlers.
  func onDeliver(_ call: @escaping @MainActor @Sendable () -> Void) {
    beforeHandlers.withLock { $0.call = call }
  }

  func want() {
    if !isWanted.load(ordering: .relaxed) {
      isWanted.store(true, ordering: .sequentiallyConsistent)
    }
  }

  func ring() {
    if isWanted.load(ordering: .sequentiallyConsistent) { soon.request() }
  }

  /// Makes a requested delivery now; does nothing if no delivery was requested.
  @MainActor
  func deliverNow() { soon.callIfRequested() }

  @MainActor
  private func deliver() {
    beforeHandlers.withLock { $0.call }()
    guard let newest = newest() else { return }
    subscribers.deliver { self.newest() ?? newest }
  }
}

/// Calls one handler on a queue, an actor or the bus thread; the handler's calls never overlap.
final class HandlerDelivery<Value: Equatable & Sendable>: ChangeDelivery {
  private struct State {
    var isScheduled = false
    var lastNumber: UInt64 = 0
    var lastValue: Value?
  }

  let cancellation: Cancellation
  private weak let channel: Channel<Value>?
  private let state = Mutex(State())
  private let schedule: @Sendable (HandlerDelivery) -> Void

  /// Makes a delivery; `schedule` must make the handler's queue, actor or thread call `run`.
  init(
    _ channel: Channel<Value>,
    _ cancellation: Cancellation,
    schedule: @escaping @Sendable (HandlerDelivery) -> Void
  ) {
    self.channel = channel
    self.cancellation = cancellation
    self.schedule = schedule
  }

  func ring() {
    let isFirst = state.withLock { state in
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if isFirst { schedule(self) }
  }

  /// Calls the handler until it has received the newest value.
  func run(_ handle: (Value) -> Void) {
    while let value = next() { handle(value) }
    // The last `next()` fetches the value before it resets `isScheduled`. If a change came between
    // these two steps, the call of `ring()` for that change scheduled no run, so call `ring()`
    // again.
    if isBehind { ring() }
  }

  /// Returns the next value to handle; after it has returned nil, the next call of `ring()`
  /// schedules a new delivery.
  private func next() -> Value? {
    let newest = channel?.newest
    return state.withLock { state in
      if cancellation.isOpen, let (number, value) = newest, number > state.lastNumber {
        state.lastNumber = number
        // If the handler missed changes, this value may equal the last one; if it does, skip it.
        if value != state.lastValue {
          state.lastValue = value
          return value
        }
      }
      state.isScheduled = false
      return nil
    }
  }

  private var isBehind: Bool {
    guard let number = channel?.newest.number else { return false }
    return state.withLock { cancellation.isOpen && number > $0.lastNumber }
  }

  /// Cancels the delivery, so that a call that is already scheduled does nothing.
  func close() { cancellation.cancel() }
}

/// Delivers values to an asynchronous sequence; a slow reader gets only the newest value.
final class StreamDelivery<Value: Equatable & Sendable>: ChangeDelivery {
  private weak let channel: Channel<Value>?
  private let lastNumber = Mutex<UInt64>(0)
  private let continuation: AsyncStream<Value>.Continuation

  init(_ channel: Channel<Value>, _ continuation: AsyncStream<Value>.Continuation) {
    self.channel = channel
    self.continuation = continuation
  }

  /// Holds a lock while it passes on the newest value, so that two threads cannot deliver values in
  /// the wrong order.
  func ring() {
    lastNumber.withLock { lastNumber in
      guard let (number, value) = channel?.newest, number > lastNumber else { return }
      lastNumber = number
      continuation.yield(value)
    }
  }

  func close() { continuation.finish() }
}

/// Makes a descriptor readable after each change; the program's loop then fetches the values.
final class DescriptorDelivery: ChangeDelivery {
  let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  func ring() { bell.ring() }
}
