import CDBus

/// A standing wish for signals; it ends when it is let go.
package final class Subscription {
  private weak var connection: Connection?
  /// What the subscriber keeps is for as long as the connection serves it.
  private weak var subscriber: Subscriber?

  fileprivate init(_ subscriber: Subscriber, on connection: Connection) {
    self.subscriber = subscriber
    self.connection = connection
  }

  deinit { if let subscriber { connection?.unsubscribe(subscriber) } }
}

final class Subscriber {
  let rule: MatchRule
  /// The unique name that a signal must come from; nil while it has no owner.
  let expectedSender: () -> BusName?
  let onRefusal: (BusError) -> Void
  let handler: (borrowing Message) -> Void
  fileprivate(set) var isStanding = true

  init(
    rule: MatchRule,
    expectedSender: @escaping () -> BusName?,
    onRefusal: @escaping (BusError) -> Void,
    handler: @escaping (borrowing Message) -> Void
  ) {
    self.rule = rule
    self.expectedSender = expectedSender
    self.onRefusal = onRefusal
    self.handler = handler
  }
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
    if !hasMatch(subscriber.rule) { try addMatch(subscriber.rule) }
    subscribers.append(subscriber)
    return Subscription(subscriber, on: self)
  }

  fileprivate func unsubscribe(_ subscriber: Subscriber) {
    guard remove(subscriber), !hasMatch(subscriber.rule) else { return }
    removeMatch(subscriber.rule)
  }

  /// Whether somebody stands on the rule, so that the bus knows it.
  private func hasMatch(_ rule: MatchRule) -> Bool { subscribers.contains { $0.rule == rule } }

  /// Answers whether it stood.
  private func remove(_ subscriber: Subscriber) -> Bool {
    guard let place = subscribers.firstIndex(where: { $0 === subscriber }) else { return false }
    subscriber.isStanding = false
    subscribers.remove(at: place)
    return true
  }

  /// Also in the middle of a delivery.
  func forgetSubscribers() {
    for subscriber in subscribers { subscriber.isStanding = false }
    subscribers = []
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
    let standing = subscribers.filter { $0.rule == rule }
    if case .refused = error {
      for subscriber in standing { _ = remove(subscriber) }
    }
    for subscriber in standing { subscriber.onRefusal(error) }
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
    // One that ends during delivery gets no more.
    for subscriber in subscribers {
      // What a stranger sent is not worth reading.
      guard subscriber.isStanding, subscriber.rule.coversHead(of: message),
        let expected = subscriber.expectedSender(), message.isFrom(expected),
        subscriber.rule.coversArguments(of: message)
      else { continue }
      subscriber.handler(message)
    }
  }
}
