import Glibc
import NightBus
import TestSupport
import Testing

@Suite("A loop at rest")
struct RestTests {
  @Test(
    "A resting loop frees memory once after many or large calls, but not after a few small calls"
  )
  func rest() throws {
    let bench = try Bench()
    var heapEnd = 0
    bench.loop.giveMemoryBackAtRest(heapEnd: { heapEnd }, freeBytes: { 0 })
    let service = try bench.serve()
    let client = try bench.connect()
    var rests = 0
    bench.loop.onRest = {
      rests += 1
      bench.done()
    }
    let limit = bench.loop.timer { bench.done() }
    func serve(_ count: Int) throws {
      for _ in 0..<count { try client.send(.echo("Echo", at: service, [.variant(.byte(1))])) }
      try bench.settle(service, after: client)
    }
    try serve(2_000)
    limit.set(milliseconds: 20_000)
    try bench.run()
    #expect(rests == 1)
    try serve(10)
    limit.set(milliseconds: 2_500)
    let cost = try ThreadCost.measure { try bench.run() }
    #expect(rests == 1)
    #expect(cost.processorMilliseconds < 25)
    heapEnd = 1 << 20
    try serve(1)
    limit.set(milliseconds: 20_000)
    try bench.run()
    #expect(rests == 2)
  }

  @Test("If later work again leaves a mebibyte unused, a resting loop frees memory again")
  func freed() throws {
    let bench = try Bench()
    var freeBytes = 3 << 20
    bench.loop.giveMemoryBackAtRest(heapEnd: { 0 }, freeBytes: { freeBytes })
    var rests = 0
    bench.loop.onRest = {
      rests += 1
      bench.done()
    }
    let limit = bench.loop.timer { bench.done() }
    func work(free: Int, limit milliseconds: Int) throws {
      bench.loop.offload({}, then: { freeBytes = free })
      limit.set(milliseconds: milliseconds)
      try bench.run()
    }
    try work(free: 3 << 20, limit: 2_500)
    #expect(rests == 0)
    try work(free: 4 << 20, limit: 20_000)
    #expect(rests == 1)
    try work(free: 4 << 20, limit: 2_500)
    #expect(rests == 1)
    // First uses the freed memory again, and then frees a further mebibyte.
    try work(free: 1 << 20, limit: 2_500)
    try work(free: 2 << 20, limit: 20_000)
    #expect(rests == 2)
  }
}

@Suite("Idle loop")
struct IdleTests {
  @Test("While nothing happens, a loop with a connection and armed timers does not wake up")
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
