package import NightBus

/// A portal backend that a test controls, with its own connection to the bus.
package final class MadeUpBackend {
  package enum Behavior {
    case telling([(String, BusValue)])
    case refusing
    /// Calls get no reply until the test calls `answerKept`.
    case keeping
  }

  package static let path: ObjectPath = "/org/freedesktop/portal/desktop"
  package static let interface: InterfaceName = "org.freedesktop.impl.portal.Settings"
  package static let namespace = "org.freedesktop.appearance"
  private static let answerType = BusType.dictionary(.string, .dictionary(.string, .variant))

  package private(set) var connection: Connection?
  package var behavior: Behavior
  package private(set) var kept: [Call] = []
  package private(set) var asked: [[BusValue]] = []
  package var onAsked: () -> Void = {}

  package init(_ address: String, on loop: Loop, _ behavior: Behavior) throws {
    let connection = try Connection(address: address)
    try connection.attach(to: loop)
    self.connection = connection
    self.behavior = behavior
    connection.server.export(Self.table, self, at: Self.path)
  }

  private static let table = Interface<MadeUpBackend>(
    interface,
    methods: [
      Method(
        "ReadAll",
        [Argument("namespaces", .array(.string))],
        gives: [Argument("value", answerType)]
      ) { backend, call in backend.answer(call) }
    ]
  )

  private func answer(_ call: Call) {
    asked.append(call.arguments)
    switch behavior {
    case .telling(let keys): call.answer([Self.all(keys)])
    case .refusing: call.refuse(.failed("no"))
    case .keeping: kept.append(call)
    }
    onAsked()
  }

  /// Disconnects from the bus.
  package func end() { connection = nil }

  package func answerKept(_ keys: [(String, BusValue)]) {
    for call in kept { call.answer([Self.all(keys)]) }
    kept = []
  }

  package static func all(_ keys: [(String, BusValue)]) -> BusValue {
    let other = BusValue.options([("color-scheme", .uint32(1))])
    let entries = [("org.example.other", other), (namespace, BusValue.options(keys))]
    return .dictionary(
      .string,
      .dictionary(.string, .variant),
      entries.map { BusValue.Entry(key: .string($0.0), value: $0.1) }
    )
  }

  /// Signals a change to all connections, or only to the connection `to`.
  package func tell(
    _ key: String,
    _ value: BusValue,
    in namespace: String = namespace,
    to: BusName? = nil
  )
    throws
  {
    let signal = try Message.signal(
      from: Self.path,
      Self.interface,
      "SettingChanged",
      [.string(namespace), .string(key), .variant(value)]
    )
    if let to { try signal.setDestination(to) }
    try connection?.send(signal)
  }
}
