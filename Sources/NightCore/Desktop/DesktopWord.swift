/// What the desktop asks for, in one word.
package enum DesktopWord: String, CaseIterable, Sendable {
  case light
  case dark
  /// It has no preference, and so it is light there.
  case none

  /// Nil if it is no preference.
  package var style: Style? { Style(rawValue: rawValue) }

  /// As the program `gsettings` prints it.
  package init?(printed text: String) {
    switch text {
    case MirrorWish.dark: self = .dark
    case MirrorWish.light: self = .light
    case MirrorWish.none: self = .none
    default: return nil
    }
  }

  init(_ report: DesktopReport) {
    switch report.style {
    case .light: self = .light
    case .dark: self = .dark
    case nil: self = .none
    }
  }
}
