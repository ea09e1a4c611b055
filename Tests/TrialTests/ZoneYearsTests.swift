import TestSupport
import Testing
import Trials

/// The Keeper with a simulated clock beside a plain calculation; `make torture` runs 10,000 years.
@Suite struct ZoneYearsTests {
  private static let skipReason = Comment(rawValue: ZoneYears.skipReason ?? "")
  /// Debug code is slow, and people do not run it.
  private static let years = Built.isRelease ? 200 : 2

  @Test(
    "The style follows the rules in random years of random zones, with one change at a time",
    .enabled(if: ZoneYears.skipReason == nil, skipReason)
  )
  func live() throws {
    let tally = try ZoneYears(years: Self.years, seed: 2026).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == Self.years)
  }
}
