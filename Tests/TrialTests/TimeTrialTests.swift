import TestSupport
import Testing
import Trials

@Suite struct TimeTrialTests {
  @Test(
    "After each jump of the clock, the style fits the new time, with one signal per change",
    .enabled(if: ClockJumps.skipReason == nil, "\(ClockJumps.skipReason ?? "")")
  )
  func jumps() throws {
    let tally = try ClockJumps(jumps: 40).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 40)
  }

  @Test(
    "The daemon uses a new zone, however the zone is switched",
    .enabled(if: ZoneSwitches.skipReason == nil, "\(ZoneSwitches.skipReason ?? "")")
  )
  func switches() throws {
    let tally = try ZoneSwitches(switches: 15).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 15)
  }
}
