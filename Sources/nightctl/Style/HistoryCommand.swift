import NightClient
import NightContract
import NightCore

/// The command `history`.
struct HistoryCommand: Command {
  let nightctl: Nightctl

  static let row = CommandEntry(
    name: "history",
    summary: "print past changes, and who made them",
    options: [.changeCount, .json],
    notes: """
      The latest change comes last, as in a log. Times are local. A process is shown under the name
      that it gave itself.
      """,
    run: HistoryCommand.history
  )

  private static let counts = 1...Contract.historyEntries
  private static let defaultCount = 20

  func history(_ invocation: Invocation) throws(Failure) {
    var count = Self.defaultCount
    if let text = invocation.value(of: .changeCount) {
      guard let number = Int(text), Self.counts.contains(number) else {
        throw invocation.usage(Messages.noCount(text, of: .changeCount, Self.counts))
      }
      count = number
    }
    let changes = try ask { (client) throws(ClientError) in try client.call(.history, UInt32(count))
    }
    // As in a log, the most recent change is printed last, just above the next prompt.
    let ordered = Array(changes.reversed())
    guard !invocation.has(.json) else {
      let rows = ordered.map { JSON.object($0.json) }
      return try output.json(.object([.init(name: "changes", value: .array(rows))]))
    }
    try output.sentences(ordered.map { HistoryMessages.change($0, at: LocalTime($0.time)) })
  }
}

extension Option {
  static let changeCount = Option(
    name: "-n",
    value: "COUNT",
    summary: "show at most COUNT changes (default: 20)"
  )
}

/// Messages for `nightctl history`, which also say which program asked for a change.
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

  /// The part of a change's line that contains the theme's name; empty if the theme is the built-in
  /// default.
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
    guard entry.endsHold else { return WhyMessages.past(entry.reason) }
    return "hold ended; "
      + (entry.reason == .choice ? "as chosen before" : WhyMessages.past(entry.reason))
  }

  /// Who or what asked for a change, as in `nightctl (process 4711)`; nil if unknown.
  static func who(_ origin: HistoryEntry.Origin) -> String? {
    switch origin {
    case .desktop: "the desktop's own switch"
    case .file: "a preference file"
    case .store: "another nightd"
    case .caller(let process?): program(process)
    case .caller(nil): nil
    }
  }

  static func program(_ process: HistoryEntry.Process) -> String {
    guard let name = process.name else { return "process \(process.number)" }
    return "\(Messages.plain(name)) (process \(process.number))"
  }
}
