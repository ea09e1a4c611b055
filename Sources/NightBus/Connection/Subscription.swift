import CDBus

/// A subscription to signals; it ends when you release this object.
package final class Subscription {
  private weak var connection: Connection?
  /// The subscriber, if it still exists.
  ///
  /// Only the connection keeps the subscriber alive, so the release of the connection also releases
  /// the values that the subscriber's handler captures.
  private weak var subscriber: Subscriber?

  fileprivate init(_ subscriber: Subscriber, on connection: Connection) {
    self.subscriber = subscriber
    self.connection = connection
  }

  deinit { if let subscriber { connection?.unsubscribe(subscriber) } }
}

final class Subscriber {
  let rule: MatchRule
  /// The unique name that a signal's sender must have; nil while the sender's well-known name has
  /// no owner.
  let expectedSender: () -> BusName?
  let onRefusal: (BusError) -> Void
  let handler: (borrowing Message) -> Void
  fileprivate(set) var isActive = true

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
  /// How many milliseconds the bus may take to accept or refuse a new match rule.
  private static let matchMilliseconds = 10_000

  /// Subscribes to a signal that the bus itself sends.
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

  /// Subscribes to the signals that match a rule and that the present owner of a name sends.
  ///
  /// `sender=` in a rule does not exclude signals that another program sends directly to us. So
  /// each signal's sender is compared with the owner's unique name.
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

  /// Subscribes to the signals that match a rule and that one connection sends.
  ///
  /// A bus never uses a unique name twice, so no other program can become the sender.
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

  /// Whether a subscriber already uses the rule; if so, the bus already has the rule.
  private func hasMatch(_ rule: MatchRule) -> Bool { subscribers.contains { $0.rule == rule } }

  /// Removes a subscriber; returns false if the subscriber had already been removed.
  private func remove(_ subscriber: Subscriber) -> Bool {
    guard let place = subscribers.firstIndex(where: { $0 === subscriber }) else { return false }
    subscriber.isActive = false
    subscribers.remove(at: place)
    return true
  }

  /// Removes all subscribers; this is safe even while a signal is being delivered to them.
  func forgetSubscribers() {
    for subscriber in subscribers { subscriber.isActive = false }
    subscribers = []
  }

  /// Sends a rule to the bus, and asks for a reply, because the bus may refuse the rule.
  private func addMatch(_ rule: MatchRule) throws(BusError) {
    let call = try Message.call(to: .bus, at: .bus, .bus, "AddMatch", [.string(rule.text)])
    try self.call(call, milliseconds: Self.matchMilliseconds) { [weak self] _, error in
      if let error { self?.matchFailed(rule, error) }
    }
  }

  /// Reports an error to all subscribers of a rule, and removes them if the bus refused the rule.
  private func matchFailed(_ rule: MatchRule, _ error: BusError) {
    let failed = subscribers.filter { $0.rule == rule }
    if case .refused = error {
      for subscriber in failed { _ = remove(subscriber) }
    }
    for subscriber in failed { subscriber.onRefusal(error) }
  }

  /// Removes a rule from the bus if possible.
  ///
  /// If the rule cannot be removed, the bus continues to send signals that no subscriber wants,
  /// which does no harm.
  private func removeMatch(_ rule: MatchRule) {
    guard
      let call = try? Message.call(to: .bus, at: .bus, .bus, "RemoveMatch", [.string(rule.text)])
    else { return }
    call.setNoReply()
    try? send(call)
  }

  func deliver(_ message: borrowing Message) {
    // A handler may end other subscriptions; their subscribers become inactive and get no signal.
    for subscriber in subscribers {
      // Read the arguments last, and only if the sender is the expected one.
      guard subscriber.isActive, subscriber.rule.matchesHeader(of: message),
        let expected = subscriber.expectedSender(), message.isFrom(expected),
        subscriber.rule.matchesArguments(of: message)
      else { continue }
      subscriber.handler(message)
    }
  }
}

/// A rule that selects signals; a property that is nil matches every signal.
package struct MatchRule: Hashable, Sendable {
  package var sender: BusName?
  package var path: ObjectPath?
  package var interface: InterfaceName?
  package var member: MemberName?
  /// The value that the first argument must have; the argument must be a string.
  package var argument0: String?
  /// A namespace: the first argument must be this name, or begin with this name and a dot.
  package var argument0Namespace: BusName?

  package init(
    sender: BusName? = nil,
    path: ObjectPath? = nil,
    interface: InterfaceName? = nil,
    member: MemberName? = nil,
    argument0: String? = nil,
    argument0Namespace: BusName? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.argument0 = argument0
    self.argument0Namespace = argument0Namespace
  }

  /// The rule as text, in the syntax that the bus's method AddMatch accepts.
  package var text: String {
    var parts = ["type='signal'"]
    func add(_ key: String, _ value: String?) {
      if let value { parts.append("\(key)='\(Self.escaped(value))'") }
    }
    add("sender", sender?.text)
    add("path", path?.text)
    add("interface", interface?.text)
    add("member", member?.text)
    add("arg0", argument0)
    add("arg0namespace", argument0Namespace?.text)
    return parts.joined(separator: ",")
  }

  /// Escapes the quotes in a value of a rule.
  ///
  /// A quote ends the quoted text, and outside quoted text a backslash escapes the next quote. So
  /// each quote in the value becomes `'\''`.
  private static func escaped(_ text: String) -> String {
    // Compare bytes, as the bus does: Swift treats a quote with a combining mark as one character.
    let quote = UInt8(ascii: "'")
    guard text.utf8.contains(quote) else { return text }
    let escaped = text.utf8.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Whether the rule matches a signal's member, interface and path; the caller checks the sender.
  ///
  /// The connection receives the signals of all its rules, so each subscriber's rule is checked
  /// again.
  func matchesHeader(of message: borrowing Message) -> Bool {
    if let member, !message.has(member) { return false }
    if let interface, !message.has(interface) { return false }
    if let path, !message.has(path) { return false }
    return true
  }

  func matchesArguments(of message: borrowing Message) -> Bool {
    guard argument0 != nil || argument0Namespace != nil else { return true }
    guard let first = message.read({ $0.string() }) else { return false }
    return argument0.map { $0 == first } ?? true && argument0Namespace?.contains(first) ?? true
  }
}
