import TestSupport
import Testing
import Trials

@Suite struct TimeTrialTests {
  @Test(
    "After each clock jump the style fits the new time, with one signal per change",
    .enabled(if: ClockJumps.skipReason == nil, "\(ClockJumps.skipReason ?? "")")
  )
  func jumps() throws {
    let tally = try ClockJumps(jumps: 40).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 40)
  }

  @Test(
    "The daemon uses the new zone after each way of switching it",
    .enabled(if: ZoneSwitches.skipReason == nil, "\(ZoneSwitches.skipReason ?? "")")
  )
  func switches() throws {
    let tally = try ZoneSwitches(switches: 15).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 15)
  }
}
