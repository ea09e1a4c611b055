import Testing
import Trials

@Suite struct KillTests {
  @Test("killed among eight writers, the daemon has lost nothing it answered")
  func kills() throws {
    let tally = try Kills(rounds: 10).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 10)
  }

  @Test("killed among eight writers of preferences, a full store has lost nothing it answered")
  func preferenceKills() throws {
    let tally = try PreferenceKills(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 6)
  }
}
