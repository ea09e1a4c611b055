import NightBus
import TestSupport

/// A program that owns nightd's bus name instead of nightd, and replies to nightd's callers.
final class Squatter {
  package enum Behavior: String, CaseIterable, Sendable {
    case wrongTypes, unknownStyle, longStyle, longError, steeringError, nameless, manyKeys, leaves
    /// With these two behaviours, callers wait until their timeout.
    case silent, babbling
  }

  private static let million = String(repeating: "x", count: 1 << 20)

  private let client: RawClient
  private let behavior: Behavior

  init(_ desk: Desk, _ behavior: Behavior) throws {
    self.behavior = behavior
    client = try RawClient(address: desk.bus.address)
    client.send(
      RawMessage(
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus",
        member: "RequestName",
        destination: "org.freedesktop.DBus",
        signature: "su",
        body: Wire.body([.string(Caller.night.text), .uint32(4)])
      )
    )
    try client.ask("GetId")
  }

  /// Replies to all callers for this many milliseconds.
  func serve(milliseconds: Int32) {
    for message in client.pump(milliseconds: milliseconds) where message.kind == .call {
      guard let sender = message.sender else { continue }
      answer(message.serial, to: sender)
    }
  }

  private func answer(_ serial: UInt32, to caller: String) {
    func say(_ values: [BusValue], error name: String? = nil, to number: UInt32? = nil) {
      client.send(
        RawMessage(
          kind: name == nil ? .answer : .error,
          replySerial: number ?? serial,
          errorName: name,
          destination: caller,
          signature: values.map(\.type.code).joined(),
          body: Wire.body(values)
        )
      )
    }
    switch behavior {
    case .wrongTypes: say([.uint32(7), .variant(.options([])), .strings(["dark"])])
    case .unknownStyle: say([.string("purple\u{1B}[2J"), .uint64(1), .options([])])
    case .longStyle: say([.string(Self.million), .uint64(1), .options([])])
    case .longError: say([.string(Self.million)], error: "org.example.Long")
    case .steeringError: say([.string("\u{1B}[2J\ngone\r\u{85}")], error: "org.example.Steer")
    case .nameless: say([], error: "org.example.Bare")
    case .manyKeys:
      say([.string("?"), .uint64(1), .options((0..<9_999).map { ("\($0)", .byte(1)) })])
    case .leaves: client.send([0])
    case .silent: break
    case .babbling: for number in 0..<1_000 { say([], to: serial &+ 100_000 &+ UInt32(number)) }
    }
  }

  /// Sends messages to a connection without a pause, even if the connection has not made a call.
  func babble(to caller: String) {
    if behavior == .babbling, !client.hasUnsent { answer(1, to: caller) }
  }
}
