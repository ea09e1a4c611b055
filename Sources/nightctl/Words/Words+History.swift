import NightCore

/// The sentences about what changed.
extension Words {
  /// `2026-11-21 16:05  dark   as the schedule says`, or `2026-11-21 20:21  contrast high`.
  static func change(_ entry: HistoryEntry, at time: LocalTime) -> String {
    var what = theme(entry) + look(entry.look)
    if entry.isOfStyle || what.isEmpty {
      let style = entry.style == .dark ? "dark " : entry.style.rawValue
      what.insert("\(style)  \(reason(entry.reason))", at: 0)
    }
    let who = entry.origin.flatMap(who).map { ", by \($0)" } ?? ""
    return "\(time.text)  \(what.joined(separator: ", "))\(who)"
  }

  /// The theme, unless it is the one that is built in for the style.
  private static func theme(_ entry: HistoryEntry) -> [String] {
    let isUsual = [false, true].contains { isHigh in
      entry.theme.isSameText(as: BuiltInThemes.defaultName(ThemeSlot(entry.style, isHigh: isHigh)))
    }
    guard entry.isOfStyle, !entry.theme.isEmpty, !isUsual else { return [] }
    return ["theme \(plain(entry.theme))"]
  }

  private static func look(_ change: LookChange) -> [String] {
    var words: [String] = []
    if let isHigh = change.isHighContrast { words.append("contrast \(isHigh ? "high" : "normal")") }
    if let accent = change.accent { words.append("accent \(plain(accent))") }
    if let isReduced = change.isMotionReduced {
      words.append("motion \(isReduced ? "reduced" : "full")")
    }
    return words
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
