package import NightCore
package import NightValues

/// The settings that one source has reported so far.
package struct SourceFacts: Equatable, Sendable {
  /// Whether the source has reported any value for the style, valid or not.
  ///
  /// A program that never reports the style does not count as a source.
  package var isStyleTold = false
  package var style: Style?
  package var isHighContrast: Bool?
  package var accent: Accent?
  package var isMotionReduced: Bool?

  package init() {}

  package func report(from source: String) -> DesktopReport {
    DesktopReport(
      source: source,
      style: style,
      isHighContrast: isHighContrast,
      accent: accent,
      isMotionReduced: isMotionReduced
    )
  }

  /// Makes an accent colour; returns nil if a part is not between 0 and 1.
  package static func accent(_ red: Double, _ green: Double, _ blue: Double) -> Accent? {
    // A part that is NaN fails too, because every comparison with NaN is false.
    guard [red, green, blue].allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    return Accent(red: red, green: green, blue: blue)
  }
}
