import TestSupport
import Testing
import Trials

/// The Keeper with a made-up clock beside a plain reckoning; `make torture` lives 10,000 years.
@Suite struct ZoneYearsTests {
  private static let obstacle = Comment(rawValue: ZoneYears.obstacle ?? "")
  /// Debug code is slow, and is not what people run.
  private static let years = Built.isRelease ? 200 : 2

  @Test(
    "in random years of random zones the style is what the rules say, with one change for each",
    .enabled(if: ZoneYears.obstacle == nil, obstacle)
  )
  func live() throws {
    let tally = try ZoneYears(years: Self.years, seed: 2026).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == Self.years)
  }
}
