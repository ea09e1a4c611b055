import NightCore
import Testing

@testable import nightctl

@Suite("lines of nightctl reactions")
struct ReactionLineTests {
  private static let time = Instant(microseconds: 1_795_277_100_000_000)

  private static func last(_ words: String, isFailed: Bool = false) -> ReactionReport.Last {
    ReactionReport.Last(
      time: time,
      milliseconds: 40,
      end: .exited,
      isFailed: isFailed,
      words: words
    )
  }

  @Test(
    "one line each",
    arguments: [
      (
        ReactionReport(name: "gsettings", runs: 1, last: last("done")),
        "gsettings   2026-11-21 16:05  done, in 40 ms"
      ),
      (
        ReactionReport(
          name: "hook",
          isRunning: true,
          last: last("ended with code 1", isFailed: true)
        ),
        "hook        2026-11-21 16:05  failed: ended with code 1, in 40 ms; runs now"
      ),
      (ReactionReport(name: "new", isRunning: true), "new         runs for the first time"),
    ]
  )
  func line(report: ReactionReport, line: String) {
    let time = report.last.map { LocalTime($0.time, in: .utc) }
    #expect(Words.reaction(report, at: time, width: 10) == line)
  }
}
