import NightBus
import NightCore

/// The current write of GNOME's settings.
///
/// After the write, another portal backend may report the written style to applications. If
/// nightd's portal sent a newer style before that report, the report would undo the newer style for
/// a moment. So the portal does not send the newer style before the report has come.
final class MirrorWrite {
  /// The longest time for which nightd's portal holds back a newer style.
  private static let mostMilliseconds = 2_000

  private var limit: Timer?
  private var word: DesktopWord?
  /// Whether the chosen source is a portal backend that reports GNOME's settings.
  private var isReportedByBackend = false

  /// Called with true when a write begins, and with false when it ends.
  var onChange: (Bool) -> Void = { _ in }

  init(on loop: Loop) {
    limit = loop.timer { [unowned self] in end() }
  }

  var isUnderWay: Bool { word != nil }

  func begin(_ word: DesktopWord) {
    self.word = word
    limit?.set(milliseconds: Self.mostMilliseconds)
    onChange(true)
  }

  /// Receives every report of the chosen source, before changes are debounced.
  func reported(_ report: DesktopReport) {
    isReportedByBackend = DesktopSource.isSettingsBackend(report.source)
    if isReportedByBackend, report.word == word { end() }
  }

  /// Called when the program has ended; a backend may still have to report the written style.
  func programEnded(isFailed: Bool) {
    if isFailed || !isReportedByBackend { end() }
  }

  private func end() {
    guard word != nil else { return }
    word = nil
    limit?.stop()
    onChange(false)
  }
}
