package import NightContract
import NightCore

extension Look {
  /// What the portal asks for, painted with what is built in.
  package init(_ facts: SourceFacts) {
    var appearance = Appearance(
      style: facts.style ?? .light,
      choice: .system,
      isChosen: false,
      reason: facts.style == nil ? .fallback : .system,
      since: Instant(microseconds: 0)
    )
    appearance.isHighContrast = facts.isHighContrast ?? false
    appearance.accent = facts.accent
    appearance.isMotionReduced = facts.isMotionReduced ?? false
    self.init(builtInFor: appearance)
    self.appearance.theme = theme.name
  }
}
