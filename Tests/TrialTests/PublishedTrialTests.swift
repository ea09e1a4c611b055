import TestSupport
import Testing
import Trials

@Suite struct PublishedTrialTests {
  @Test("While the bus is stopped, each read returns the style that was set last")
  func stopped() throws {
    // Other tests keep the machine busy, so a process may take long to start.
    let tally = try StoppedBuses(reads: 50, limit: .seconds(5)).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 100)
  }

  @Test("After a change is published, it is on disk, and no reader gets an older value")
  func kills() throws {
    let tally = try PublishedKills(changes: 40).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == 40)
  }
}
