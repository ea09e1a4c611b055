import TestSupport
import Testing
import Trials

/// Compares the Keeper, under a simulated clock, with a plain calculation.
///
/// `make torture` compares 10,000 years.
@Suite struct ZoneYearsTests {
  private static let skipReason = Comment(rawValue: ZoneYears.skipReason ?? "")
  /// An unoptimised build is too slow for more years, and people do not run such builds.
  private static let years = Built.isRelease ? 200 : 2

  @Test(
    "In random years of random zones, the style follows the rules, with one change at a time",
    .enabled(if: ZoneYears.skipReason == nil, skipReason)
  )
  func live() throws {
    let tally = try ZoneYears(years: Self.years, seed: 2026).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == Self.years)
  }
}
