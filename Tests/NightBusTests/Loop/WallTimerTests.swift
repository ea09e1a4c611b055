import NightBus
import TestSupport
import Testing

@Suite("Timers of the calendar")
struct WallTimerTests {
  @Test("a moment that has passed is now", arguments: [Int64.min, -1, 0, 1, 1_000_000_000_000_000])
  func past(moment: Int64) throws {
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

  @Test("it fires at its moment and not before")
  func future() throws {
    let runner = try Runner()
    var firedAt: Int64 = 0
    let timer = try WallTimer(on: runner.loop) {
      firedAt = WallClock.system.microseconds()
      runner.done()
    }
    try MachineClock.alone {
      let moment = WallClock.system.microseconds() + 20_000
      timer.arm(atMicroseconds: moment)
      try runner.run()
      #expect(firedAt >= moment)
    }
  }

  @Test(
    "it fires once when the clock is set, be it to what it says, and for no moment too far away",
    .enabled(if: MachineClock.obstacle == nil, "\(MachineClock.obstacle ?? "")"),
    arguments: [3_600_000_000, .max / 2] as [Int64]
  )
  func set(ahead: Int64) throws {
    let runner = try Runner()
    var fired = 0
    let timer = try WallTimer(on: runner.loop) {
      fired += 1
      runner.done()
    }
    try MachineClock.alone {
      let moment = WallClock.system.microseconds() + ahead
      timer.arm(atMicroseconds: moment)
      try runner.run(milliseconds: 5)
      #expect(fired == 0)
      #expect(MachineClock.setToItself())
      try runner.run()
      #expect(MachineClock.setToItself())
      try runner.run(milliseconds: 5)
      #expect(fired == 1, "it rests after that")
      timer.arm(atMicroseconds: moment)
      try runner.run(milliseconds: 5)
      #expect(fired == 1, "it waits again")
    }
  }

  @Test("it does not fire while it rests, nor for a moment beyond all time")
  func rest() throws {
    let runner = try Runner()
    var fired = 0
    let timer = try WallTimer(on: runner.loop) { fired += 1 }
    try MachineClock.alone {
      timer.arm(atMicroseconds: WallClock.system.microseconds() + 2_000)
      timer.arm(atMicroseconds: nil)
      try runner.run(milliseconds: 10)
      timer.arm(atMicroseconds: .max)
      try runner.run(milliseconds: 5)
      #expect(fired == 0)
    }
  }

  @Test("one that is let go leaves the loop at rest, also by its own handler")
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
