import NightBus
import TestSupport
import Testing

/// Replies of one mebibyte, both to callers that read them and to callers that do not.
@Suite("Large replies") struct LargeAnswersTests {
  private final class Teller {
    static let path: ObjectPath = "/a"
    static let text = String(repeating: "x", count: 1 << 20)
    var answered = 0
    var onCall: () -> Void = {}

    static let interface = Interface<Teller>(
      "a.b",
      methods: [
        Method("Tell", [], gives: [Argument("text", .string)]) { teller, call in
          teller.answered += 1
          call.answer([.string(text)])
          teller.onCall()
        },
        Method("Say", [], gives: [Argument("text", .string)]) { teller, call in
          call.answer([.string("short")])
        },
      ]
    )
  }

  private static let refusal = Refusal(
    "org.freedesktop.DBus.Error.LimitsExceeded",
    "earlier large replies have not been read"
  )

  private let bench: Bench
  private let teller = Teller()
  private let service: Connection

  init() throws {
    bench = try Bench()
    service = try bench.connect()
    service.server.export(Teller.interface, teller, at: Teller.path)
  }

  private func ask(_ member: MemberName, from client: Connection) throws -> [BusValue] {
    try bench.call(client, .call(to: service.uniqueName, at: Teller.path, "a.b", member))
  }

  private func call(_ member: String) -> RawMessage {
    RawMessage(
      path: Teller.path.text,
      interface: "a.b",
      member: member,
      destination: service.uniqueName.text
    )
  }

  @Test("A caller that reads its replies and answers pings gets all large replies")
  func reader() throws {
    let client = try bench.connect()
    for _ in 0..<40 { #expect(try ask("Tell", from: client) == [.string(Teller.text)]) }
  }

  @Test("A caller that does not read its replies is refused large ones, but still gets short ones")
  func deaf() throws {
    let deaf = try RawClient(address: bench.bus.address)
    for _ in 0..<40 { deaf.send(call("Tell")) }
    deaf.send(call("Say"))
    while deaf.hasUnsent { _ = deaf.pump(milliseconds: 1_000, reading: false) }
    teller.onCall = { [teller, bench] in if teller.answered == 40 { bench.done() } }
    try bench.run()
    teller.onCall = {}
    let other = try bench.connect()
    for _ in 0..<20 { #expect(try ask("Tell", from: other) == [.string(Teller.text)]) }

    var answers: [RawReply] = []
    var pings: [RawReply] = []
    while answers.count < 41, !deaf.isCutOff {
      // Receive the remaining replies, some of which may still be queued in the service.
      try bench.settle(service)
      for reply in deaf.pump(milliseconds: 0) {
        if reply.member == "Ping" { pings.append(reply) }
        if reply.replySerial != nil { answers.append(reply) }
      }
    }
    let large = answers.count { $0.body.count > 1 << 20 }
    #expect(large == 16)
    #expect(answers.count { $0.errorName == Self.refusal.name.text } == 24)
    #expect(answers.last?.text == "short")
    #expect(pings.count == 1, "one ping is enough until it is answered")

    // When the caller has answered the ping, it gets large replies again.
    let ping = try #require(pings.first)
    deaf.send(
      RawMessage(kind: .answer, replySerial: ping.serial, destination: service.uniqueName.text)
    )
    deaf.send(call("Tell"))
    var last: RawReply?
    while last == nil, !deaf.isCutOff {
      try bench.settle(service)
      for reply in deaf.pump(milliseconds: 0) where reply.replySerial != nil { last = reply }
    }
    #expect((last?.body.count ?? 0) > 1 << 20)
    withExtendedLifetime(other) {}
  }

  @Test(
    "When a caller disconnects, its unread replies no longer use up the limit for other callers"
  )
  func left() throws {
    for _ in 0..<20 {
      let deaf = try RawClient(address: bench.bus.address)
      let before = teller.answered
      for _ in 0..<16 { deaf.send(call("Tell")) }
      while deaf.hasUnsent { _ = deaf.pump(milliseconds: 1_000, reading: false) }
      teller.onCall = { [teller, bench] in if teller.answered == before + 16 { bench.done() } }
      try bench.run()
    }
    teller.onCall = {}
    let client = try bench.connect()
    #expect(try ask("Tell", from: client) == [.string(Teller.text)])
  }
}
