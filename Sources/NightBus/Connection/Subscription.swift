import CDBus

/// A standing wish for signals; it ends when it is let go.
package final class Subscription {
  private weak var connection: Connection?
  private let number: UInt64

  fileprivate init(_ number: UInt64, on connection: Connection) {
    self.number = number
    self.connection = connection
  }

  deinit { connection?.unsubscribe(number) }
}

struct Subscriber {
  let rule: MatchRule
  /// The unique name that a signal must come from; nil while it has no owner.
  let expectedSender: () -> BusName?
  let onRefusal: (BusError) -> Void
  let handler: (borrowing Message) -> Void
}

extension Connection {
  /// How long the bus may take to accept a rule.
  private static let matchMilliseconds = 10_000

  /// Receives the signals of a rule that the bus itself sends.
  package func subscribeToBus(
    _ member: MemberName,
    argument0: String? = nil,
    argument0Namespace: BusName? = nil,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    _ handler: @escaping (borrowing Message) -> Void
  ) throws(BusError) -> Subscription {
    let rule = MatchRule(
      sender: .bus,
      path: .bus,
      interface: .bus,
      member: member,
      argument0: argument0,
      argument0Namespace: argument0Namespace
    )
    return try subscribe(
      Subscriber(
        rule: rule,
        expectedSender: { .bus },
        onRefusal: onRefusal,
        handler: handler
      )
    )
  }

  /// Receives the signals of a rule, from the present owner of a name and no one else.
  ///
  /// A rule's `sender=` does not keep out a signal that a stranger addresses to us; comparing with
  /// the owner's unique name does.
  package func subscribe(
    _ rule: MatchRule,
    from owner: NameOwner,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    _ handler: @escaping (borrowing Message) -> Void
  ) throws(BusError) -> Subscription {
    var rule = rule
    rule.sender = owner.name
    let subscriber = Subscriber(
      rule: rule,
      expectedSender: { [weak owner] in owner?.uniqueName },
      onRefusal: onRefusal,
      handler: handler
    )
    return try subscribe(subscriber)
  }

  /// Receives the signals of a rule from one connection, whatever names it has.
  ///
  /// A bus gives a unique name once, so that nobody has to be followed.
  package func subscribe(
    _ rule: MatchRule,
    fromUnique sender: BusName,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    _ handler: @escaping (borrowing Message) -> Void
  ) throws(BusError) -> Subscription {
    var rule = rule
    rule.sender = sender
    let subscriber = Subscriber(
      rule: rule,
      expectedSender: { sender },
      onRefusal: onRefusal,
      handler: handler
    )
    return try subscribe(subscriber)
  }

  private func subscribe(_ subscriber: Subscriber) throws(BusError) -> Subscription {
    let count = matchCounts[subscriber.rule, default: 0]
    if count == 0 { try addMatch(subscriber.rule) }
    matchCounts[subscriber.rule] = count + 1
    nextSubscription += 1
    subscriptions[nextSubscription] = subscriber
    return Subscription(nextSubscription, on: self)
  }

  fileprivate func unsubscribe(_ number: UInt64) {
    guard let subscriber = subscriptions.removeValue(forKey: number) else { return }
    let count = matchCounts[subscriber.rule, default: 1]
    guard count == 1 else {
      matchCounts[subscriber.rule] = count - 1
      return
    }
    matchCounts[subscriber.rule] = nil
    removeMatch(subscriber.rule)
  }

  /// The bus answers each rule; without asking for the answer a refused one would go unnoticed.
  private func addMatch(_ rule: MatchRule) throws(BusError) {
    let call = try Message.call(to: .bus, at: .bus, .bus, "AddMatch", [.string(rule.text)])
    try self.call(call, milliseconds: Self.matchMilliseconds) { [weak self] _, error in
      if let error { self?.matchFailed(rule, error) }
    }
  }

  /// Tells everyone who stands on the rule; one that the bus refused holds no place any more.
  private func matchFailed(_ rule: MatchRule, _ error: BusError) {
    let standing = subscriptions.filter { $0.value.rule == rule }.sorted { $0.key < $1.key }
    if case .refused = error {
      matchCounts[rule] = nil
      for (number, _) in standing { subscriptions[number] = nil }
    }
    for (_, subscriber) in standing { subscriber.onRefusal(error) }
  }

  /// Best effort: a rule that stays costs a signal that no subscriber takes.
  private func removeMatch(_ rule: MatchRule) {
    guard
      let call = try? Message.call(to: .bus, at: .bus, .bus, "RemoveMatch", [.string(rule.text)])
    else { return }
    call.setNoReply()
    try? send(call)
  }

  func deliver(_ message: borrowing Message) {
    // In the order of subscribing; one that ends during delivery gets no more.
    for number in subscriptions.keys.sorted() {
      // The sender first: what a stranger sent is not worth reading.
      guard let subscriber = subscriptions[number],
        let expected = subscriber.expectedSender(), message.sender == expected,
        subscriber.rule.covers(message)
      else { continue }
      subscriber.handler(message)
    }
  }
}
