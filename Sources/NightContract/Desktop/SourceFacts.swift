package import NightCore
package import NightValues

/// What one source has told so far, key by key.
package struct SourceFacts: Equatable, Sendable {
  /// Whether it ever told whether dark is preferred, and be it wrongly: without that it is no source.
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

  /// Nil where a part is no share of a colour.
  package static func accent(_ red: Double, _ green: Double, _ blue: Double) -> Accent? {
    // Of a NaN no comparison is true.
    guard [red, green, blue].allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    return Accent(red: red, green: green, blue: blue)
  }
}
