import Glibc
import TestSupport
import Testing

@testable import NightBus

@Suite("Timers of a loop")
struct TimerTests {
  @Test(
    "Timers that are due fire in the order of their deadlines, not in the order of their creation"
  )
  func order() throws {
    let runner = try Runner()
    var fired: [Int] = []
    let timers = (0..<4).map { number in runner.loop.timer { fired.append(number) } }
    let last = runner.loop.timer { runner.done() }
    // All of these timers are already due when the loop begins its first turn.
    for (timer, milliseconds) in zip(timers, [4, 2, 3, 1]) { timer.set(milliseconds: milliseconds) }
    last.set(milliseconds: 5)
    Self.burn(milliseconds: 8)
    try runner.run()
    #expect(fired == [3, 1, 2, 0])
  }

  @Test("Handlers of ready descriptors are called before due timers fire")
  func standstill() throws {
    let runner = try Runner()
    let pipe = try Pipe()
    var events: [String] = []
    var watch: Watch?
    watch = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { _ in
      events.append("watch")
      watch?.cancel()
    }
    let timer = runner.loop.timer {
      events.append("timer")
      runner.done()
    }
    timer.set(milliseconds: 1)
    pipe.write()
    Self.burn(milliseconds: 3)
    try runner.run()
    #expect(events == ["watch", "timer"])
    watch = nil
  }

  @Test("If a step of the loop releases a due timer, this timer does not fire")
  func letGoInTime() throws {
    let runner = try Runner()
    var fired = 0
    var timer: Timer? = runner.loop.timer { fired += 1 }
    timer?.set(milliseconds: 1)
    var looks = 0
    // The loop runs its steps before it waits, and once more before it fires the timers that are
    // due.
    let step = runner.loop.addStep {
      looks += 1
      if looks == 2 { timer = nil }
      return false
    }
    try runner.run(milliseconds: 20)
    #expect(looks >= 2)
    #expect(fired == 0)
    runner.loop.removeStep(step)
  }

  @Test("A timer that is set again fires only once, at the later deadline")
  func again() throws {
    let runner = try Runner()
    var fired = 0
    let timer = runner.loop.timer { fired += 1 }
    timer.set(milliseconds: 1)
    timer.set(milliseconds: 60_000)
    try runner.run(milliseconds: 10)
    #expect(fired == 0)
    timer.set(milliseconds: 5)
    try runner.run(milliseconds: 50)
    #expect(fired == 1)
  }

  @Test("A handler may set its own timer again, and a stopped timer does not fire")
  func rest() throws {
    let runner = try Runner()
    var fired = 0
    var timer: Timer?
    timer = runner.loop.timer {
      fired += 1
      timer?.set(milliseconds: 0)
      guard fired == 3 else { return }
      timer?.stop()
      runner.done()
    }
    timer?.set(milliseconds: 0)
    try runner.run()
    try runner.run(milliseconds: 5)
    #expect(fired == 3)
    timer = nil
  }

  @Test("A released timer does not fire")
  func letGo() throws {
    let runner = try Runner()
    var fired = false
    var timer: Timer? = runner.loop.timer { fired = true }
    timer?.set(milliseconds: 1)
    timer = nil
    try runner.run(milliseconds: 10)
    #expect(!fired)
  }

  @Test("If a handler releases another due timer, this timer does not fire")
  func letGoByAnother() throws {
    let runner = try Runner()
    var fired = false
    var victim: Timer?
    let first = runner.loop.timer { victim = nil }
    victim = runner.loop.timer { fired = true }
    first.set(milliseconds: 0)
    victim?.set(milliseconds: 0)
    try runner.run(milliseconds: 10)
    #expect(!fired)
    #expect(victim == nil)
  }

  @Test("If a handler stops the loop, the remaining handlers run only when the loop runs again")
  func stop() throws {
    let runner = try Runner()
    var fired: [Int] = []
    let first = runner.loop.timer {
      fired.append(1)
      runner.done()
    }
    let second = runner.loop.timer {
      fired.append(2)
      runner.done()
    }
    first.set(milliseconds: 0)
    second.set(milliseconds: 0)
    try runner.run()
    #expect(fired == [1])
    try runner.run()
    #expect(fired == [1, 2])
  }

  @Test(
    "A timer with an enormous delay never fires, and a timer with a negative delay fires at once",
    arguments: [Int.max, Int.max / 1_000_000, 1 << 60]
  )
  func endless(milliseconds: Int) throws {
    let runner = try Runner()
    var fired = false
    let timer = runner.loop.timer { fired = true }
    timer.set(milliseconds: milliseconds)
    try runner.run(milliseconds: 5)
    #expect(!fired)
    timer.set(milliseconds: -milliseconds)
    try runner.run(milliseconds: 5)
    #expect(fired, "what lies before now is due")
  }

  @Test("After timers are set, stopped and released at random, those left fire once and in order")
  func many() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<50 {
      let runner = try Runner()
      var fired: [Int] = []
      var timers: [Timer?] = (0..<60).map { number in runner.loop.timer { fired.append(number) } }
      var order: [Int] = []
      for _ in 0..<200 {
        let number = Int.random(in: 0..<timers.count, using: &random)
        order.removeAll { $0 == number }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: timers[number]?.stop()
        case 1: timers[number] = nil
        default:
          // Each timer's deadline is later than those of all earlier timers.
          timers[number]?.set(milliseconds: 0)
          if timers[number] != nil { order.append(number) }
        }
      }
      try runner.run(milliseconds: 1)
      #expect(fired == order)
    }
  }

  @Test("Thousands of waiting timers add little to the cost of each turn of the loop")
  func crowd() throws {
    let runner = try Runner()
    let crowd = (0..<5_000).map { _ in runner.loop.timer {} }
    for timer in crowd { timer.set(milliseconds: 60_000) }
    var turns = 0
    var turn: Timer?
    turn = runner.loop.timer {
      turns += 1
      turns == 1_000 ? runner.done() : turn?.set(milliseconds: 0)
    }
    turn?.set(milliseconds: 0)
    let cost = try ThreadCost.measure { try runner.run() }
    #expect(cost.processorMilliseconds < 1_000)
    withExtendedLifetime(crowd) {}
  }

  /// Spends processor time without waiting.
  private static func burn(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
  }
}
