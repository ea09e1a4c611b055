import NightKit

/// A few rows of text, painted in the colours of the theme.
@MainActor
final class Panel: Themed {
  private static let swatches: [(color: ThemeKey<Color>, text: ThemeKey<Color>)] = [
    (.primary, .onPrimary), (.secondary, .onSecondary), (.success, .onSuccess),
    (.warning, .onWarning), (.error, .onError), (.selection, .onSelection),
  ]

  private let terminal: Terminal
  private var shown: Appearance?
  private var message = "Errors appear here."

  init(on terminal: Terminal) { self.terminal = terminal }

  /// Paints each frame of a fade, because the panel is set up with `fading: true`.
  func apply(_ appearance: Appearance) {
    shown = appearance
    paint(appearance)
  }

  func repaint() {
    if let shown { paint(shown) }
  }

  func show(_ error: any Error) {
    message = "\(error)"
    repaint()
  }

  private func paint(_ appearance: Appearance) {
    let paper = Ink.paper(appearance[.surface])
    let swatches = Self.swatches.map { color, text in
      Ink.paper(appearance[color]) + Ink.text(appearance[text]) + " \(color.name ?? "") "
    }
    terminal.show([
      Ink.paper(appearance[.surfaceVariant]) + Ink.text(appearance[.onSurface])
        + Ink.bold("  nightd")
        + Ink.text(appearance[.onSurfaceVariant])
        + "  \(appearance.style) · \(appearance.theme.name)",
      paper,
      paper + Ink.text(appearance[.onSurface]) + "  Each colour here is a role of the theme.",
      paper + Ink.text(appearance[.link]) + "  " + Ink.underlined("docs/themes.md lists them"),
      paper + Ink.text(appearance[.error]) + "  \(message)",
      paper,
      paper + "  " + swatches.joined(separator: paper + " ") + paper,
      paper,
      Ink.paper(appearance[.background]) + Ink.text(appearance[.onSurfaceVariant])
        + "  l light   d dark   t the other one   q quit",
    ])
  }
}

/// Escape sequences for terminals with true colour.
enum Ink {
  /// Sets the background of the text that follows.
  static func paper(_ color: Color) -> String { "\u{1b}[48;2;\(parts(color))m" }

  /// Sets the colour of the text that follows.
  static func text(_ color: Color) -> String { "\u{1b}[38;2;\(parts(color))m" }

  static func bold(_ text: String) -> String { "\u{1b}[1m\(text)\u{1b}[22m" }

  static func underlined(_ text: String) -> String { "\u{1b}[4m\(text)\u{1b}[24m" }

  private static func parts(_ color: Color) -> String {
    [color.red, color.green, color.blue].map { "\(Int(($0 * 255).rounded()))" }
      .joined(separator: ";")
  }
}
