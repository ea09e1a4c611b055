import NightBus
import NightContract
import NightCore

/// The lines of `nightctl history`.
extension Messages {
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
    return ["theme \(plain(entry.theme))"]
  }

  private static func look(_ change: LookChange) -> [String] {
    var parts: [String] = []
    if let isHigh = change.isHighContrast { parts.append("contrast \(isHigh ? "high" : "normal")") }
    if let accent = change.accent { parts.append("accent \(plain(accent))") }
    if let isReduced = change.isMotionReduced {
      parts.append("motion \(isReduced ? "reduced" : "full")")
    }
    return parts
  }

  private static func reason(_ entry: HistoryEntry) -> String {
    guard entry.endsHold else { return reason(entry.reason) }
    return "hold ended; " + (entry.reason == .choice ? "as chosen before" : reason(entry.reason))
  }
}

// MARK: - Callers

/// Who asked for a change, and when.
extension Messages {
  /// Who asked for the style and when, as in `you set it with nightctl 20 minutes ago`.
  static func asked(_ reasoning: Reasoning) -> String {
    let when = ago(reasoning.begun, reasoning)
    switch reasoning.asker {
    case .desktop: return "you set it with the desktop's own switch" + when
    case .store: return "another nightd stored it" + when
    case .caller(let process):
      guard let name = process?.name else { return "you set it" + when }
      guard name == "nightctl" else { return "\(plain(name)) set it" + when }
      return "you set it with nightctl" + when
    case .file, nil: return "you set it" + when
    }
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
    return "\(plain(name)) (process \(process.number))"
  }

  /// The age of a moment, as in ` 20 minutes ago`; empty if the moment is unknown.
  private static func ago(_ instant: Instant, _ reasoning: Reasoning) -> String {
    guard instant.microseconds > 0 else { return "" }
    let seconds = (reasoning.now.microseconds - instant.microseconds) / 1_000_000
    switch seconds {
    case 0..<60: return " a moment ago"
    case 60..<120: return " a minute ago"
    case 120..<3_600: return " \(seconds / 60) minutes ago"
    default: return " at " + past(instant, reasoning)
    }
  }

  /// A past moment, as in `16:05`, `16:05 yesterday` or `16:05 on Thu 2026-12-24`.
  static func past(_ instant: Instant, _ reasoning: Reasoning) -> String {
    let time = reasoning.clock(instant)
    switch reasoning.time.date.daysSince1970 - time.date.daysSince1970 {
    case 0: return time.clock
    case 1: return "\(time.clock) yesterday"
    default: return "\(time.clock) on \(day(time.date))"
    }
  }

  /// The name of the inhibitor's application, or else of its process.
  static func name(_ inhibitor: Inhibitor) -> String {
    let names = [inhibitor.application, inhibitor.process?.name ?? ""]
    return names.first { !$0.isEmpty }.map(plain) ?? "a program"
  }

  /// A foreign name, made safe to print, without quotation marks.
  static func plain(_ name: String) -> String { String("\(Excerpt(name))".dropFirst().dropLast()) }
}

/// Messages of `nightctl programs`.
extension Messages {
  static let nothingRun = "nightd has made no update by itself since it started"

  /// The line for an update by the daemon, such as `gsettings  2026-11-21 16:05  done, in 40 ms; runs now`.
  static func update(_ report: ReactionReport, at time: LocalTime?, width: Int) -> String {
    let name = report.name + String(repeating: " ", count: max(width - report.name.count, 0))
    guard let last = report.last, let time else { return "\(name)  runs for the first time" }
    let failed = last.isFailed ? "failed: " : ""
    let again = report.isRunning ? "; runs now" : ""
    return "\(name)  \(time.text)  \(failed)\(last.words), in \(last.milliseconds) ms\(again)"
  }
}

/// Messages of `nightctl inhibit`.
extension Messages {
  static let whyIsOneLine = "--why must be one line"

  static let gone = "it ended"

  static func runs(_ name: String) -> String { "\(name) runs" }

  /// Removes control characters from a name, and cuts it to the length that the daemon allows.
  static func fitting(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars where scalar.properties.generalCategory != .control {
      guard text.utf8.count + UTF8.width(scalar) <= Contract.applicationBytes else { break }
      text.unicodeScalars.append(scalar)
    }
    return text.isEmpty ? "nightctl" : text
  }

  static func notInhibited(_ why: String) -> String {
    "the style may change by itself meanwhile: \(why)"
  }

  static func cannotRun(_ command: String, _ why: String) -> String {
    "cannot run \(Excerpt(command)): \(why)"
  }
}

// MARK: - Inhibitors

/// Sentences about inhibitors and the changes that they prevent.
extension Messages {
  /// An inhibitor, as in `“film” (sh)`; only its name if its reason adds no information.
  private static func shown(_ inhibitor: Inhibitor) -> String {
    let name = name(inhibitor)
    guard !inhibitor.why.isEmpty, inhibitor.why != runs(name) else { return name }
    return "\(Excerpt(inhibitor.why)) (\(name))"
  }

  /// The inhibitors, as in `“film” (sh) and 2 others`.
  private static func holders(_ inhibitors: [Inhibitor]) -> String {
    guard let first = inhibitors.first else { return "a program that wants no change" }
    switch inhibitors.count - 1 {
    case 0: return shown(first)
    case 1: return "\(shown(first)) and another one"
    case let others: return "\(shown(first)) and \(others) others"
    }
  }

  static func heldBack(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " run" : " runs")
  }

  /// The end of the inhibitors, as in `“film” (sh) has ended`.
  static func release(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " have ended" : " has ended")
  }

  /// A condition, as in `, but not before “film” (sh) has ended`; empty if nothing is inhibited.
  static func notBefore(_ reasoning: Reasoning) -> String {
    guard reasoning.appearance.isInhibited else { return "" }
    return ", but not before " + release(reasoning.inhibitors)
  }

  /// What happens when the inhibitors end.
  static func afterRelease(_ reasoning: Reasoning) -> String {
    let end = reasoning.inhibitors.count > 1 ? "when they end" : "when that ends"
    guard let style = reasoning.coming?.rawValue else {
      return "\(end), any pending change happens"
    }
    let now = reasoning.layers.lock == nil ? ". nightctl set \(style) does it now" : ""
    return "\(end) it turns \(style)\(now)"
  }
}
