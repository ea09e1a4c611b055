import NightBus
import TestSupport
import Testing

@Suite("A bus that does not read")
struct StalledBusTests {
  @Test(
    "If the bus is stalled, messages are queued and calls time out; later, all messages arrive"
  )
  func stalled() throws {
    let bench = try Bench()
    let receiver = try bench.connect()
    let sender = try bench.connect()
    let owner = try NameOwner(of: sender.uniqueName, on: receiver, milliseconds: 5_000) { _ in
      bench.done()
    }
    try bench.run()
    var received = 0
    let subscription = try receiver.subscribe(MatchRule(interface: "a.b"), from: owner) { _ in
      received += 1
    }
    try bench.settle(receiver)
    try bench.bus.pause()
    let text = BusValue.string(String(repeating: "x", count: 1 << 16))
    for _ in 0..<64 { try sender.send(.signal(from: "/", "a.b", "Big", [text])) }
    #expect(sender.unsentBytes > 3 << 20)
    let start = ContinuousClock.now
    sender.flush(milliseconds: 30)
    #expect(throws: BusError.timedOut) {
      _ = try sender.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 30)
    }
    #expect(throws: BusError.timedOut) {
      try bench.call(sender, .call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 30)
    }
    #expect(ContinuousClock.now - start < .seconds(5))
    #expect(sender.unsentBytes > 2 << 20)
    bench.bus.resume()
    try bench.settle(receiver, after: sender)
    #expect(received == 64)
    #expect(sender.unsentBytes == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("A bus that does not answer `Hello` is reported as unreachable within the time limit")
  func greeting() throws {
    let bench = try Bench()
    try bench.bus.pause()
    #expect(throws: BusError.unreachable(address: bench.bus.address, why: "no reply came in time"))
    {
      _ = try Connection(address: bench.bus.address, milliseconds: 30)
    }
    #expect(throws: BusError.unreachable(address: bench.bus.address, why: "no reply came in time"))
    {
      let question = try Message.call(to: .bus, at: .bus, .bus, "GetId")
      _ = try Connection(address: bench.bus.address, asking: question, milliseconds: 30) { _ in }
    }
  }

  @Test("While the bus is stalled, a service gets no new calls, and all callers get replies later")
  func backPressure() throws {
    let bench = try Bench()
    let echo = Echo()
    let service = try bench.serve(echo)
    let client = try bench.connect()
    var answered = 0
    for _ in 0..<3 {
      try client.call(.echo("Echo", at: service, [.variant(.byte(1))]), milliseconds: 20_000) {
        if $1 == nil { answered += 1 }
        if answered == 3 { bench.done() }
      }
    }
    // These calls make the service read the pending calls into its queue before the loop runs.
    for connection in [client, service] {
      _ = try connection.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    }
    try bench.bus.pause()
    let text = BusValue.string(String(repeating: "x", count: 1 << 20))
    for _ in 0..<10 { try service.send(.signal(from: "/", "a.b", "Big", [text])) }
    var served = 0
    echo.onCall = { _ in served += 1 }
    let pause = bench.loop.timer { bench.done() }
    pause.set(milliseconds: 30)
    let cost = try ThreadCost.measure { try bench.run() }
    #expect(cost.processorMilliseconds < 25)
    let early = served
    bench.bus.resume()
    if answered < 3 { try bench.run() }
    #expect(answered == 3)
    #expect(early == 0)
    withExtendedLifetime(pause) {}
  }

  @Test("The loss of a stalled bus is reported")
  func endsWhileStalled() throws {
    let bench = try Bench()
    let service = try bench.serve(Echo())
    var losses = 0
    service.onLost = {
      losses += 1
      bench.done()
    }
    try bench.bus.pause()
    let text = BusValue.string(String(repeating: "x", count: 1 << 20))
    for _ in 0..<10 { try service.send(.signal(from: "/", "a.b", "Big", [text])) }
    try bench.bus.kill()
    try bench.run()
    #expect(losses == 1)
  }
}
