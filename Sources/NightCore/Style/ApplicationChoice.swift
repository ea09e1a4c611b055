/// What one application wants for itself.
package enum ApplicationChoice: String, CaseIterable, Sendable {
  case light
  case dark
  /// What everyone else has.
  case follow

  package var style: Style? {
    switch self {
    case .light: .light
    case .dark: .dark
    case .follow: nil
    }
  }
}
