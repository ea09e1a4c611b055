import NightBus
import TestSupport
import Testing

@Suite("An idle loop")
struct IdleTests {
  @Test("A loop with a connection and armed timers does not wake up while nothing happens")
  func connection() throws {
    let bench = try Bench()
    let service = try bench.serve()
    let client = try bench.connect()
    let owner = try NameOwner(of: "org.example.Nobody", on: client, milliseconds: 5_000) { _ in
      bench.done()
    }
    try bench.run()
    _ = try bench.echo(.byte(1), by: service, from: client)
    let wall = try WallTimer(on: bench.loop) {}
    wall.arm(atMicroseconds: WallClock.system.microseconds() + 60_000_000)
    let end = bench.loop.timer { bench.done() }
    try MachineClock.alone {
      end.set(milliseconds: 200)
      let cost = try ThreadCost.measure { try bench.run() }
      #expect(cost.waits <= 4)
      #expect(cost.processorMilliseconds <= 20)
    }
    withExtendedLifetime((owner, wall, end)) {}
  }
}
