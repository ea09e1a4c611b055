import Testing
import Trials

@Suite struct KillTests {
  @Test("killed among eight writers, the daemon has lost nothing it answered")
  func kills() throws {
    let tally = try Kills(rounds: 10).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 10)
  }
}
