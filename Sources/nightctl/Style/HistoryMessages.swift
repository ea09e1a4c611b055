import NightCore

/// The lines of `nightctl history`, and who asked for a change.
enum HistoryMessages {
  /// The line for a change, such as `2026-11-21 16:05  dark   as the schedule says`.
  static func change(_ entry: HistoryEntry, at time: LocalTime) -> String {
    var what = theme(entry) + look(entry.look)
    if entry.isOfStyle || what.isEmpty {
      let style = entry.style == .dark ? "dark " : entry.style.rawValue
      what.insert("\(style)  \(reason(entry))", at: 0)
    }
    let who = entry.origin.flatMap(who).map { ", by \($0)" } ?? ""
    return "\(time.text)  \(what.joined(separator: ", "))\(who)"
  }

  /// The theme, unless it is the built-in default.
  private static func theme(_ entry: HistoryEntry) -> [String] {
    let isUsual = [false, true].contains { isHigh in
      entry.theme.isSameText(as: BuiltInThemes.defaultName(ThemeSlot(entry.style, isHigh: isHigh)))
    }
    guard entry.isOfStyle, !entry.theme.isEmpty, !isUsual else { return [] }
    return ["theme \(Messages.plain(entry.theme))"]
  }

  private static func look(_ change: LookChange) -> [String] {
    var parts: [String] = []
    if let isHigh = change.isHighContrast { parts.append("contrast \(isHigh ? "high" : "normal")") }
    if let accent = change.accent { parts.append("accent \(Messages.plain(accent))") }
    if let isReduced = change.isMotionReduced {
      parts.append("motion \(isReduced ? "reduced" : "full")")
    }
    return parts
  }

  private static func reason(_ entry: HistoryEntry) -> String {
    guard entry.endsHold else { return reason(entry.reason) }
    return "hold ended; " + (entry.reason == .choice ? "as chosen before" : reason(entry.reason))
  }

  /// Who asked for a change, as in `nightctl (process 4711)`; nil if unknown.
  static func who(_ origin: HistoryEntry.Origin) -> String? {
    switch origin {
    case .desktop: "the desktop's own switch"
    case .file: "a file of preferences"
    case .store: "another nightd"
    case .caller(let process?): program(process)
    case .caller(nil): nil
    }
  }

  static func program(_ process: HistoryEntry.Process) -> String {
    guard let name = process.name else { return "process \(process.number)" }
    return "\(Messages.plain(name)) (process \(process.number))"
  }

  /// The reason as `nightctl history` prints it.
  static func reason(_ reason: Reason) -> String {
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
