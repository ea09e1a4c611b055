import NightKit

/// The style rules that paint one area of a window in the colours of the theme.
enum Rules {
  /// The colours of the row of swatches, and the text colour for each swatch.
  static let swatches: [(color: ThemeKey<Color>, text: ThemeKey<Color>)] = [
    (.primary, .onPrimary), (.secondary, .onSecondary), (.success, .onSuccess),
    (.warning, .onWarning), (.error, .onError), (.selection, .onSelection),
  ]

  static func text(for area: String, _ appearance: Appearance) -> String {
    func color(_ role: ThemeKey<Color>) -> String { appearance[role].hex }
    let swatches = Self.swatches.map { role, text in
      """
      \(area) .swatch.\(role.name ?? "") { background: \(color(role)); color: \(color(text)); }
      """
    }
    // Turn off GTK's own transitions, because they would lag behind the frames that are painted
    // here.
    return """
      \(area), \(area) * { transition: none; text-shadow: none; }
      \(area) { background: \(color(.background)); color: \(color(.onBackground)); }
      \(area).solid-csd { border-color: \(color(.separator)); box-shadow: none; }
      \(area) headerbar {
        background: \(color(.surfaceVariant)); color: \(color(.onSurface));
        border-bottom: 1px solid \(color(.separator)); box-shadow: none;
      }
      \(area) windowcontrols button { color: \(color(.onSurface)); }
      \(area) .card {
        background: \(color(.surface)); color: \(color(.onSurface));
        border: 1px solid \(color(.separator)); border-radius: 12px; padding: 20px;
      }
      \(area) .title { font-weight: bold; font-size: 130%; }
      \(area) .less { color: \(color(.onSurfaceVariant)); }
      \(area) link { color: \(color(.link)); }
      \(area) .problem { color: \(color(.error)); }
      \(area) button.primary {
        background: \(color(.primary)); color: \(color(.onPrimary));
        border: none; box-shadow: none; font-weight: bold;
      }
      \(area) button.primary:hover { filter: brightness(1.1); }
      \(area) .linked button {
        background: \(color(.surfaceVariant)); color: \(color(.onSurface));
        border: 1px solid \(color(.separator)); box-shadow: none;
      }
      \(area) .linked button:checked {
        background: \(color(.selection)); color: \(color(.onSelection));
      }
      \(area) .linked button:disabled { color: \(color(.disabled)); }
      \(area) .linked button:disabled:not(:checked) { background: \(color(.surface)); }
      \(area) flowboxchild { padding: 0; }
      \(area) .swatch { border-radius: 6px; padding: 4px 8px; font-size: 80%; }
      \(swatches.joined(separator: "\n"))
      """
  }
}
