import NightBus
import TestSupport
import Testing

@Suite("Wall timers")
struct WallTimerTests {
  @Test(
    "A wall timer for a time in the past fires at once, and only once",
    arguments: [Int64.min, -1, 0, 1, 1_000_000_000_000_000]
  )
  func past(moment: Int64) throws {
    try MachineClock.alone {
      let runner = try Runner()
      var fired = 0
      let timer = try WallTimer(on: runner.loop) {
        fired += 1
        runner.done()
      }
      timer.arm(atMicroseconds: moment)
      try runner.run()
      try runner.run(milliseconds: 5)
      #expect(fired == 1, "it rests after that")
    }
  }

  @Test("A wall timer fires at its time and not before")
  func future() throws {
    try MachineClock.alone {
      let runner = try Runner()
      var firedAt: Int64 = 0
      let timer = try WallTimer(on: runner.loop) {
        firedAt = WallClock.system.microseconds()
        runner.done()
      }
      let moment = WallClock.system.microseconds() + 20_000
      timer.arm(atMicroseconds: moment)
      try runner.run()
      #expect(firedAt >= moment)
    }
  }

  @Test(
    "If somebody sets the clock, a wall timer fires once, even if it has no time or a distant one",
    .enabled(if: MachineClock.skipReason == nil, "\(MachineClock.skipReason ?? "")"),
    arguments: [nil, 3_600_000_000, .max / 2] as [Int64?]
  )
  func set(ahead: Int64?) throws {
    try MachineClock.alone {
      let runner = try Runner()
      var fired = 0
      let timer = try WallTimer(on: runner.loop) {
        fired += 1
        runner.done()
      }
      let moment = ahead.map { WallClock.system.microseconds() + $0 }
      timer.arm(atMicroseconds: moment)
      for round in 1...2 {
        #expect(MachineClock.set())
        try runner.run()
        try runner.run(milliseconds: 5)
        #expect(fired == round)
      }
      timer.arm(atMicroseconds: moment)
      try runner.run(milliseconds: 5)
      #expect(fired == 2, "it waits again")
    }
  }

  @Test(
    "A wall timer fires if somebody sets the clock just before the timer is armed",
    .enabled(if: MachineClock.skipReason == nil, "\(MachineClock.skipReason ?? "")")
  )
  func setMeanwhile() throws {
    try MachineClock.alone {
      let runner = try Runner()
      var fired = 0
      var look: () -> Void = {}
      let timer = try WallTimer(on: runner.loop) {
        fired += 1
        look()
      }
      func arm() { timer.arm(atMicroseconds: WallClock.system.microseconds() + 3_600_000_000) }
      // Sets the clock inside the timer's own handler, before the handler arms the timer again.
      look = {
        if fired == 1 { MachineClock.set() } else { runner.done() }
        arm()
      }
      timer.arm(atMicroseconds: 0)
      try runner.run()
      #expect(fired == 2)
      // Sets the clock outside the handler, before the test arms the timer again.
      look = { runner.done() }
      MachineClock.set()
      arm()
      try runner.run()
      try runner.run(milliseconds: 5)
      #expect(fired == 3)
      look = {}
    }
  }

  @Test("A wall timer does not fire if it was stopped or if its time is too far in the future")
  func rest() throws {
    try MachineClock.alone {
      let runner = try Runner()
      var fired = 0
      let timer = try WallTimer(on: runner.loop) { fired += 1 }
      timer.arm(atMicroseconds: WallClock.system.microseconds() + 2_000)
      timer.arm(atMicroseconds: nil)
      try runner.run(milliseconds: 10)
      timer.arm(atMicroseconds: .max)
      try runner.run(milliseconds: 5)
      #expect(fired == 0)
    }
  }

  @Test("If a wall timer is released, even by its own handler, the loop stays idle")
  func letGo() throws {
    let runner = try Runner()
    var fired = 0
    var timer: WallTimer?
    timer = try WallTimer(on: runner.loop) {
      fired += 1
      timer = nil
    }
    timer?.arm(atMicroseconds: 0)
    let cost = try ThreadCost.measure { try runner.run(milliseconds: 50) }
    #expect(fired == 1)
    #expect(cost.processorMilliseconds < 25)
  }
}
