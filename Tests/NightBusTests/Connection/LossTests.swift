import Glibc
import NightBus
import TestSupport
import Testing

@Suite("Loss of the bus")
struct LossTests {
  @Test("If the bus is killed, the loss is reported once, and every later send fails")
  func killed() throws {
    let bench = try Bench()
    let connection = try bench.serve()
    var losses = 0
    connection.onLost = {
      losses += 1
      bench.done()
    }
    try bench.bus.kill()
    try bench.run()
    #expect(losses == 1)
    #expect(connection.isLost)
    let call = { () throws(BusError) in try Message.call(to: .bus, at: .bus, .bus, "GetId") }
    #expect(throws: BusError.disconnected) { try connection.send(call()) }
    #expect(throws: BusError.disconnected) {
      _ = try connection.callAndWait(call(), milliseconds: 1_000)
    }
    #expect(throws: BusError.disconnected) {
      try connection.call(call(), milliseconds: 1_000) { _, _ in Issue.record("nothing was sent") }
    }
    // The timer shows that the loop still runs, and waits instead of spinning.
    let end = bench.loop.timer { bench.done() }
    end.set(milliseconds: 50)
    let cost = try ThreadCost.measure { try bench.run() }
    #expect(losses == 1)
    #expect(cost.processorMilliseconds < 25)
    withExtendedLifetime(end) {}
  }

  @Test("If the bus is lost, queued calls are dropped, and the loss is reported at once")
  func queuedCalls() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    for _ in 0..<100 {
      try client.send(.echo("Echo", at: service, [.variant(.byte(1))]))
    }
    // These calls make the service read the pending calls into its queue before the loop runs.
    for connection in [client, service] {
      _ = try connection.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    }
    var served = 0
    var losses = 0
    echo.onCall = { _ in served += 1 }
    service.onLost = {
      losses += 1
      bench.done()
    }
    try bench.bus.kill()
    #expect(throws: BusError.disconnected) {
      _ = try service.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    }
    try bench.run()
    #expect(losses == 1)
    #expect(served == 0)
  }

  @Test("If the bus is lost, each pending call fails once, before the loss is reported")
  func outstanding() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    var events: [String] = []
    echo.onCall = { _ in if echo.kept.count == 3 { bench.done() } }
    for number in 1...3 {
      let call = try Message.echo("Keep", at: service, [.uint32(UInt32(number))])
      try client.call(call, milliseconds: 60_000) { _, error in
        events.append(error == .disconnected ? "call \(number)" : "\(String(describing: error))")
      }
    }
    try bench.run()
    client.onLost = {
      events.append("lost")
      bench.done()
    }
    try bench.bus.kill()
    try bench.run()
    #expect(events.sorted() == ["call 1", "call 2", "call 3", "lost"])
    #expect(events.last == "lost")
    echo.kept = []
  }

  @Test("After the bus is lost, sending fails even if the connection has no loop")
  func withoutLoop() throws {
    let bench = try Bench()
    let connection = try Connection(address: bench.bus.address)
    try bench.bus.kill()
    let call = { () throws(BusError) in try Message.call(to: .bus, at: .bus, .bus, "GetId") }
    #expect(throws: BusError.disconnected) {
      _ = try connection.callAndWait(call(), milliseconds: 5_000)
    }
    #expect(throws: BusError.disconnected) { try connection.send(call()) }
  }

  @Test("If a connection is released while a call is pending, the connection is freed and closed")
  func letGo() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    var client: Connection? = try bench.connect()
    let name = try #require(client).uniqueName
    var owners: [BusName?] = []
    let follower = try NameOwner(of: name, on: service, milliseconds: 5_000) { owner in
      owners.append(owner)
      bench.done()
    }
    try bench.run()
    echo.onCall = { _ in bench.done() }
    var answers: [BusError?] = []
    try client?.call(.echo("Keep", at: service, [.uint32(1)]), milliseconds: 60_000) {
      answers.append($1)
    }
    try bench.run()
    weak let freed = client
    client = nil
    #expect(freed == nil)
    #expect(answers == [], "who lets go does not wait")
    try bench.run()
    #expect(owners == [name, nil])
    // The caller is gone, so a reply to this call has no effect.
    echo.kept.removeFirst().answer([.uint32(1)])
    try bench.settle(service)
    withExtendedLifetime(follower) {}
  }

  @Test("A handler may release its own connection and other connections")
  func letGoByHandler() throws {
    // The loop may serve the two connections in either order, so try several times.
    for round in 0..<20 {
      let bench = try Bench()
      let echo = Echo()
      var connections = [try bench.serve(echo), try bench.serve(echo)]
      let client = try bench.connect()
      var callers: [BusName?] = []
      echo.onCall = { call in
        callers.append(call.sender)
        connections = []
      }
      for connection in connections {
        try client.send(.echo("Echo", at: connection, [.variant(.byte(1))]))
      }
      // Both calls are already queued when the loop runs.
      for connection in [client] + connections {
        _ = try connection.callAndWait(
          .call(to: .bus, at: .bus, .bus, "GetId"),
          milliseconds: 5_000
        )
      }
      try bench.settle(client)
      #expect(callers == [client.uniqueName], "round \(round)")
      #expect(connections.isEmpty)
    }
  }

  @Test("A closed connection keeps no handlers or objects alive")
  func close() throws {
    final class Token {}
    let bench = try Bench()
    let connection = try bench.connect()
    var token: Token? = Token()
    weak let freed = token
    let owner = try NameOwner(of: "a.b", on: connection, milliseconds: 5_000) { _ in bench.done() }
    let subscription = try connection.subscribe(MatchRule(), from: owner) { [token] _ in
      withExtendedLifetime(token) {}
    }
    connection.onLost = { [token] in withExtendedLifetime(token) {} }
    connection.onNameLost = { [token] _ in withExtendedLifetime(token) {} }
    try bench.run()
    try connection.call(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000) {
      [token] _, _ in withExtendedLifetime(token) {}
    }
    token = nil
    #expect(freed != nil)
    connection.close()
    #expect(freed == nil)
    #expect(throws: BusError.disconnected) {
      try connection.send(.call(to: .bus, at: .bus, .bus, "GetId"))
    }
    withExtendedLifetime((owner, subscription)) {}
  }

  @Test("A handler of a call may close the connection from which the call came")
  func closeInHandler() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    echo.onCall = { _ in
      service.close()
      bench.done()
    }
    try client.send(.echo("Echo", at: service, [.variant(.byte(1))]))
    try bench.run()
    try bench.settle(client)
  }

  @Test(
    "If no bus listens at an address, the error shows the address and the reason",
    arguments: [
      "", "nonsense", "unix:path=/nonexistent/socket", "unix:", "unix:path=/a\0b", "tcp:host=", ";",
      "unix:path=" + String(repeating: "/long", count: 100), "unix:path=%zz",
    ]
  )
  func unreachable(address: String) throws { try Self.expectUnreachable(address) }

  @Test(
    "A server that closes the connection or sends nonsense is reported as unreachable",
    arguments: [
      "", "OK", "OK 00\r\n", "REJECTED EXTERNAL\r\n", "nonsense\r\nnonsense\r\n", "\0\0\0\0",
      "OK 0123456789abcdef0123456789abcdef\r\nAGREE_UNIX_FD\r\nl\u{1}nonsense instead of a message",
    ]
  )
  func falseBus(text: String) throws {
    let bus = try FalseBus(sending: text)
    try Self.expectUnreachable(bus.address)
  }

  private static func expectUnreachable(_ address: String) throws {
    let error = #expect(throws: BusError.self) {
      _ = try Connection(address: address, milliseconds: 5_000)
    }
    guard case .unreachable(let reported, let why)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(reported == address)
    #expect(!why.isEmpty)
  }
}
