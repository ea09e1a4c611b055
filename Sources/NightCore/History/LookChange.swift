/// What changed of contrast, accent and movement; nil where that is as it was.
package struct LookChange: Equatable, Sendable {
  package var isHighContrast: Bool?
  /// `#RRGGBB` or `none`.
  package var accent: String?
  package var isMotionReduced: Bool?

  package init(isHighContrast: Bool? = nil, accent: String? = nil, isMotionReduced: Bool? = nil) {
    self.isHighContrast = isHighContrast
    self.accent = accent
    self.isMotionReduced = isMotionReduced
  }

  /// What one appearance has otherwise than the one before it.
  package init(from old: Appearance, to new: Appearance) {
    if new.isHighContrast != old.isHighContrast { isHighContrast = new.isHighContrast }
    if new.accent != old.accent { accent = new.accent?.text ?? AccentWish.none.text }
    if new.isMotionReduced != old.isMotionReduced { isMotionReduced = new.isMotionReduced }
  }
}

extension Appearance.Accent {
  /// The nearest `#RRGGBB`.
  package var text: String {
    func byte(_ part: Double) -> UInt8 { UInt8(max(0, min(255, (part * 255).rounded()))) }
    return AccentWish.color(red: byte(red), green: byte(green), blue: byte(blue)).text
  }
}
