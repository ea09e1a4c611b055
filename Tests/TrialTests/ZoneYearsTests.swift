import TestSupport
import Testing
import Trials

/// Compares the Keeper (which decides the style) under a simulated clock with a plain calculation.
///
/// `make torture` compares 10,000 years.
@Suite struct ZoneYearsTests {
  private static let skipReason = Comment(rawValue: ZoneYears.skipReason ?? "")
  /// Unoptimised builds simulate fewer years, because they are slow and nobody installs them.
  private static let years = Built.isRelease ? 200 : 2

  @Test(
    "In random years and zones, the style follows the rules, and changes come one at a time",
    .enabled(if: ZoneYears.skipReason == nil, skipReason)
  )
  func live() throws {
    let tally = try ZoneYears(years: Self.years, seed: 2026).run()
    #expect(tally.isClean, "\(tally)")
    #expect(tally.count == Self.years)
  }
}
