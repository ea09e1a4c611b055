import NightKit
import Testing

@Suite("A value that is subscribed to")
@MainActor
struct SubscribableValueTests {
  private let value = SubscribableValue(0)
  private let heard = Heard()

  @Test("tells each change in the order in which they came, and not what it began with")
  func order() {
    let subscriptions = ["a", "b", "c"].map { name in
      value.subscribe { [heard] in heard.add("\(name)\($0)") }
    }
    value.value = 1
    value.value = 2
    #expect(heard.all == ["a1", "b1", "c1", "a2", "b2", "c2"])
    _ = subscriptions
  }

  @Test("set inside a call, it is told to all once they have heard the present one, and last wins")
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

  @Test("who subscribes inside a call hears the next change and not the present one")
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

  @Test("who is cancelled inside a call hears nothing more, in the present round neither")
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

  @Test("ends when what was returned is let go")
  func letGo() {
    var subscription: Subscription? = value.subscribe { [heard] in heard.add("\($0)") }
    value.value = 1
    _ = subscription
    subscription = nil
    value.value = 2
    #expect(heard.all == ["1"])
  }

  @Test("an owner is not kept, and nothing is told once it is gone")
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

  @Test("an owner that goes in the middle of a round is not called any more in it")
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

  @Test("what is paused hears the last of what it missed, once, when it goes on")
  func paused() async {
    let subscription = value.subscribe { [heard] in heard.add("\($0)") }
    subscription.pause()
    for number in 1...3 { value.value = number }
    #expect(heard.all.isEmpty)
    subscription.resume()
    // What goes on is told on the main actor's next turn.
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(heard.all == ["3"])
    subscription.pause()
    subscription.resume()
    await withCheckedContinuation { done in Task { @MainActor in done.resume() } }
    #expect(heard.all == ["3"])
  }

  @Test("only another value is told where that can be known")
  func same() {
    let subscription = value.subscribe { [heard] in heard.add("\($0)") }
    #expect(!value.set(0))
    #expect(value.set(1))
    #expect(!value.set(1))
    #expect(heard.all == ["1"])
    _ = subscription
  }

  @Test("ten thousand who come and go leave nothing behind")
  func comeAndGo() {
    weak let last = leave()
    // Without any change: who comes finds the seats of those who went.
    #expect(last == nil)
    value.value = 1
    #expect(heard.all.isEmpty)
  }

  /// Answers what the handler of the first that came kept.
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

@MainActor
final class Heard {
  private(set) var all: [String] = []
  func add(_ what: String) { all.append(what) }
}

private final class Owner {
  let name = "x"
}
