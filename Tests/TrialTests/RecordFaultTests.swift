import Testing

@testable import Trials

@Suite struct RecordFaultTests {
  private static let noStrace = Comment(rawValue: RecordFaults.skipReason ?? "")

  @Test(
    "If a record is unreadable, no entry is lost, and commands that cannot restore a file fail",
    .enabled(if: RecordFaults.skipReason == nil, noStrace)
  )
  func faults() throws {
    let tally = try RecordFaults(rounds: 24, every: 19).run()
    #expect(tally.isClean, "\(tally)")
  }

  @Test(
    "If `off` leaves nightd's lines behind, the trial of damaged records notices this",
    .enabled(if: RecordFaults.skipReason == nil, noStrace)
  )
  func control() throws {
    let tally = try RecordFaultControl().run()
    #expect(tally.isClean, "\(tally)")
  }
}
