import Testing
import Trials

@Suite struct KillTests {
  @Test("If a daemon is killed while eight clients write, no answered change is lost")
  func kills() throws {
    let tally = try Kills(rounds: 10).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 10)
  }

  @Test("If a daemon is killed while eight clients write preferences, no answered change is lost")
  func preferenceKills() throws {
    let tally = try PreferenceKills(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }
}
