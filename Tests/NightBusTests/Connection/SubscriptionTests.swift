import NightBus
import TestSupport
import Testing

@Suite("Subscriptions")
struct SubscriptionTests {
  private static let interface: InterfaceName = "org.example.Echo"

  /// A connection that sends signals, and one that receives them.
  private final class Scene {
    let bench: Bench
    let receiver: Connection
    let sender: Connection
    let owner: NameOwner
    var received: [BusValue] = []

    init(_ kind: BusKind? = .named, configuration: String = "") throws {
      let bench = try Bench(kind, configuration: configuration)
      self.bench = bench
      receiver = try bench.connect()
      sender = try bench.connect()
      owner = try NameOwner(of: sender.uniqueName, on: receiver, milliseconds: 5_000) { _ in
        bench.done()
      }
      try bench.run()
    }

    func subscribe(
      _ rule: MatchRule,
      onRefusal: @escaping (BusError) -> Void = { _ in Issue.record("refused") }
    ) throws -> Subscription {
      try receiver.subscribe(rule, from: owner, onRefusal: onRefusal) { [unowned self] message in
        received += (try? message.values()) ?? []
      }
    }

    func emit(
      _ member: MemberName,
      _ values: [BusValue] = [],
      by connection: Connection? = nil,
      to receiver: Connection? = nil
    ) throws {
      let signal = try Message.signal(from: "/", SubscriptionTests.interface, member, values)
      if let receiver { try signal.setDestination(receiver.uniqueName) }
      try (connection ?? sender).send(signal)
    }

    /// The number of the receiver's match rules on the bus; nil with dbus-broker, which does not
    /// report this number.
    func ruleCount() throws -> UInt32? {
      guard bench.bus.kind == .daemon else { return nil }
      let stats = try bench.call(
        receiver,
        .call(
          to: .bus,
          at: .bus,
          "org.freedesktop.DBus.Debug.Stats",
          "GetConnectionStats",
          [.string(receiver.uniqueName.text)]
        )
      )
      return stats.first?.asOptions?["MatchRules"]?.asUInt32
    }
  }

  @Test("A subscription to a bus name gets only signals of the program that owns this name")
  func forged() throws {
    let scene = try Scene()
    let stranger = try scene.bench.connect()
    let subscription = try scene.subscribe(MatchRule(interface: Self.interface))
    try scene.bench.settle(scene.receiver)
    try scene.emit("Changed", [.string("forged")], by: stranger, to: scene.receiver)
    try scene.emit("Changed", [.string("forged")], by: stranger)
    try scene.emit("Changed", [.string("own")])
    try scene.emit("Changed", [.string("own, to us")], to: scene.receiver)
    try scene.bench.settle(scene.receiver, after: stranger)
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(scene.received == [.string("own"), .string("own, to us")])
    withExtendedLifetime(subscription) {}
  }

  @Test("A signal from the bus is accepted only if the bus itself sent it")
  func forgedBus() throws {
    let scene = try Scene()
    let receiver = scene.receiver
    var received: [String] = []
    receiver.onNameLost = { received.append("lost \($0)") }
    let subscription = try receiver.subscribeToBus("NameOwnerChanged") { _ in
      received.append("owner")
    }
    try scene.bench.settle(receiver)
    let name = BusValue.string(scene.owner.name.text)
    for (member, values) in [
      ("NameLost" as MemberName, [name]), ("NameOwnerChanged", [name, name, .string("")]),
    ] {
      let signal = try Message.signal(from: .bus, .bus, member, values)
      try signal.setDestination(receiver.uniqueName)
      try scene.sender.send(signal)
    }
    try scene.bench.settle(receiver, after: scene.sender)
    #expect(received == [])
    #expect(scene.owner.uniqueName == scene.sender.uniqueName)
    withExtendedLifetime(subscription) {}
  }

  @Test(
    "A subscription compares a signal's first argument exactly, whatever characters it contains",
    arguments: [
      "it's", "'", "''", "a,b='c'", "\\", "\\'", "a\\b", "", " ", "é", "a\nb", "'\u{301}",
    ]
  )
  func argument(text: String) throws {
    let scene = try Scene()
    let subscription = try scene.subscribe(
      MatchRule(interface: Self.interface, member: "Changed", argument0: text)
    )
    try scene.bench.settle(scene.receiver)
    try scene.emit("Changed", [.string(text)])
    for other in ["its", "it", text + "'", text + "x", "\\\\", "x"] where other != text {
      try scene.emit("Changed", [.string(other)])
    }
    try scene.emit("Other", [.string(text)])
    try scene.emit("Changed", [.variant(.string(text))])
    try scene.emit("Changed")
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(scene.received == [.string(text)])
    withExtendedLifetime(subscription) {}
  }

  @Test("Equal subscriptions share one match rule, which is removed together with the last of them")
  func counted() throws {
    let scene = try Scene(.daemon)
    let before = try #require(try scene.ruleCount())
    let rule = MatchRule(interface: Self.interface)
    var first: Subscription? = try scene.subscribe(rule)
    var second: Subscription? = try scene.subscribe(rule)
    #expect(try scene.ruleCount() == before + 1)
    try scene.emit("Changed", [.byte(1)])
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(scene.received == [.byte(1), .byte(1)])
    first = nil
    #expect(try scene.ruleCount() == before + 1)
    try scene.emit("Changed", [.byte(2)])
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(scene.received == [.byte(1), .byte(1), .byte(2)])
    second = nil
    #expect(try scene.ruleCount() == before)
    let again = try scene.subscribe(rule)
    #expect(try scene.ruleCount() == before + 1)
    withExtendedLifetime((first, second, again)) {}
  }

  @Test("If the bus refuses a match rule, each of its subscribers gets the error and is removed")
  func refused() throws {
    let scene = try Scene()
    let before = try scene.ruleCount()
    let rule = MatchRule(argument0: String(repeating: "x", count: 2_000))
    var errors: [BusError] = []
    let subscriptions = try (0..<2).map { _ in try scene.subscribe(rule) { errors.append($0) } }
    try scene.bench.settle(scene.receiver)
    #expect(errors.count == 2)
    let later = try scene.subscribe(rule) { errors.append($0) }
    try scene.bench.settle(scene.receiver)
    #expect(errors.count == 3)
    for error in errors {
      guard case .refused(let refusal) = error else { throw Bench.Surprise() }
      let isDaemon = scene.bench.bus.kind == .daemon
      #expect(
        refusal.name.text
          == "org.freedesktop.DBus.Error." + (isDaemon ? "LimitsExceeded" : "MatchRuleInvalid")
      )
    }
    withExtendedLifetime((subscriptions, later)) {}
    #expect(try scene.ruleCount() == before)
  }

  @Test("If a bus already has too many match rules, it refuses the next one")
  func limit() throws {
    // In dbus-daemon this limit applies to each connection. In dbus-broker this limit applies to
    // each user, and is much higher.
    let limit = #"<limit name="max_match_rules_per_connection">3</limit>"#
    let scene = try Scene(.daemon, configuration: limit)
    var errors: [BusError] = []
    let subscriptions = try (0..<4).map { number in
      try scene.subscribe(MatchRule(argument0: "\(number)")) { errors.append($0) }
    }
    try scene.bench.settle(scene.receiver)
    #expect(errors.count == 2, "the follower of the owner has a rule as well")
    try scene.emit("Changed", [.string("0")])
    try scene.emit("Changed", [.string("3")])
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(scene.received == [.string("0")])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("If a match rule cannot be sent, the subscription fails at once")
  func unsendable() throws {
    let scene = try Scene()
    #expect(throws: BusError.self) { try scene.subscribe(MatchRule(argument0: "a\0")) }
    let subscription = try scene.subscribe(MatchRule(argument0: "a"))
    try scene.emit("Changed", [.string("a")])
    withExtendedLifetime(subscription) {}
  }

  @Test("A handler may end its own and other subscriptions, and start new ones")
  func changed() throws {
    let scene = try Scene()
    let rule = MatchRule(interface: Self.interface)
    var received: [Int] = []
    var kept: [Int: Subscription] = [:]
    for number in 0..<3 {
      kept[number] = try scene.receiver.subscribe(rule, from: scene.owner) { _ in
        received.append(number)
        kept[0] = nil
        kept[1] = nil
        guard kept[9] == nil else { return }
        kept[9] = try? scene.receiver.subscribe(rule, from: scene.owner) { _ in received.append(9) }
      }
    }
    try scene.bench.settle(scene.receiver)
    try scene.emit("Changed")
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(received == [0, 2])
    try scene.emit("Changed")
    try scene.bench.settle(scene.receiver, after: scene.sender)
    #expect(received == [0, 2, 2, 9])
    kept = [:]
  }

  @Test("A subscription may outlive its connection and the owner of its name")
  func outlives() throws {
    let bench = try Bench()
    var connection: Connection? = try bench.connect()
    var owner: NameOwner?
    let subscription: Subscription
    do {
      let present = try #require(connection)
      owner = try NameOwner(of: present.uniqueName, on: present, milliseconds: 5_000) { _ in
        bench.done()
      }
      try bench.run()
      subscription = try present.subscribe(MatchRule(), from: #require(owner)) { _ in
        Issue.record("nobody is followed any more")
      }
      owner = nil
      try present.send(.signal(from: "/", "a.b", "C"))
      try bench.settle(present, after: present)
    }
    connection = nil
    withExtendedLifetime((subscription, owner, connection)) {}
  }

  @Test(
    "An object that a closing connection frees can end subscriptions, but cannot send messages"
  )
  func keepers() throws {
    let scene = try Scene()
    let receiver = scene.receiver
    var refusals = 0
    var kept: [Subscription] = []
    do {
      let keeper = Keeper()
      kept.append(
        try receiver.subscribe(MatchRule(member: "A"), from: scene.owner) { _ in keeper.hear() }
      )
      keeper.kept = try receiver.subscribe(MatchRule(member: "B"), from: scene.owner) { _ in }
      keeper.onEnd = { [unowned receiver] in
        do { try receiver.send(.signal(from: "/", Self.interface, "Late")) } catch { refusals += 1 }
      }
      let caller = Keeper()
      caller.onEnd = { [unowned receiver] in
        do {
          try receiver.call(.call(to: .bus, at: .bus, .peer, "Ping"), milliseconds: 1) { _, _ in }
        } catch {
          refusals += 1
        }
      }
      try receiver.call(.call(to: .bus, at: .bus, .peer, "Ping"), milliseconds: 1_000) { _, _ in
        caller.hear()
      }
    }
    receiver.close()
    #expect(refusals == 2)
    kept = []
  }

  @Test("After a handler closes the connection, no handler is called")
  func closes() throws {
    let scene = try Scene()
    let receiver = scene.receiver
    var received: [Int] = []
    let kept = try (0..<3).map { number in
      try receiver.subscribe(MatchRule(interface: Self.interface), from: scene.owner) {
        [bench = scene.bench] _ in
        received.append(number)
        if number == 1 {
          receiver.close()
          bench.done()
        }
      }
    }
    try scene.bench.settle(receiver)
    try scene.emit("Changed")
    try scene.emit("Changed")
    try scene.bench.run()
    #expect(received == [0, 1])
    withExtendedLifetime(kept) {}
  }

  @Test("A handler may release its own connection")
  func letsGo() throws {
    let bench = try Bench()
    let sender = try bench.connect()
    var receiver: Connection? = try bench.connect()
    weak let gone = receiver
    var received = 0
    var kept: [Subscription] = []
    for _ in 0..<2 {
      kept.append(
        try #require(receiver).subscribe(MatchRule(), fromUnique: sender.uniqueName) { _ in
          received += 1
          receiver = nil
          kept = []
          bench.done()
        }
      )
    }
    try bench.settle(#require(receiver))
    for _ in 0..<3 { try sender.send(.signal(from: "/", Self.interface, "Changed")) }
    try bench.run()
    #expect(received == 1)
    #expect(gone == nil)
  }
}

private final class Keeper {
  var kept: Subscription?
  var onEnd: () -> Void = {}
  func hear() {}
  deinit { onEnd() }
}
