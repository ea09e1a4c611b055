import Glibc
import NightBus
import TestSupport
import Testing

@Suite("A loop at rest")
struct RestTests {
  @Test(
    "After many calls or large ones memory is given back, once, and after a few nothing is done"
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

  @Test("Memory is given back if a piece of work leaves a mebibyte free, and once for the same")
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
    // What was free is in use again, and then it is free.
    try work(free: 1 << 20, limit: 2_500)
    try work(free: 2 << 20, limit: 20_000)
    #expect(rests == 2)
  }
}
