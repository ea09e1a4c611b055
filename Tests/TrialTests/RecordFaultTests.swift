import Testing

@testable import Trials

@Suite struct RecordFaultTests {
  private static let noStrace = Comment(rawValue: RecordFaults.skipReason ?? "")

  @Test(
    "A record that cannot be read loses no entry, and no command that leaves a line exits with 0",
    .enabled(if: RecordFaults.skipReason == nil, noStrace)
  )
  func faults() throws {
    let tally = try RecordFaults(rounds: 24, every: 19).run()
    #expect(tally.isClean, "\(tally)")
  }

  @Test(
    "The trial of records sees lines that stay",
    .enabled(if: RecordFaults.skipReason == nil, noStrace)
  )
  func control() throws {
    let tally = try RecordFaultControl().run()
    #expect(tally.isClean, "\(tally)")
  }
}
