package import NightBus
package import NightCore

extension PortalSettings {
  /// The D-Bus type of the reply with all settings.
  package static let busType = BusType.dictionary(.string, .dictionary(.string, .variant))

  /// Returns the value of a key, or nil if the key is not set.
  package func value(_ key: Key) -> BusValue? {
    switch key {
    case .colorScheme: .uint32(colorScheme.rawValue)
    case .contrast: isHighContrast.map { .uint32($0 ? 1 : 0) }
    case .accent: accent?.bus
    case .reducedMotion: isMotionReduced.map { .uint32($0 ? 1 : 0) }
    }
  }

  /// Returns the value to send when a key is no longer set.
  ///
  /// The portal has no signal for removing a key.
  package static func unset(_ key: Key) -> BusValue {
    switch key {
    case .colorScheme, .contrast, .reducedMotion: .uint32(0)
    // The portal's documentation says that a colour out of range means “no accent colour”.
    case .accent: .structure([.double(-1), .double(-1), .double(-1)])
    }
  }

  /// Returns all matching namespaces, each with all its keys that are set.
  package func values(matching patterns: NamespacePatterns) -> BusValue {
    guard patterns.matches(Self.namespace) else { return .dictionary(.string, Self.inner, []) }
    let members = Key.allCases.compactMap { key in value(key).map { (key.rawValue, $0) } }
    let entry = BusValue.Entry(key: .string(Self.namespace), value: .options(members))
    return .dictionary(.string, Self.inner, [entry])
  }

  private static let inner = BusType.dictionary(.string, .variant)
}
