import Testing
import Trials

@Suite struct SaveTests {
  @Test("What editors save while nightctl writes the same files is neither lost nor torn")
  func saves() throws {
    let tally = try Saves(rounds: 8).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count > 40)
  }

  @Test("The trial of saves sees lost saves")
  func control() throws {
    let tally = try SaveControl(rounds: 6).run()
    #expect(tally.isClean, "\(tally)")
  }
}
