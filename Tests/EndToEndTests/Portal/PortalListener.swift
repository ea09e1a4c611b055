import NightBus
import TestSupport

/// Hears what nightd tells the desktop portal, and asks what the portal asks.
final class PortalListener {
  static let backend: BusName = "org.freedesktop.impl.portal.desktop.nightd"
  static let object: ObjectPath = "/org/freedesktop/portal/desktop"
  static let interface: InterfaceName = "org.freedesktop.impl.portal.Settings"
  static let namespace = "org.freedesktop.appearance"

  let connection: Connection
  private let loop: Loop
  private var subscription: Subscription?
  private var owner: NameOwner?
  private var isOwned = false
  private var heard: [[BusValue]] = []

  /// Listens when this returns.
  init(_ address: String) throws {
    connection = try Connection(address: address)
    loop = try Loop()
    try connection.attach(to: loop)
    let owner = try NameOwner(of: Self.backend, on: connection, milliseconds: 10_000) {
      [unowned self] owner in
      isOwned = owner != nil
      loop.stop()
    }
    let rule = MatchRule(path: Self.object, interface: Self.interface, member: "SettingChanged")
    subscription = try connection.subscribe(rule, from: owner) { [unowned self] message in
      heard.append((try? message.values()) ?? [])
      loop.stop()
    }
    self.owner = owner
    _ = try connection.callAndWait(
      try Message.call(to: .bus, at: .bus, "org.freedesktop.DBus.Peer", "Ping"),
      milliseconds: 10_000
    )
  }

  /// Returns once somebody has the backend's name, or nobody.
  func awaitOwner(_ isThere: Bool = true) throws {
    try run { isOwned == isThere }
  }

  /// The next change, as its key and value.
  func next() throws -> (key: String, value: BusValue) {
    try run { !heard.isEmpty }
    guard !heard.isEmpty else { throw Silent() }
    let change = heard.removeFirst()
    guard change.count == 3, change[0] == .string(Self.namespace), let key = change[1].asString,
      case .variant(let value) = change[2]
    else { throw Silent() }
    return (key, value)
  }

  struct Silent: Error {}

  private func run(until isDone: () -> Bool) throws {
    var isLate = false
    let patience = loop.timer { [loop] in
      isLate = true
      loop.stop()
    }
    patience.set(milliseconds: 10_000)
    while !isDone(), !isLate { try loop.run() }
  }

  func read(_ key: String, in namespace: String = namespace) throws -> BusValue {
    let values = try ask("Read", [.string(namespace), .string(key)])
    guard case .variant(let value)? = values.first else { throw Silent() }
    return value
  }

  func readAll(_ patterns: [String]) throws -> BusValue? {
    try ask("ReadAll", [.strings(patterns)]).first
  }

  func ask(_ member: MemberName, _ arguments: [BusValue]) throws -> [BusValue] {
    let call = try Message.call(
      to: Self.backend,
      at: Self.object,
      Self.interface,
      member,
      arguments
    )
    return try connection.callAndWait(call, milliseconds: 10_000).values()
  }
}
