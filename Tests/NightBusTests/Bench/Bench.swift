import NightBus
import TestSupport
import Testing

/// A private bus, and an event loop on the test's own thread.
final class Bench {
  let bus: PrivateBus
  let loop: Loop
  private let runner: Runner

  /// Thrown if the test received something with which it cannot continue.
  struct Surprise: Error {}

  init(_ kind: BusKind? = .named, configuration: String = "") throws {
    bus = try PrivateBus(kind, configuration: configuration)
    runner = try Runner()
    loop = runner.loop
  }

  /// Makes a new connection, whose messages the loop receives.
  func connect() throws -> Connection {
    let connection = try Connection(address: bus.address)
    try connection.attach(to: loop)
    return connection
  }

  /// Makes a new connection that exports an echo object at the usual path.
  func serve(_ echo: Echo = Echo()) throws -> Connection {
    let connection = try connect()
    connection.server.export(Echo.interface, echo, at: Echo.path)
    return connection
  }

  /// Ends the current `run`; if none is under way, ends the next one at once.
  func done() { runner.done() }

  /// Runs the loop until `done`.
  func run() throws { try runner.run() }

  /// Sends a call, runs the loop until the reply arrives, and returns the reply's values.
  func call(
    _ connection: Connection,
    _ message: consuming Message,
    milliseconds: Int = 10_000
  ) throws -> [BusValue] {
    var outcome: Result<[BusValue], any Error>?
    try connection.call(message, milliseconds: milliseconds) { answer, error in
      outcome = Result { if let error { throw error } else { try answer.values() } }
      self.done()
    }
    try run()
    return try #require(outcome).get()
  }

  /// Calls a method of the echo that a connection exports.
  func call(
    _ member: MemberName,
    of service: Connection,
    from client: Connection,
    _ arguments: [BusValue] = []
  ) throws -> [BusValue] {
    try call(client, .echo(member, at: service, arguments))
  }

  func echo(_ value: BusValue, by service: Connection, from client: Connection) throws -> BusValue?
  {
    guard
      case .variant(let back)? =
        try call("Echo", of: service, from: client, [.variant(value)]).first
    else { return nil }
    return back
  }

  /// Returns when `receiver` has received all messages that `sender` sent before.
  func settle(_ receiver: Connection, after sender: Connection) throws {
    _ = try call(sender, .call(to: receiver.uniqueName, at: "/", .peer, "Ping"))
  }

  /// Returns when the bus has handled all messages that the connection sent before.
  func settle(_ connection: Connection) throws {
    _ = try call(connection, .call(to: .bus, at: .bus, .bus, "GetId"))
  }
}
