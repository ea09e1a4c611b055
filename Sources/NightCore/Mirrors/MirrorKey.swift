/// A key of `org.gnome.desktop.interface` that is written after the style.
package enum MirrorKey: String, CaseIterable, Sendable {
  case colorScheme = "color-scheme"
  case gtkTheme = "gtk-theme"
  case iconTheme = "icon-theme"
  case cursorTheme = "cursor-theme"
  case accentColor = "accent-color"

  /// Those whose values people name for each style; the first one follows from the style.
  package static var named: [MirrorKey] { allCases.filter { $0 != .colorScheme } }

  /// The preference that names its value for a style.
  package func preference(_ style: Style) -> String { "mirror.\(rawValue).\(style.rawValue)" }
}
