/// The settings that applications read through the desktop portal; nil means that a setting is not
/// set.
package struct PortalSettings: Equatable, Sendable {
  package enum StylePreference: UInt32, Sendable {
    case noPreference = 0
    case dark = 1
    case light = 2
  }

  /// The keys of these settings in the portal's namespace `org.freedesktop.appearance`.
  package enum Key: String, CaseIterable, Sendable {
    case colorScheme = "color-scheme"
    case contrast = "contrast"
    case accent = "accent-color"
    case reducedMotion = "reduced-motion"
  }

  package static let namespace = "org.freedesktop.appearance"

  package var colorScheme = StylePreference.noPreference
  package var isHighContrast: Bool?
  package var accent: Accent?
  package var isMotionReduced: Bool?

  package init() {}

  /// Reports no preference while the style is only a fallback, so that applications use their own
  /// default.
  ///
  /// Also reports no preference if the style comes from the desktop, but the desktop has no
  /// preference.
  package init(_ appearance: Appearance) {
    let isUndecided = appearance.reason == .system && appearance.desktop == DesktopWord.none
    if appearance.reason != .fallback, !isUndecided {
      colorScheme = appearance.style == .dark ? .dark : .light
    }
    isHighContrast = appearance.isContrastSet ? appearance.isHighContrast : nil
    accent = appearance.accent
    isMotionReduced = appearance.isMotionSet ? appearance.isMotionReduced : nil
  }

  /// The keys whose values differ from those in `other`, in the order in which the cases are
  /// declared.
  package func keys(differingFrom other: PortalSettings) -> [Key] {
    Key.allCases.filter { key in
      switch key {
      case .colorScheme: colorScheme != other.colorScheme
      case .contrast: isHighContrast != other.isHighContrast
      case .accent: accent != other.accent
      case .reducedMotion: isMotionReduced != other.isMotionReduced
      }
    }
  }
}

/// The namespaces that a program asks the portal for.
///
/// An empty list, or an empty pattern in the list, asks for all namespaces.
package struct NamespacePatterns: Sendable {
  private let patterns: [String]

  package init(_ patterns: [String]) { self.patterns = patterns }

  package func matches(_ namespace: String) -> Bool {
    patterns.isEmpty || patterns.contains { Self.matches(namespace, $0) }
  }

  private static func matches(_ namespace: String, _ pattern: String) -> Bool {
    guard pattern.utf8.last == UInt8(ascii: "*") else {
      return pattern.isEmpty || pattern == namespace
    }
    // A pattern such as `org.free*` may end in the middle of a word; other portal backends allow
    // this too.
    return namespace.utf8.starts(with: pattern.utf8.dropLast())
  }
}
