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
  let handler: (borrowing Message) -> Void
}

extension Connection {
  /// How long the bus may take to accept a rule.
  private static let matchMilliseconds = 10_000

  /// Receives the signals of a rule that the bus itself sends.
  package func subscribeToBus(
    _ member: MemberName,
    argument0: String? = nil,
    onRefusal: @escaping (BusError) -> Void = { _ in },
    _ handler: @escaping (borrowing Message) -> Void
  ) throws(BusError) -> Subscription {
    let rule = MatchRule(
      sender: .bus,
      path: .bus,
      interface: .bus,
      member: member,
      argument0: argument0
    )
    return try subscribe(
      Subscriber(rule: rule, expectedSender: { .bus }, handler: handler),
      onRefusal
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
      handler: handler
    )
    return try subscribe(subscriber, onRefusal)
  }

  private func subscribe(
    _ subscriber: Subscriber,
    _ onRefusal: @escaping (BusError) -> Void
  ) throws(BusError) -> Subscription {
    let count = matchCounts[subscriber.rule, default: 0]
    if count == 0 { try addMatch(subscriber.rule, onRefusal) }
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
  private func addMatch(
    _ rule: MatchRule,
    _ onRefusal: @escaping (BusError) -> Void
  ) throws(BusError) {
    let call = try Message.call(to: .bus, at: .bus, .bus, "AddMatch", [.string(rule.text)])
    try self.call(call, milliseconds: Self.matchMilliseconds) { _, error in
      if let error { onRefusal(error) }
    }
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
      guard let subscriber = subscriptions[number], subscriber.rule.covers(message),
        let expected = subscriber.expectedSender(), message.sender == expected
      else { continue }
      subscriber.handler(message)
    }
  }
}
