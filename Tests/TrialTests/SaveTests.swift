import Testing
import Trials

@Suite struct SaveTests {
  @Test("If editors save files while nightctl writes them, no save is lost or torn")
  func saves() throws {
    let tally = try Saves(rounds: 8).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 40)
  }

  @Test("If a save is lost, the trial of saving editors notices this")
  func control() throws {
    let tally = try SaveControl(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
  }
}
