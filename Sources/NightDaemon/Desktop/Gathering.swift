import NightBus
import NightCore

/// Tells changes on, but no flutter.
///
/// The first one at once, and of those that follow within a moment the last one, when that moment is
/// over. Moments grow for as long as it goes on.
final class Gathering {
  private static let momentMilliseconds = 50
  /// A switch that never rests is heard so seldom: under the schedule each word of it is a write.
  private static let longestMilliseconds = 2_000

  private let tell: (DesktopReport?) -> Void
  private var moment: Timer?
  private var isMoment = false
  private var milliseconds = Gathering.momentMilliseconds
  private var last: Told?
  private var waiting: Told?

  private struct Told: Equatable { let report: DesktopReport? }

  init(_ loop: Loop, _ tell: @escaping (DesktopReport?) -> Void) {
    self.tell = tell
    moment = loop.timer { [unowned self] in
      isMoment = false
      guard let report = waiting.take(), report != last else {
        milliseconds = Self.momentMilliseconds
        return
      }
      milliseconds = min(milliseconds * 2, Self.longestMilliseconds)
      pass(report)
    }
  }

  /// Whether something newer than what was told waits.
  var isHolding: Bool { waiting.map { $0 != last } ?? false }

  /// Tells at once what waits.
  func tellNow() {
    guard let report = waiting.take(), report != last else { return }
    pass(report)
  }

  /// Takes a report; an echo is the report of what nightd itself wrote.
  ///
  /// A report that waits when an echo arrives came before the write and was written over. It may be
  /// a person's word, so it is told first.
  func take(_ report: DesktopReport?, isEcho: Bool = false) {
    if isEcho { tellNow() }
    let report = Told(report: report)
    if isMoment { waiting = report } else { pass(report) }
  }

  private func pass(_ report: Told) {
    guard report != last else { return }
    // That there is nobody, at the start, is no change to wait after.
    let isStart = last == nil && report.report == nil
    last = report
    guard !isStart else { return tell(nil) }
    isMoment = true
    moment?.set(milliseconds: milliseconds)
    tell(report.report)
  }
}
