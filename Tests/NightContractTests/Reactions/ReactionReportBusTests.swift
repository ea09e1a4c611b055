import NightBus
import NightContract
import NightCore
import NightValues
import Testing

@Suite("Reports of reactions on the bus")
struct ReactionReportBusTests {
  @Test("both ways", arguments: ReactionReport.End.allCases)
  func bothWays(end: ReactionReport.End) throws {
    var report = ReactionReport(name: "gsettings", isRunning: true, runs: 3, skipped: 198)
    #expect(ReactionReport(report.bus) == report)
    report.last = ReactionReport.Last(
      time: Instant(microseconds: 1_795_277_100_000_000),
      milliseconds: 40,
      end: end,
      code: -1,
      isFailed: true,
      words: "ended with code 1",
      output: "one\ntwo"
    )
    #expect(ReactionReport(report.bus) == report)
  }

  @Test("what is no report is none")
  func none() {
    #expect(ReactionReport(.string("gsettings")) == nil)
    #expect(ReactionReport(.options([("runs", .uint64(1))])) == nil)
  }
}
