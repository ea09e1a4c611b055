package import NightContract
import NightCore

extension Look {
  /// What the portal asks for, painted with what is built in.
  package init(_ facts: SourceFacts) {
    var paint = Paint(facts.style ?? .light)
    paint.isHighContrast = facts.isHighContrast ?? false
    paint.accent = facts.accent
    paint.isMotionReduced = facts.isMotionReduced ?? false
    self.init(builtInFor: paint)
    self.paint.theme = theme.theme.name
  }
}
