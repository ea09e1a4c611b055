import NightBus
import NightCore

/// The moment in which GNOME's settings are being written.
///
/// Another backend of the portal tells applications what was written. A newer style that applications
/// were told before that would be undone for a moment, so it waits until the backend has spoken.
final class MirrorWriting {
  /// No application waits longer for a newer style.
  private static let mostMilliseconds = 2_000

  private var limit: Timer?
  private var word: DesktopWord?
  /// Whether the source that is followed is such a backend.
  private var isToldByBackend = false

  /// Called with whether something is being written, when that changes.
  var onChange: (Bool) -> Void = { _ in }

  init(on loop: Loop) {
    limit = loop.timer { [unowned self] in end() }
  }

  var isUnderWay: Bool { word != nil }

  func began(_ word: DesktopWord) {
    self.word = word
    limit?.set(milliseconds: Self.mostMilliseconds)
    onChange(true)
  }

  /// What the desktop's source says, at once and with nothing left out.
  func heard(_ report: DesktopReport) {
    isToldByBackend = DesktopSource.isSettingsBackend(report.source)
    if isToldByBackend, report.word == word { end() }
  }

  /// The program has ended; a backend that listens may still have to tell what it wrote.
  func ended(isFailed: Bool) {
    if isFailed || !isToldByBackend { end() }
  }

  private func end() {
    guard word != nil else { return }
    word = nil
    limit?.stop()
    onChange(false)
  }
}
