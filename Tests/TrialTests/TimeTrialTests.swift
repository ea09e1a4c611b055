import TestSupport
import Testing
import Trials

@Suite struct TimeTrialTests {
  @Test(
    "wherever the clock jumps, the style is what it should be then, and told once",
    .enabled(if: ClockJumps.obstacle == nil, "\(ClockJumps.obstacle ?? "")")
  )
  func jumps() throws {
    let tally = try ClockJumps(jumps: 40).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 40)
  }

  @Test(
    "however the machine's zone is switched, the daemon goes by the new one",
    .enabled(if: ZoneSwitches.obstacle == nil, "\(ZoneSwitches.obstacle ?? "")")
  )
  func switches() throws {
    let tally = try ZoneSwitches(switches: 15).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 15)
  }
}
