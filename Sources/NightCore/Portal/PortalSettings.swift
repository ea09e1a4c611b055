/// What applications are told through the desktop portal; what nobody set is left out.
package struct PortalSettings: Equatable, Sendable {
  package enum ColorScheme: UInt32, Sendable {
    case noPreference = 0
    case dark = 1
    case light = 2
  }

  /// The keys of the portal's namespace, by their names there.
  package enum Key: String, CaseIterable, Sendable {
    case colorScheme = "color-scheme"
    case contrast = "contrast"
    case accent = "accent-color"
    case reducedMotion = "reduced-motion"
  }

  package static let namespace = "org.freedesktop.appearance"

  package var colorScheme = ColorScheme.noPreference
  package var isHighContrast: Bool?
  package var accent: Appearance.Accent?
  package var isMotionReduced: Bool?

  package init() {}

  /// Until someone decides, applications keep what they do by themselves.
  ///
  /// A desktop without a preference decides nothing.
  package init(_ appearance: Appearance) {
    let isUndecided = appearance.reason == .system && appearance.desktop == DesktopWord.none
    if appearance.reason != .fallback, !isUndecided {
      colorScheme = appearance.style == .dark ? .dark : .light
    }
    isHighContrast = appearance.isContrastSet ? appearance.isHighContrast : nil
    accent = appearance.accent
    isMotionReduced = appearance.isMotionSet ? appearance.isMotionReduced : nil
  }

  /// The keys whose values differ, in the order of the table.
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
