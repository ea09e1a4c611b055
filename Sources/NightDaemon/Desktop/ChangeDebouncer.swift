import NightBus
import NightCore

/// Debounces the reports of the desktop's settings, which may change rapidly.
///
/// The first report is passed on at once, and then a quiet period begins. At the end of the quiet
/// period, the debouncer passes on the last report of that period. As long as reports keep coming,
/// each quiet period is longer than the previous one, up to a limit.
final class ChangeDebouncer {
  private static let firstMilliseconds = 50
  /// The longest quiet period; it is long because each report that is passed on may cause a write
  /// to disk.
  private static let longestMilliseconds = 2_000

  /// Called at the end of a quiet period if the value is again the one that was passed on last.
  var onReturn: () -> Void = {}

  private let handler: (DesktopReport?) -> Void
  private var timer: Timer?
  private var isQuiet = false
  private var milliseconds = ChangeDebouncer.firstMilliseconds
  private var last: Value?
  private var waiting: Value?

  /// A report of the desktop's settings; `report` is nil if no source of these settings answers.
  private struct Value: Equatable { let report: DesktopReport? }

  init(_ loop: Loop, _ handler: @escaping (DesktopReport?) -> Void) {
    self.handler = handler
    timer = loop.timer { [unowned self] in
      isQuiet = false
      let value = waiting.take()
      guard let value, value != last else {
        milliseconds = Self.firstMilliseconds
        if value != nil { onReturn() }
        return
      }
      milliseconds = min(milliseconds * 2, Self.longestMilliseconds)
      pass(value)
    }
  }

  /// Whether a waiting report differs from the report that was passed on last.
  var isWaiting: Bool { waiting.map { $0 != last } ?? false }

  /// Passes the waiting report on without waiting any longer.
  func flush() {
    guard let value = waiting.take(), value != last else { return }
    pass(value)
  }

  /// Passes a report on or lets it wait; an echo is a report of a value that nightd itself wrote.
  ///
  /// If a report waits when an echo arrives, nightd's write has overwritten the waiting value. The
  /// overwritten value may be the user's own change, so the waiting report is passed on first.
  func add(_ report: DesktopReport?, isEcho: Bool = false) {
    if isEcho { flush() }
    let value = Value(report: report)
    if isQuiet { waiting = value } else { pass(value) }
  }

  private func pass(_ value: Value) {
    guard value != last else { return }
    // Do not begin a quiet period if no source answers at the start, because nothing has changed
    // then.
    let isStart = last == nil && value.report == nil
    last = value
    guard !isStart else { return handler(nil) }
    isQuiet = true
    timer?.set(milliseconds: milliseconds)
    handler(value.report)
  }
}
