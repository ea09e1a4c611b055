package import NightBus
package import NightCore

extension PortalSettings {
  /// What the bus calls the answer to everything.
  package static let busType = BusType.dictionary(.string, .dictionary(.string, .variant))

  /// Nil where nobody set it.
  package func value(_ key: Key) -> BusValue? {
    switch key {
    case .colorScheme: .uint32(colorScheme.rawValue)
    case .contrast: isHighContrast.map { .uint32($0 ? 1 : 0) }
    case .accent: accent?.bus
    case .reducedMotion: isMotionReduced.map { .uint32($0 ? 1 : 0) }
    }
  }

  /// What tells that a key is not set any more, since no signal tells that it went.
  package static func unset(_ key: Key) -> BusValue {
    switch key {
    case .colorScheme, .contrast, .reducedMotion: .uint32(0)
    // Out of range, which the portal's documents ask its readers to take for none.
    case .accent: .structure([.double(-1), .double(-1), .double(-1)])
    }
  }

  /// Every namespace that matches, with all that is set in it.
  package func values(matching patterns: NamespacePatterns) -> BusValue {
    guard patterns.matches(Self.namespace) else { return .dictionary(.string, Self.inner, []) }
    let members = Key.allCases.compactMap { key in value(key).map { (key.rawValue, $0) } }
    let entry = BusValue.Entry(key: .string(Self.namespace), value: .options(members))
    return .dictionary(.string, Self.inner, [entry])
  }

  private static let inner = BusType.dictionary(.string, .variant)
}
