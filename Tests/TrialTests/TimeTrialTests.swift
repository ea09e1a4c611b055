import TestSupport
import Testing
import Trials

@Suite struct TimeTrialTests {
  @Test(
    "After each jump of the clock, the style fits the new time, and each change sends one signal",
    .enabled(if: ClockJumps.skipReason == nil, "\(ClockJumps.skipReason ?? "")")
  )
  func jumps() throws {
    let tally = try ClockJumps(jumps: 40).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 40)
  }

  @Test(
    "In whatever way the zone is switched, the daemon uses the new zone",
    .enabled(if: ZoneSwitches.skipReason == nil, "\(ZoneSwitches.skipReason ?? "")")
  )
  func switches() throws {
    let tally = try ZoneSwitches(switches: 15).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 15)
  }
}
