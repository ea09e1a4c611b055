import NightCore

/// The sentences about what changed.
extension Words {
  /// `2026-11-21 16:05  dark   by the schedule`.
  static func change(_ entry: HistoryEntry, at time: LocalTime) -> String {
    let style = entry.style == .dark ? "dark " : entry.style.rawValue
    let who = entry.origin.flatMap(who).map { ", by \($0)" } ?? ""
    return "\(time.text)  \(style)  \(reason(entry.reason))\(who)"
  }

  private static func reason(_ reason: Reason) -> String {
    switch reason {
    case .choice: "chosen"
    case .hold: "held for a while"
    case .schedule: "as the schedule says"
    case .system: "as the desktop asks"
    case .inhibit: "kept for a program"
    case .app: "for one application"
    case .fallback: "nobody decides"
    }
  }
}
