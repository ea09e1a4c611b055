import NightKit

/// A few rows, painted by the roles of the theme.
@MainActor
final class Panel: Themed {
  private static let frame = Duration.milliseconds(33)
  private static let swatches: [(color: ThemeKey<Color>, text: ThemeKey<Color>)] = [
    (.primary, .onPrimary), (.secondary, .onSecondary), (.success, .onSuccess),
    (.warning, .onWarning), (.error, .onError), (.selection, .onSelection),
  ]

  private let terminal: Terminal
  private let clock = ContinuousClock()
  private var shown: Appearance?
  private var fading: Task<Void, Never>?
  private var complaint = "What goes wrong stands here."

  init(on terminal: Terminal) { self.terminal = terminal }

  func apply(_ appearance: Appearance) {
    // A change that comes in the middle of a fade fades from what is seen then.
    fading?.cancel()
    guard let shown else { return paint(appearance) }
    let transition = Transition(from: shown, to: appearance)
    fading = Task { await fade(transition) }
  }

  /// Ends with the last frame: nothing is painted until the next change.
  private func fade(_ transition: Transition) async {
    let start = clock.now
    while !Task.isCancelled {
      let elapsed = clock.now - start
      paint(transition.appearance(after: elapsed))
      if transition.isOver(after: elapsed) { return }
      try? await clock.sleep(for: Self.frame)
    }
  }

  func repaint() {
    if let shown { paint(shown) }
  }

  func show(_ error: any Error) {
    complaint = "\(error)"
    repaint()
  }

  private func paint(_ look: Appearance) {
    shown = look
    let paper = Ink.paper(look[.surface])
    let swatches = Self.swatches.map { color, text in
      Ink.paper(look[color]) + Ink.text(look[text]) + " \(color.name ?? "") "
    }
    terminal.show([
      Ink.paper(look[.surfaceVariant]) + Ink.text(look[.onSurface]) + Ink.bold("  nightd")
        + Ink.text(look[.onSurfaceVariant]) + "  \(look.style) · \(look.theme.name)",
      paper,
      paper + Ink.text(look[.onSurface]) + "  Every colour here is one of the theme's roles.",
      paper + Ink.text(look[.link]) + "  " + Ink.underlined("docs/themes.md lists them"),
      paper + Ink.text(look[.error]) + "  \(complaint)",
      paper,
      paper + "  " + swatches.joined(separator: paper + " ") + paper,
      paper,
      Ink.paper(look[.background]) + Ink.text(look[.onSurfaceVariant])
        + "  l light   d dark   t the other one   q quit",
    ])
  }
}
