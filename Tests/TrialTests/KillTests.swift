import Testing
import Trials

@Suite struct KillTests {
  @Test("A daemon killed among eight writers has lost no answered change")
  func kills() throws {
    let tally = try Kills(rounds: 10).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 10)
  }

  @Test("A daemon killed among eight writers of preferences has lost no answered change")
  func preferenceKills() throws {
    let tally = try PreferenceKills(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }
}
