package import NightBus
package import NightCore

/// The desktop's settings that one source, such as a portal backend, has reported so far.
package struct SourceFacts: Equatable, Sendable {
  /// Whether the source has reported any value for the style, valid or not.
  ///
  /// nightd does not use a source that never reports the style.
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

  /// Makes an accent colour; nil if the red, green or blue part is not between 0 and 1.
  package static func accent(_ red: Double, _ green: Double, _ blue: Double) -> Accent? {
    // The check also fails for NaN, because every comparison with NaN is false.
    guard [red, green, blue].allSatisfy({ $0 >= 0 && $0 <= 1 }) else { return nil }
    return Accent(red: red, green: green, blue: blue)
  }
}

extension SourceFacts {
  /// The namespace of the settings that portal backends report.
  package static let portalNamespace = "org.freedesktop.appearance"

  /// Stores a value from a portal backend, and returns whether the value is valid for its key.
  ///
  /// An invalid value means “no preference”, as the portal's documentation requires.
  package mutating func take(_ key: String, _ value: BusValue) -> Bool {
    let value = value.unwrapped
    switch key {
    case "color-scheme":
      isStyleTold = true
      style = nil
      switch value {
      case .uint32(0): break
      case .uint32(1): style = .dark
      case .uint32(2): style = .light
      default: return false
      }
    case "contrast":
      let isHigh = Self.flag(value)
      isHighContrast = isHigh ?? false
      return isHigh != nil
    case "reduced-motion":
      let isReduced = Self.flag(value)
      isMotionReduced = isReduced ?? false
      return isReduced != nil
    case "accent-color":
      accent = Self.accent(value)
      return accent != nil || Self.isColor(value)
    default: break
    }
    return true
  }

  private static func flag(_ value: BusValue) -> Bool? {
    switch value {
    case .uint32(0): false
    case .uint32(1): true
    default: nil
    }
  }

  private static func accent(_ value: BusValue) -> Accent? {
    guard let parts = parts(value), parts.count == 3,
      case (.double(let red), .double(let green), .double(let blue)) = (
        parts[0], parts[1], parts[2]
      )
    else { return nil }
    return accent(red, green, blue)
  }

  /// Returns the parts of a colour, from a `(ddd)` or from the `ad` that COSMIC's backend sends in
  /// its signals.
  private static func parts(_ value: BusValue) -> [BusValue]? {
    switch value {
    case .structure(let parts), .array(.double, let parts): parts
    default: nil
    }
  }

  /// Whether a value has the form in which a colour is sent.
  ///
  /// A colour with a part below 0 or above 1 is valid too, and means that no accent colour is set.
  private static func isColor(_ value: BusValue) -> Bool {
    guard let parts = parts(value) else { return false }
    return parts.count == 3 && parts.allSatisfy { $0.type == .double }
  }
}

extension BusValue {
  /// The maximum number of variants to unwrap; a backend and a portal may each wrap a value in a
  /// variant.
  private static let layers = 8

  /// The value that remains when all variants around it are removed.
  package var unwrapped: BusValue {
    var value = self
    for _ in 0..<Self.layers {
      guard case .variant(let inner) = value else { break }
      value = inner
    }
    return value
  }
}
