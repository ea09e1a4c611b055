/// What the desktop says, and whether it is listened to.
package struct DesktopView: Equatable, Sendable {
  /// Nil where nobody tells.
  package var report: DesktopReport?
  /// Whether its switch is followed only where the choice is `system`.
  package var isIgnored: Bool

  package init(report: DesktopReport?, isIgnored: Bool) {
    self.report = report
    self.isIgnored = isIgnored
  }
}

extension DesktopReport {
  package var word: DesktopWord { DesktopWord(self) }
}

extension DesktopView: Record {
  package static let blank = DesktopView(report: nil, isIgnored: false)

  package mutating func visit(_ fields: inout Fields) {
    var source = report?.source ?? ""
    fields.required("source", &source)
    fields.field("ignored", &isIgnored)
    // Without a source there is nothing that it could have said.
    guard !source.isEmpty else { return }
    var report = report ?? DesktopReport(source: source)
    report.visit(&fields)
    self.report = report
  }
}

extension DesktopReport {
  fileprivate mutating func visit(_ fields: inout Fields) {
    var word = word
    fields.field("style", &word)
    style = word.style
    fields.number(AppearanceKey.contrast, &isHighContrast)
    fields.field(AppearanceKey.accent, &accent)
    fields.field(AppearanceKey.reducedMotion, &isMotionReduced)
  }
}
