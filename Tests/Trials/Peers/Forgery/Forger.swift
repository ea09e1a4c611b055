import NightBus
import TestSupport

/// A client that replies to other programs' calls and sends signals, as if it were the daemon.
final class Forger {
  /// A serial that the real daemon never reaches in this trial, so it marks forged messages.
  static let serial: UInt64 = 987_654_321
  private static let snapshot: [BusValue] = [.string("dark"), .uint64(serial), .options([])]

  private let client: RawClient

  init(_ desk: Desk) throws {
    client = try RawClient(address: desk.bus.address)
    try client.ask("AddMatch", "type='signal',sender='org.freedesktop.DBus'")
  }

  /// Sends forged messages to every program that connects, until the given program has ended.
  func work(until program: Program, seconds: Int = 30) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while program.exit == nil {
      guard ContinuousClock.now < deadline else { return false }
      for message in client.pump(milliseconds: 5) where message.member == "NameOwnerChanged" {
        if let name = message.text, name.hasPrefix(":") { forge(for: name) }
      }
    }
    return true
  }

  /// Sends forged replies to a new connection, for calls that the connection has not made yet.
  func forge(for name: String) {
    for serial in 2...12 as ClosedRange<UInt32> {
      send(.answer, to: name, Self.snapshot, answering: serial)
      send(.answer, to: name, [.string(client.uniqueName)], answering: serial)
      send(.error, to: name, [.string("forged")], answering: serial)
    }
    signal(to: name)
  }

  /// Sends a forged signal of a new style, to one connection or to all.
  func signal(to name: String?) {
    send(.signal, to: name, Self.snapshot, "Changed", InterfaceName.style.text)
    let gone = [Caller.night.text, ":1.0", client.uniqueName].map(BusValue.string)
    send(.signal, to: name, gone, "NameOwnerChanged", "org.freedesktop.DBus")
    let changed: [BusValue] = [
      .string(InterfaceName.style.text), .options([("Style", .string("dark"))]), .strings([]),
    ]
    send(
      .signal,
      to: name,
      changed,
      "PropertiesChanged",
      "org.freedesktop.DBus.Properties"
    )
  }

  /// Returns after the bus has delivered all forged messages.
  func settle() throws { try client.ask("GetId") }

  private func send(
    _ kind: RawMessage.Kind,
    to name: String?,
    _ values: [BusValue],
    _ member: String? = nil,
    _ interface: String? = nil,
    answering serial: UInt32? = nil
  ) {
    client.send(
      RawMessage(
        kind: kind,
        path: kind == .signal ? Caller.object.text : nil,
        interface: interface,
        member: member,
        replySerial: serial,
        errorName: kind == .error ? "org.nightd.Night1.Error.Forged" : nil,
        destination: name,
        signature: values.map(\.type.code).joined(),
        body: Wire.body(values)
      )
    )
  }
}
