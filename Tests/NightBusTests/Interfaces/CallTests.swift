import NightBus
import TestSupport
import Testing

@Suite("Serving calls")
struct CallTests {
  @Test("A service may keep calls and answer them later, in any order")
  func later() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    var answers: [BusValue] = []
    echo.onCall = { call in
      #expect(call.sender == client.uniqueName)
      guard echo.kept.count == 3 else { return }
      for call in echo.kept.reversed() { call.answer(call.arguments) }
      echo.kept = []
    }
    for number in UInt32(1)...3 {
      try client.call(.echo("Keep", at: service, [.uint32(number)]), milliseconds: 5_000) {
        answer,
        error in
        #expect(error == nil)
        answers += (try? answer.values()) ?? []
        if answers.count == 3 { bench.done() }
      }
    }
    try bench.run()
    #expect(answers == [.uint32(3), .uint32(2), .uint32(1)])
  }

  @Test(
    "If a handler keeps calls but frees their contents, other calls are still read without delay"
  )
  func forgotten() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let kept = Interface<Echo>(
      "a.b",
      methods: [
        Method("Keep", [Argument("text", .string)], gives: [Argument("number", .uint32)]) {
          echo,
          call in
          call.forgetContents()
          #expect(call.arguments.isEmpty)
          echo.kept.append(call)
          echo.onCall(call)
        }
      ]
    )
    echo.onCall = { _ in if echo.kept.count == 20 { bench.done() } }
    service.server.export(kept, echo, at: "/a")
    // These calls have more bytes than libdbus buffers before it stops reading.
    let text = BusValue.string(String(repeating: "x", count: 1 << 20))
    var answers: [BusValue] = []
    for _ in 0..<20 {
      let call = try Message.call(to: service.uniqueName, at: "/a", "a.b", "Keep", [text])
      try client.call(call, milliseconds: 10_000) { answer, error in
        #expect(error == nil)
        answers += (try? answer.values()) ?? []
        if answers.count == 20 { bench.done() }
      }
    }
    let limit = bench.loop.timer {
      Issue.record("\(echo.kept.count) calls came")
      bench.done()
    }
    limit.set(milliseconds: 10_000)
    try bench.run()
    for (number, call) in echo.kept.enumerated() { call.answer([.uint32(UInt32(number))]) }
    try bench.run()
    #expect(answers == (0..<20).map { .uint32($0) })
    withExtendedLifetime(limit) {}
  }

  @Test("One message body can be used for replies to many callers")
  func sharedBody() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let clients = try (0..<3).map { _ in try bench.connect() }
    let body = try Body([.uint32(7)])
    echo.onCall = { call in call.answer(body) }
    for number in UInt32(1)...2 {
      for client in clients {
        let answer = try bench.call("Keep", of: service, from: client, [.uint32(number)])
        #expect(answer == [.uint32(7)])
      }
    }
  }

  @Test("If a service releases a call without a reply, at once or later, the caller gets an error")
  func dropped() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    let expected = BusError.refused(.failed("the call was dropped without a reply"))
    #expect(throws: expected) { try bench.call("Drop", of: service, from: client) }
    let end = bench.loop.timer { echo.kept = [] }
    echo.onCall = { _ in end.set(milliseconds: 1) }
    #expect(throws: expected) { try bench.call("Keep", of: service, from: client, [.uint32(1)]) }
  }

  @Test("If the service's reply has the wrong type, the caller gets an error")
  func wrongType() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    #expect(
      throws: BusError.refused(
        .failed("the service made a reply of the wrong type; this is a bug in the service")
      )
    ) { try bench.call("Mistake", of: service, from: client) }
  }

  @Test("Only the first reply to a call is sent")
  func once() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let peer = try RawPeer(bench)
    echo.onCall = { call in
      call.answer([.uint32(1)])
      call.answer([.uint32(2)])
      call.answer([.string("")])
      call.refuse(.failed("too late"))
    }
    var message = RawMessage(path: Echo.path.text, interface: Echo.name.text, member: "Keep")
    message.destination = service.uniqueName.text
    message.signature = "u"
    message.body = [7, 0, 0, 0]
    let before = peer.answerCount
    #expect(try peer.exchange(message).body == [1, 0, 0, 0])
    echo.kept = []
    message.member = "None"
    _ = try peer.exchange(message)
    #expect(peer.answerCount == before + 2)
  }

  @Test("A call that a service keeps may outlive its caller or its connection")
  func gone() throws {
    let bench = try Bench()
    let echo = Echo()
    var service: Connection? = try bench.serve(echo)
    var client: Connection? = try bench.connect()
    let other = try bench.connect()
    echo.onCall = { _ in bench.done() }
    for number in UInt32(1)...2 {
      try client?.send(.echo("Keep", at: #require(service), [.uint32(number)]))
      try bench.run()
    }
    client = nil
    try bench.settle(other)
    echo.kept.removeFirst().answer([.uint32(1)])
    try bench.settle(other, after: #require(service))
    echo.onCall = { _ in }
    #expect(try bench.echo(.byte(1), by: #require(service), from: other) == .byte(1))
    service = nil
    echo.kept.removeFirst().answer([.uint32(1)])
    try bench.settle(other)
    withExtendedLifetime((service, client)) {}
  }

  @Test("The message of a refusal has a limited length, and NULs in it are replaced")
  func sentences() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    for (message, received) in [
      ("", ""), ("é\u{FFFF}🌙", "é\u{FFFF}🌙"), ("a\0b\0", "a\u{FFFD}b\u{FFFD}"),
      ("e\u{301}\r\n", "e\u{301}\r\n"),
      (String(repeating: "é", count: 5_000), String(repeating: "é", count: 4_096) + "…"),
    ] {
      echo.onCall = { $0.refuse(.failed(message)) }
      #expect(throws: BusError.refused(.failed(received))) {
        try bench.call("Keep", of: service, from: client, [.uint32(1)])
      }
      echo.kept = []
    }
  }
}
