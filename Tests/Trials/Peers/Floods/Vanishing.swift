import Glibc
import NightBus
import TestSupport

/// Clients that connect, call and disconnect at once; some disconnect in the middle of the
/// handshake.
package struct Vanishing: Trial {
  package static let name = "clients that come and vanish"
  package static let unit = "clients"

  private static let growth = 1_024

  private let clients: Int

  package init(clients: Int) { self.clients = clients }

  package func run() throws -> Tally {
    Self.raiseDescriptors()
    let desk = try Desk()
    let vitals = try Vitals(desk, "vanishing clients")
    let honest = try Caller(desk)
    _ = try honest.set("dark")
    var tally = Tally()
    for round in 0..<4 {
      try comeAndGo(round, desk, honest)
      if round == 0 { vitals.settle() }
      tally.count += clients
      try vitals.check(&tally, style: "dark", growth: Self.growth, lines: 0)
    }
    tally.remark = "\(vitals.growth) KiB more"
    return tally
  }

  private func comeAndGo(_ round: Int, _ desk: Desk, _ honest: Caller) throws {
    switch round {
    case 0, 1:
      // The clients come one after another; each makes one call in the first round, and fifty in
      // the second.
      for _ in 0..<clients { try Self.visit(desk, calls: round == 0 ? 1 : 50) }
    case 2:
      // All clients are connected at the same time, and none of them reads while the style changes.
      let crowd = try (0..<clients).map { _ in try Self.visit(desk, calls: 1) }
      for style in ["light", "dark", "light", "dark"] { _ = try honest.set(style) }
      withExtendedLifetime(crowd) {}
    default:
      // Some of these clients send nothing at all; the others authenticate but do not send Hello.
      let half = try (0..<clients).map { number in
        try HalfClient(desk.bus.address, isKnown: number.isMultiple(of: 2))
      }
      _ = try honest.call(.style, "Get")
      withExtendedLifetime(half) {}
    }
  }

  /// Subscribes to all signals, requests the style, and disconnects without waiting for a reply.
  @discardableResult
  private static func visit(_ desk: Desk, calls: Int) throws -> RawClient {
    let client = try RawClient(address: desk.bus.address)
    client.send(
      RawMessage(
        path: "/org/freedesktop/DBus",
        interface: "org.freedesktop.DBus",
        member: "AddMatch",
        destination: "org.freedesktop.DBus",
        signature: "s",
        body: Wire.body([.string("type='signal',path='\(Caller.object)'")])
      )
    )
    for _ in 0..<calls {
      client.send(
        RawMessage(
          path: Caller.object.text,
          interface: InterfaceName.style.text,
          member: "Subscribe",
          destination: Caller.night.text
        )
      )
    }
    while client.hasUnsent, !client.isCutOff {
      _ = client.pump(milliseconds: 1_000, reading: false)
    }
    return client
  }

  /// Raises the limit of open files, because the clients need more than the usual thousand
  /// descriptors.
  private static func raiseDescriptors() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}

/// A connection that never finishes its handshake.
private final class HalfClient {
  private let socket: Int32
  private let client: RawClient?

  init(_ address: String, isKnown: Bool) throws {
    client = isKnown ? try RawClient(address: address, greeting: false) : nil
    socket = SocketAddress.newSocket()
    guard !isKnown else { return }
    let path = address.split(separator: ",").first?.split(separator: "=").last ?? ""
    guard SocketAddress.with(path: String(path), { connect(socket, $0, $1) }) == 0 else {
      throw RawClient.Refused()
    }
    _ = write(socket, "\0AU", 3)
  }

  deinit { close(socket) }
}
