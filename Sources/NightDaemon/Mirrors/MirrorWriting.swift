import NightBus
package import NightCore

/// The moment in which GNOME's settings are being written.
///
/// Another backend of the portal tells applications what was written. A newer style that applications
/// were told before that would be undone for a moment, so it waits until the backend has spoken.
package final class MirrorWriting {
  /// No application waits longer for a newer style.
  private static let mostMilliseconds = 2_000

  private var limit: Timer?
  private var echo: DesktopMemory.Echo?
  /// Whether the source that is followed is such a backend.
  private var isToldByBackend = false

  /// Called with whether something is being written, when that changes.
  package var onChange: (Bool) -> Void = { _ in }

  init(on loop: Loop) {
    limit = loop.timer { [unowned self] in end() }
  }

  func began(_ echo: DesktopMemory.Echo) {
    self.echo = echo
    limit?.set(milliseconds: Self.mostMilliseconds)
    onChange(true)
  }

  /// What the desktop's source says, at once and with nothing left out.
  package func heard(_ report: DesktopReport) {
    isToldByBackend = DesktopSource.isSettingsBackend(report.source)
    guard isToldByBackend else { return }
    switch echo {
    case .style(let style): if report.asked == style { end() }
    case .before: end()
    case nil: break
    }
  }

  /// The program has ended; a backend that listens may still have to tell what it wrote.
  func ended(isFailed: Bool) {
    if isFailed || !isToldByBackend { end() }
  }

  private func end() {
    guard echo != nil else { return }
    echo = nil
    limit?.rest()
    onChange(false)
  }
}
