import Dispatch
import NightBus
import Synchronization

/// One way in which the changes of a channel reach receivers.
///
/// The channel only rings. The delivery then fetches the newest value itself, wherever its receiver runs,
/// and hands it over if it is newer than the last one, and another.
protocol ChangeDelivery: AnyObject, Sendable {
  /// There may be a newer value. Called on the thread that made the change, which never waits.
  func ring()
  /// No further value comes.
  func close()
}

extension ChangeDelivery {
  func close() {}
}

/// Calls a closure on the main actor soon, and once, however often it was requested before that.
///
/// The main queue calls it, or the program's own loop.
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
    // Before anything is read: a change from now on requests another call.
    guard isRequested.exchange(false, ordering: .sequentiallyConsistent) else { return }
    call.withLock { $0.perform }()
  }
}

/// The program's own loop, which watches a descriptor and then calls `dispatch`.
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
    // This may drop the last reference to one of them, and deinit must not run under the lock.
    withExtendedLifetime(known) {}
  }

  @MainActor
  func dispatch() {
    bell.silence()
    for member in calls.withLock({ $0 }) { member.call?.callIfRequested() }
  }
}

/// Delivers to handlers on the main actor.
final class MainDelivery<Value: Equatable & Sendable>: ChangeDelivery {
  private struct BeforeHandlers: Sendable {
    var call: @MainActor @Sendable () -> Void = {}
  }

  /// Whether anyone subscribed; the main thread is not woken before.
  private let isWanted = Atomic(false)
  private let soon: MainCall
  private let newest: @Sendable () -> (number: UInt64, value: Value)?
  private let beforeHandlers = Mutex(BeforeHandlers())
  private let subscribers = Subscribers<Value> { $0 == $1 }

  /// Delivers the changes of a channel, which keeps this object.
  init(_ channel: Channel<Value>, _ loop: OwnLoop?) {
    newest = { [weak channel] in channel?.newest }
    soon = MainCall(loop)
    soon.onCall { [weak self] in self?.deliver() }
    channel.add(self)
  }

  /// Adds a subscriber and calls it at once; `handle` returns false once its owner is gone.
  @MainActor
  func subscribe(
    key: AnyHashable? = nil,
    owner: AnyObject? = nil,
    handle: @escaping @MainActor (Value) -> Bool
  ) -> Subscription {
    // Before the value is read: a change from now on rings.
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

  /// Sets what is called before the handlers with each delivery.
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

  /// Delivers now what would be delivered soon; does nothing if nobody rang.
  @MainActor
  func deliverNow() { soon.callIfRequested() }

  @MainActor
  private func deliver() {
    beforeHandlers.withLock { $0.call }()
    guard let newest = newest() else { return }
    subscribers.deliver { self.newest() ?? newest }
  }
}

/// Delivers to one handler on a queue, an actor or the following thread, one call after the other.
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

  /// `schedule` has `run` called wherever the handler belongs.
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

  /// Calls the handler until it knows the newest value.
  func run(_ handle: (Value) -> Void) {
    while let value = next() { handle(value) }
    // A change between the last look and its end has rung in vain.
    if isBehind { ring() }
  }

  /// The next value to handle; nil if there is none, and then the next ring schedules again.
  private func next() -> Value? {
    let newest = channel?.newest
    return state.withLock { state in
      if cancellation.isOpen, let (number, value) = newest, number > state.lastNumber {
        state.lastNumber = number
        // Otherwise the handler missed the changes in between and already knows this value.
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

  /// A call that was scheduled before and runs later then does nothing.
  func close() { cancellation.cancel() }
}

/// Delivers into an asynchronous sequence, whose slow reader gets the newest value.
final class StreamDelivery<Value: Equatable & Sendable>: ChangeDelivery {
  private weak let channel: Channel<Value>?
  private let lastNumber = Mutex<UInt64>(0)
  private let continuation: AsyncStream<Value>.Continuation

  init(_ channel: Channel<Value>, _ continuation: AsyncStream<Value>.Continuation) {
    self.channel = channel
    self.continuation = continuation
  }

  /// Two threads may ring at once, and the older value must not come last.
  func ring() {
    lastNumber.withLock { lastNumber in
      guard let (number, value) = channel?.newest, number > lastNumber else { return }
      lastNumber = number
      continuation.yield(value)
    }
  }

  func close() { continuation.finish() }
}

/// Makes a descriptor readable, for a loop that then asks for the values itself.
final class DescriptorDelivery: ChangeDelivery {
  let bell: Bell

  init(_ bell: Bell) { self.bell = bell }

  func ring() { bell.ring() }
}
