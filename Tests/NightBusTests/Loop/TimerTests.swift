import Glibc
import TestSupport
import Testing

@testable import NightBus

@Suite("Timers of a loop")
struct TimerTests {
  @Test("timers that are due together fire in the order of their moments, whoever was made first")
  func order() throws {
    let runner = try Runner()
    var fired: [Int] = []
    let timers = (0..<4).map { number in runner.loop.timer { fired.append(number) } }
    let last = runner.loop.timer { runner.done() }
    // All are due when the loop first looks.
    for (timer, milliseconds) in zip(timers, [4, 2, 3, 1]) { timer.set(milliseconds: milliseconds) }
    last.set(milliseconds: 5)
    Self.burn(milliseconds: 8)
    try runner.run()
    #expect(fired == [3, 1, 2, 0])
  }

  @Test("what has come is heard before a timer that is due as well")
  func standstill() throws {
    let runner = try Runner()
    let pipe = try Pipe()
    var heard: [String] = []
    var watch: Watch?
    watch = runner.loop.watch(pipe.reading, events: Int16(POLLIN)) { _ in
      heard.append("watch")
      watch?.cancel()
    }
    let timer = runner.loop.timer {
      heard.append("timer")
      runner.done()
    }
    timer.set(milliseconds: 1)
    pipe.write()
    Self.burn(milliseconds: 3)
    try runner.run()
    #expect(heard == ["watch", "timer"])
    watch = nil
  }

  @Test("a timer that is let go by what came before it does not fire, though it is due")
  func letGoInTime() throws {
    let runner = try Runner()
    var fired = 0
    var timer: Timer? = runner.loop.timer { fired += 1 }
    timer?.set(milliseconds: 1)
    var looks = 0
    // First before the wait, and then before what is due.
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

  @Test("a timer that is set again fires once, at the later moment")
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

  @Test("a handler may set its own timer, and it rests when told to")
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

  @Test("a timer that is let go does not fire")
  func letGo() throws {
    let runner = try Runner()
    var fired = false
    var timer: Timer? = runner.loop.timer { fired = true }
    timer?.set(milliseconds: 1)
    timer = nil
    try runner.run(milliseconds: 10)
    #expect(!fired)
  }

  @Test("a timer that another's handler lets go does not fire, though it is due")
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

  @Test("a handler that stops the loop is the last to run until the loop runs again")
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

  @Test("a wait beyond all measure is a wait", arguments: [Int.max, Int.max / 1_000_000, 1 << 60])
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

  @Test("timers that are set, set anew, rested and let go by chance fire in order, each once")
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
          // Each moment lies after those before it.
          timers[number]?.set(milliseconds: 0)
          if timers[number] != nil { order.append(number) }
        }
      }
      try runner.run(milliseconds: 1)
      #expect(fired == order)
    }
  }

  @Test("many thousands of waiting timers cost little at each turn of the loop")
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

  /// Lets time pass without waiting for anything.
  private static func burn(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while ContinuousClock.now < end {}
  }
}
