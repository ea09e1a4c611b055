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
