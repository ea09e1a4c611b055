import NightKit
import Testing

@Suite("Subscribable value")
@MainActor
struct SubscribableValueTests {
  private let value = SubscribableValue(0)
  private let calls = HandlerCalls()

  @Test("Subscribers are notified of each change in the order in which they subscribed")
  func order() {
    let subscriptions = ["a", "b", "c"].map { name in
      value.subscribe { [calls] in calls.add("\(name)\($0)") }
    }
    value.value = 1
    value.value = 2
    #expect(calls.all == ["a1", "b1", "c1", "a2", "b2", "c2"])
    _ = subscriptions
  }

  @Test("If handlers set values while they are notified, the last value is delivered afterwards")
  func setInside() {
    let first = value.subscribe { [calls, value] in
      calls.add("a\($0)")
      if $0 == 1 {
        value.value = 2
        value.value = 3
      }
    }
    let second = value.subscribe { [calls] in calls.add("b\($0)") }
    value.value = 1
    #expect(calls.all == ["a1", "b1", "a3", "b3"])
    #expect(value.value == 3)
    _ = (first, second)
  }

  @Test("A handler that is added during a notification gets the next change, not the current one")
  func subscribeInside() {
    var inner: [Subscription] = []
    let outer = value.subscribe { [calls, value] number in
      calls.add("a\(number)")
      inner.append(value.subscribe { calls.add("b\($0) of \(number)") })
    }
    value.value = 1
    #expect(calls.all == ["a1"])
    value.value = 2
    #expect(calls.all == ["a1", "a2", "b2 of 1"])
    _ = outer
  }

  @Test(
    "If a handler is cancelled during a notification, it is not called again in this notification"
  )
  func cancelInside() {
    var second: Subscription?
    let first = value.subscribe { [calls] in
      calls.add("a\($0)")
      second?.cancel()
    }
    second = value.subscribe { [calls] in calls.add("b\($0)") }
    value.value = 1
    value.value = 2
    #expect(calls.all == ["a1", "a2"])
    _ = first
  }

  @Test("If a subscription is released, it ends")
  func letGo() {
    var subscription: Subscription? = value.subscribe { [calls] in calls.add("\($0)") }
    value.value = 1
    _ = subscription
    subscription = nil
    value.value = 2
    #expect(calls.all == ["1"])
  }

  @Test(
    "A subscription does not retain its owner, and after the owner's release no handler is called"
  )
  func weakOwner() {
    var owner: Owner? = Owner()
    weak let released = owner
    if let owner { value.subscribe(by: owner) { [calls] in calls.add("\($0.name)\($1)") } }
    value.value = 1
    owner = nil
    #expect(released == nil)
    value.value = 2
    #expect(calls.all == ["x1"])
  }

  @Test("If an owner is released during a notification, its handler is not called any more")
  func ownerGoesInside() {
    var owner: Owner? = Owner()
    let first = value.subscribe { [calls] in
      calls.add("a\($0)")
      owner = nil
    }
    if let owner { value.subscribe(by: owner) { [calls] in calls.add("b\($1)") } }
    value.value = 1
    #expect(calls.all == ["a1"])
    _ = first
  }

  @Test("If a paused subscription resumes, it gets only the last of the values that it missed")
  func paused() async {
    let subscription = value.subscribe { [calls] in calls.add("\($0)") }
    subscription.pause()
    for number in 1...3 { value.value = number }
    #expect(calls.all.isEmpty)
    subscription.resume()
    // The missed value is delivered in the main actor's next turn.
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(calls.all == ["3"])
    subscription.pause()
    subscription.resume()
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(calls.all == ["3"])
  }

  @Test("If set(_:) gets an equal value, no handler is called")
  func same() {
    let subscription = value.subscribe { [calls] in calls.add("\($0)") }
    #expect(!value.set(0))
    #expect(value.set(1))
    #expect(!value.set(1))
    #expect(calls.all == ["1"])
    _ = subscription
  }

  @Test("If ten thousand subscribers come and go, none is retained")
  func comeAndGo() {
    weak let last = leave()
    // Each new subscriber made the list drop the ended subscribers, although the value has not
    // changed yet.
    #expect(last == nil)
    value.value = 1
    #expect(calls.all.isEmpty)
  }

  /// Returns the object that the first subscriber's handler retained.
  private func leave() -> Owner? {
    let kept = Owner()
    weak let first = kept
    do {
      let owner = Owner()
      value.subscribe(by: owner) { [calls, kept] in calls.add("\($1) \(kept.name)") }
    }
    for _ in 0..<10_000 {
      let owner = Owner()
      value.subscribe(by: owner) { [calls] in calls.add("\($1)") }
    }
    return first
  }
}

private final class Owner {
  let name = "x"
}
