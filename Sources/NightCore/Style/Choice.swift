/// Who decides the style.
package enum Choice: String, CaseIterable, Sendable {
  case light
  case dark
  /// Dusk and dawn decide.
  case schedule
  /// The desktop decides.
  case system

  package init(_ style: Style) { self = style == .light ? .light : .dark }

  /// The style of a fixed choice.
  package var fixed: Style? {
    switch self {
    case .light: .light
    case .dark: .dark
    case .schedule, .system: nil
    }
  }
}
