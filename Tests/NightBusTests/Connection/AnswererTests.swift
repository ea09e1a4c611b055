import NightBus
import TestSupport
import Testing

/// On a session bus, any program can reply to any call, because serials of calls are easy to guess.
@Suite("Replies to calls to well-known names")
struct AnswererTests {
  private static let name: BusName = "org.example.Name"

  /// Sends replies in advance to calls that the client has not made yet.
  private static func forge(
    _ serials: ClosedRange<UInt32>,
    _ kind: RawMessage.Kind,
    for client: Connection,
    on bench: Bench
  ) throws -> BusName {
    let stranger = try RawPeer(bench)
    for serial in serials {
      try stranger.send(
        RawMessage(
          kind: kind,
          replySerial: serial,
          errorName: kind == .error ? "org.example.Forged" : nil,
          destination: client.uniqueName.text,
          signature: "s",
          body: [4, 0, 0, 0] + Array(":1.0".utf8) + [0]
        )
      )
    }
    try stranger.settle()
    return try #require(BusName(stranger.uniqueName))
  }

  private static func call(_ member: MemberName, _ value: BusValue) throws -> Message {
    try .call(to: name, at: Echo.path, Echo.name, member, [value])
  }

  private static func keep() throws -> Message { try call("Keep", .uint32(7)) }

  @Test(
    "A reply from a program that was not called is refused, whether the call blocks or not",
    arguments: [true, false]
  )
  func forged(isWaiting: Bool) throws {
    for kind in [RawMessage.Kind.answer, .error] {
      // Use dbus-daemon, because dbus-broker delivers only replies from the called program.
      let bench = try Bench(.daemon)
      let echo = Echo()
      let service = try bench.serve(echo)
      #expect(try service.request(Self.name, milliseconds: 5_000) == .owned)
      let client = try bench.connect()
      let stranger = try Self.forge(1...20, kind, for: client, on: bench)
      var results: [BusError?] = []
      if isWaiting {
        do {
          _ = try client.callAndWait(try Self.keep(), milliseconds: 5_000)
          results.append(nil)
        } catch let error as BusError {
          results.append(error)
        }
      } else {
        try client.call(try Self.keep(), milliseconds: 20_000) { _, error in
          results.append(error)
          bench.done()
        }
        try bench.run()
      }
      #expect(results == [.strangerAnswered(stranger)])
      // The real reply comes after the forged one, and must be ignored.
      echo.kept = []
      try bench.settle(client, after: service)
      #expect(results.count == 1)
    }
  }

  @Test(
    "A service's reply is accepted even if a stranger forges the bus's reply about the name's owner"
  )
  func owner() throws {
    let bench = try Bench()
    let service = try bench.serve()
    #expect(try service.request(Self.name, milliseconds: 5_000) == .owned)
    let client = try bench.connect()
    // Call 1 was Hello. Call 2 will ask who owns the name.
    _ = try Self.forge(2...2, .answer, for: client, on: bench)
    let echoed = try bench.call(client, Self.call("Echo", .variant(.byte(7))))
    #expect(echoed == [.variant(.byte(7))])
    #expect(throws: BusError.refused(Refusal("org.example.Error.Refused", "no"))) {
      _ = try bench.call(client, Self.call("Refuse", .string("no")))
    }
  }

  @Test("A reply is accepted if its sender owned the called name at the time of the call")
  func left() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    #expect(try service.request(Self.name, milliseconds: 5_000) == .owned)
    let client = try bench.connect()
    var results: [BusError?] = []
    try client.call(try Self.keep(), milliseconds: 20_000) { _, error in
      results.append(error)
      bench.done()
    }
    // The client first asks who owns the name, and then sends the call.
    try bench.settle(client)
    try bench.settle(service, after: client)
    #expect(echo.kept.count == 1)
    try service.release(Self.name, milliseconds: 5_000) {
      for call in echo.kept { call.answer([.uint32(7)]) }
    }
    try bench.run()
    #expect(results == [nil])
  }

  @Test("If a name has no owner, the bus itself answers a call to the name")
  func nobody() throws {
    let bench = try Bench()
    let client = try bench.connect()
    let absent: ErrorName = "org.freedesktop.DBus.Error.ServiceUnknown"
    #expect(
      try Self.refusal { _ = try client.callAndWait(try Self.keep(), milliseconds: 5_000) }
        == absent
    )
    #expect(try Self.refusal { _ = try bench.call(client, try Self.keep()) } == absent)
  }

  private static func refusal(_ ask: () throws -> Void) throws -> ErrorName? {
    do {
      try ask()
      return nil
    } catch BusError.refused(let refusal) {
      return refusal.name
    }
  }
}
