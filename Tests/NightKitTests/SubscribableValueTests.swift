import NightKit
import Testing

@Suite("A subscribable value")
@MainActor
struct SubscribableValueTests {
  private let value = SubscribableValue(0)
  private let heard = Heard()

  @Test("Subscribers get each change in the order of their subscriptions, but not the first value")
  func order() {
    let subscriptions = ["a", "b", "c"].map { name in
      value.subscribe { [heard] in heard.add("\(name)\($0)") }
    }
    value.value = 1
    value.value = 2
    #expect(heard.all == ["a1", "b1", "c1", "a2", "b2", "c2"])
    _ = subscriptions
  }

  @Test(
    "A value that is set in a handler reaches everybody after the present one; the last one wins"
  )
  func setInside() {
    let first = value.subscribe { [heard, value] in
      heard.add("a\($0)")
      if $0 == 1 {
        value.value = 2
        value.value = 3
      }
    }
    let second = value.subscribe { [heard] in heard.add("b\($0)") }
    value.value = 1
    #expect(heard.all == ["a1", "b1", "a3", "b3"])
    #expect(value.value == 3)
    _ = (first, second)
  }

  @Test("A handler that is added in a handler gets the next change, not the present one")
  func subscribeInside() {
    var inner: [Subscription] = []
    let outer = value.subscribe { [heard, value] number in
      heard.add("a\(number)")
      inner.append(value.subscribe { heard.add("b\($0) of \(number)") })
    }
    value.value = 1
    #expect(heard.all == ["a1"])
    value.value = 2
    #expect(heard.all == ["a1", "a2", "b2 of 1"])
    _ = outer
  }

  @Test("A handler that is cancelled in a handler is not called again, even in the same round")
  func cancelInside() {
    var second: Subscription?
    let first = value.subscribe { [heard] in
      heard.add("a\($0)")
      second?.cancel()
    }
    second = value.subscribe { [heard] in heard.add("b\($0)") }
    value.value = 1
    value.value = 2
    #expect(heard.all == ["a1", "a2"])
    _ = first
  }

  @Test("A subscription ends when it is released")
  func letGo() {
    var subscription: Subscription? = value.subscribe { [heard] in heard.add("\($0)") }
    value.value = 1
    _ = subscription
    subscription = nil
    value.value = 2
    #expect(heard.all == ["1"])
  }

  @Test("An owner is not kept alive, and its handler is not called once it is gone")
  func weakOwner() {
    var owner: Owner? = Owner()
    weak let released = owner
    if let owner { value.subscribe(by: owner) { [heard] in heard.add("\($0.name)\($1)") } }
    value.value = 1
    owner = nil
    #expect(released == nil)
    value.value = 2
    #expect(heard.all == ["x1"])
  }

  @Test("An owner that is released during a round is not called in it")
  func ownerGoesInside() {
    var owner: Owner? = Owner()
    let first = value.subscribe { [heard] in
      heard.add("a\($0)")
      owner = nil
    }
    if let owner { value.subscribe(by: owner) { [heard] in heard.add("b\($1)") } }
    value.value = 1
    #expect(heard.all == ["a1"])
    _ = first
  }

  @Test("A paused subscription gets the last missed value once when it is resumed")
  func paused() async {
    let subscription = value.subscribe { [heard] in heard.add("\($0)") }
    subscription.pause()
    for number in 1...3 { value.value = number }
    #expect(heard.all.isEmpty)
    subscription.resume()
    // The missed value comes with the main actor's next turn.
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(heard.all == ["3"])
    subscription.pause()
    subscription.resume()
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(heard.all == ["3"])
  }

  @Test("Setting an equal value by set(_:) calls nobody")
  func same() {
    let subscription = value.subscribe { [heard] in heard.add("\($0)") }
    #expect(!value.set(0))
    #expect(value.set(1))
    #expect(!value.set(1))
    #expect(heard.all == ["1"])
    _ = subscription
  }

  @Test("Ten thousand subscribers that come and go leave nothing behind")
  func comeAndGo() {
    weak let last = leave()
    // Without any change: new subscribers make the list remove the ended ones.
    #expect(last == nil)
    value.value = 1
    #expect(heard.all.isEmpty)
  }

  /// Returns the object that the first subscriber's handler kept.
  private func leave() -> Owner? {
    let kept = Owner()
    weak let first = kept
    do {
      let owner = Owner()
      value.subscribe(by: owner) { [heard, kept] in heard.add("\($1) \(kept.name)") }
    }
    for _ in 0..<10_000 {
      let owner = Owner()
      value.subscribe(by: owner) { [heard] in heard.add("\($1)") }
    }
    return first
  }
}

private final class Owner {
  let name = "x"
}
