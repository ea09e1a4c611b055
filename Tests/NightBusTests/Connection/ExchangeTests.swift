import NightBus
import TestSupport
import Testing

@Suite("Calls and their replies")
struct ExchangeTests {
  private static let absent: BusName = "org.example.Absent"

  @Test("If a reply is late, the call ends once, with a timeout, whether the call blocks or not")
  func timedOut() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    // The service's loop is blocked here, so the service cannot reply in time.
    #expect(throws: BusError.timedOut) {
      _ = try client.callAndWait(.echo("Echo", at: service, [.variant(.byte(1))]), milliseconds: 20)
    }
    var results: [BusError?] = []
    try client.call(.echo("Keep", at: service, [.uint32(1)]), milliseconds: 20) { _, error in
      results.append(error)
      bench.done()
    }
    try bench.run()
    #expect(results == [.timedOut])
    // The call may reach the service only after its timeout, so wait for it here.
    try bench.settle(service, after: client)
    // This late reply must be dropped.
    echo.kept.removeFirst().answer([.uint32(1)])
    try bench.settle(client, after: service)
    #expect(results == [.timedOut])
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
  }

  @Test(
    "A reply that arrives in time is accepted even if a suspended process reads it later"
  )
  func standstill() throws {
    let bench = try Bench()
    let client = try bench.connect()
    let other = try bench.connect()
    var results: [BusError?] = []
    try client.call(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 20) { _, error in
      results.append(error)
      bench.done()
    }
    client.flush(milliseconds: 10_000)
    let due = ContinuousClock.now + .milliseconds(25)
    // By the time the bus reads the second of these calls, the bus has replied to the first
    // connection.
    for _ in 1...5 {
      _ = try other.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    }
    while ContinuousClock.now < due {}
    try bench.run()
    #expect(results == [nil])
  }

  @Test(
    "A timeout of zero or less becomes the shortest timeout, and the longest timeout works",
    arguments: [0, -1, Int.min]
  )
  func shortTime(milliseconds: Int) throws {
    let bench = try Bench()
    let service = try bench.serve(Echo())
    let client = try bench.connect()
    #expect(throws: BusError.timedOut) {
      try bench.call(client, .echo("Keep", at: service, [.uint32(1)]), milliseconds: milliseconds)
    }
    let answer = try client.callAndWait(
      .call(to: .bus, at: .bus, .bus, "GetId"),
      milliseconds: .max
    )
    #expect(answer.kind == .answer)
  }

  @Test("A call to a name without an owner is refused, and starts no program")
  func absent() throws {
    let bench = try Bench()
    try bench.bus.addService(name: Self.absent.text, command: ["/bin/false"])
    let client = try bench.connect()
    func call() throws(BusError) -> Message {
      let call = try Message.call(to: Self.absent, at: "/", .peer, "Ping")
      call.setAutoStart(false)
      return call
    }
    let waited = #expect(throws: BusError.self) {
      _ = try client.callAndWait(call(), milliseconds: 5_000)
    }
    let received = #expect(throws: BusError.self) { try bench.call(client, call()) }
    #expect(waited == received)
    guard case .refused(let refusal)? = received else { throw Bench.Surprise() }
    #expect(refusal.name == "org.freedesktop.DBus.Error.NameHasNoOwner")
    #expect(refusal.message.contains(Self.absent.text) || bench.bus.kind == .broker)
  }

  @Test("A refusal has a name and a message; without a message, the name is used as the message")
  func refused() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    for why in ["what to do", "", "é\u{FFFF}"] {
      #expect(throws: BusError.refused(Refusal("org.example.Error.Refused", why))) {
        try bench.call("Refuse", of: service, from: client, [.string(why)])
      }
    }
    let peer = try RawPeer(bench)
    try client.call(
      .call(to: try BusName(checking: peer.uniqueName), at: "/", "a.b", "C"),
      milliseconds: 5_000
    ) {
      #expect($1 == .refused(Refusal("org.example.Bare", "org.example.Bare")))
      bench.done()
    }
    try bench.settle(client)
    // Serials count from one, so the serial of a client's call is easy to guess.
    for serial in UInt32(1)...20 {
      try peer.send(
        RawMessage(
          kind: .error,
          replySerial: serial,
          errorName: "org.example.Bare",
          destination: client.uniqueName.text
        )
      )
    }
    try bench.run()
  }

  @Test("If the message of a refusal has several megabytes, it is shortened")
  func longRefusal() throws {
    let bench = try Bench()
    let client = try bench.connect()
    let peer = try RawPeer(bench)
    var received: Refusal?
    try client.call(
      .call(to: try BusName(checking: peer.uniqueName), at: "/", "a.b", "C"),
      milliseconds: 5_000
    ) {
      if case .refused(let refusal)? = $1 { received = refusal }
      bench.done()
    }
    try bench.settle(client)
    try peer.send(
      RawMessage(
        kind: .error,
        replySerial: 2,
        errorName: "org.example.Long",
        destination: client.uniqueName.text,
        signature: "s",
        body: Wire.body([.string(String(repeating: "x", count: 1 << 20))])
      )
    )
    try bench.run()
    #expect(received?.message == String(repeating: "x", count: 4_096) + "…")
  }

  /// On a session bus, any program can reply to any call, and serials simply count from one.
  @Test(
    "A reply from a program that was not called is refused",
    arguments: [true, false]
  )
  func forged(isBusCalled: Bool) throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let stranger = try RawPeer(bench)
    for serial in UInt32(1)...20 {
      try stranger.send(
        RawMessage(
          kind: .answer,
          replySerial: serial,
          destination: client.uniqueName.text,
          signature: "s",
          body: [4, 0, 0, 0] + Array("fake".utf8) + [0]
        )
      )
    }
    try stranger.settle()
    let call =
      isBusCalled
      ? try Message.call(to: .bus, at: .bus, .bus, "GetId")
      : try Message.echo("Keep", at: service, [.uint32(7)])
    var results: [BusError?] = []
    try client.call(call, milliseconds: 20_000) { _, error in
      results.append(error)
      bench.done()
    }
    guard bench.bus.kind == .daemon else {
      // Use dbus-daemon, because dbus-broker delivers only replies from the called program.
      if !isBusCalled {
        try bench.settle(service, after: client)
        echo.kept = []
      }
      try bench.run()
      if isBusCalled { return #expect(results == [nil]) }
      guard case .refused(let refusal)?? = results.first else { throw Bench.Surprise() }
      return #expect(refusal.name == "org.freedesktop.DBus.Error.Failed")
    }
    try bench.run()
    #expect(results == [.strangerAnswered(try #require(BusName(stranger.uniqueName)))])
    // The real reply comes after the forged one, and must be ignored.
    echo.kept = []
    try bench.settle(client, after: service)
    #expect(results.count == 1)
  }

  @Test("Messages that arrived during a blocking call are handled even if no new messages arrive")
  func queued() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    var calls = 0
    echo.onCall = { _ in
      calls += 1
      if calls == 100 { bench.done() }
    }
    for _ in 0..<100 {
      let call = try Message.echo("Echo", at: service, [.variant(.byte(1))])
      call.setNoReply()
      try client.send(call)
    }
    // These calls read everything from the sockets, and no new bytes arrive afterwards to wake the
    // loop.
    for connection in [client, service] {
      _ = try connection.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    }
    #expect(calls == 0)
    try bench.run()
    #expect(calls == 100)
  }

  @Test("Messages that arrived before a connection was attached to its loop are handled")
  func beforeAttaching() throws {
    let bench = try Bench()
    let service = try Connection(address: bench.bus.address)
    service.server.export(Echo.interface, Echo(), at: Echo.path)
    let client = try bench.connect()
    var answer: BusError??
    try client.call(.echo("Echo", at: service, [.variant(.byte(1))]), milliseconds: 20_000) {
      answer = .some($1)
      bench.done()
    }
    try bench.settle(client)
    #expect(try service.request("org.example.Late", milliseconds: 5_000) == .owned)
    try service.attach(to: bench.loop)
    try bench.run()
    #expect(answer == .some(nil))
  }

  @Test("A connection may move to another loop")
  func move() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    #expect(try bench.echo(.byte(1), by: service, from: client) == .byte(1))
    let other = try Runner()
    try service.attach(to: other.loop)
    try client.attach(to: other.loop)
    var back: BusError??
    try client.call(.echo("Echo", at: service, [.variant(.byte(1))]), milliseconds: 5_000) {
      back = .some($1)
      other.done()
    }
    try other.run()
    #expect(back == .some(nil))
  }

  @Test(
    "If a handler makes a blocking call, it gets the reply, and other messages keep their order"
  )
  func nested() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    var order: [BusValue] = []
    echo.onCall = { call in
      order += call.arguments
      let answer = try? service.callAndWait(
        .call(to: .bus, at: .bus, .bus, "GetId"),
        milliseconds: 5_000
      )
      switch answer {
      case .some(let answer): #expect(answer.kind == .answer)
      case nil: Issue.record("the bus did not answer")
      }
    }
    var left = 5
    for number in 0..<5 {
      let call = try Message.echo("Echo", at: service, [.variant(.int32(Int32(number)))])
      try client.call(call, milliseconds: 20_000) { _, _ in
        left -= 1
        if left == 0 { bench.done() }
      }
    }
    try bench.run()
    #expect(order == (0..<5).map { .variant(.int32($0)) })
  }
}
