import CGtk4
import NightKit

/// The style sheet of one part of a window, in the colours of the theme.
@MainActor
final class Sheet: Themed {
  private let area: String
  private let provider = gtk_css_provider_new()

  /// Makes a sheet for everything below the selector `area`.
  init(for area: String, in window: UnsafeMutablePointer<GtkWidget>) {
    self.area = area
    cgtk_add(provider, window)
  }

  /// Called for each frame of a fade, if the sheet was set up with `fading: true`.
  func apply(_ appearance: Appearance) {
    cgtk_load(provider, Rules.text(for: area, appearance))
  }
}
