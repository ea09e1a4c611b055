import NightBus
import NightCore

/// Debounces the reports of a source that changes rapidly.
///
/// The first report is passed on at once, and then a quiet period begins. Of the reports within
/// that period the last one is passed on at its end. The periods grow for as long as the changes go
/// on.
final class ChangeDebouncer {
  private static let firstMilliseconds = 50
  /// Limits the reports of a switch that never rests: under the schedule each report is a write.
  private static let longestMilliseconds = 2_000

  private let handler: (DesktopReport?) -> Void
  private var timer: Timer?
  private var isQuiet = false
  private var milliseconds = ChangeDebouncer.firstMilliseconds
  private var last: Value?
  private var waiting: Value?

  /// A report, or nil as the report that no source answers.
  private struct Value: Equatable { let report: DesktopReport? }

  init(_ loop: Loop, _ handler: @escaping (DesktopReport?) -> Void) {
    self.handler = handler
    timer = loop.timer { [unowned self] in
      isQuiet = false
      guard let value = waiting.take(), value != last else {
        milliseconds = Self.firstMilliseconds
        return
      }
      milliseconds = min(milliseconds * 2, Self.longestMilliseconds)
      pass(value)
    }
  }

  /// Whether a report waits that is newer than the last one passed on.
  var isWaiting: Bool { waiting.map { $0 != last } ?? false }

  /// Passes the waiting report on at once.
  func flush() {
    guard let value = waiting.take(), value != last else { return }
    pass(value)
  }

  /// Passes a report on, or lets it wait; an echo reports a value that nightd itself wrote.
  ///
  /// A report that waits when an echo arrives came before the write and was overwritten. It may be
  /// the user's own change, so it is passed on first.
  func add(_ report: DesktopReport?, isEcho: Bool = false) {
    if isEcho { flush() }
    let value = Value(report: report)
    if isQuiet { waiting = value } else { pass(value) }
  }

  private func pass(_ value: Value) {
    guard value != last else { return }
    // "No source" at the start is not a change, so it begins no quiet period.
    let isStart = last == nil && value.report == nil
    last = value
    guard !isStart else { return handler(nil) }
    isQuiet = true
    timer?.set(milliseconds: milliseconds)
    handler(value.report)
  }
}
