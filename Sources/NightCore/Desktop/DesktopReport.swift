/// What the desktop's own settings say, as one source tells it.
package struct DesktopReport: Equatable, Sendable {
  /// Who tells it: the last part of a portal backend's name, such as `gtk`, or `gsettings`.
  package var source: String
  /// Nil where it has no preference.
  package var style: Style?
  /// Nil, as all below, where it does not say.
  package var isHighContrast: Bool?
  package var accent: Appearance.Accent?
  package var isMotionReduced: Bool?

  package init(
    source: String,
    style: Style? = nil,
    isHighContrast: Bool? = nil,
    accent: Appearance.Accent? = nil,
    isMotionReduced: Bool? = nil
  ) {
    self.source = source
    self.style = style
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// The style that it asks for: who has no preference sees light, on every desktop.
  package var asked: Style { style ?? .light }
}
