import NightCore

/// Messages of `nightctl reactions`.
extension Words {
  static let nothingRun = "nightd has changed no other program's settings since it started"

  /// `gsettings  2026-11-21 16:05  done, in 40 ms; runs now`.
  static func reaction(_ report: ReactionReport, at time: LocalTime?, width: Int) -> String {
    let name = report.name + String(repeating: " ", count: max(width - report.name.count, 0))
    guard let last = report.last, let time else { return "\(name)  runs for the first time" }
    let failed = last.isFailed ? "failed: " : ""
    let again = report.isRunning ? "; runs now" : ""
    return "\(name)  \(time.text)  \(failed)\(last.words), in \(last.milliseconds) ms\(again)"
  }
}
