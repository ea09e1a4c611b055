import NightBus
import NightCore

/// Who asked for something, and when.
extension Words {
  /// `you set it so with nightctl 20 minutes ago`.
  static func asked(_ reasoning: Reasoning) -> String {
    let when = ago(reasoning.begun, reasoning)
    switch reasoning.asker {
    case .desktop: return "you set it so with the desktop's own switch" + when
    case .store: return "another nightd stored it so" + when
    case .caller(let process):
      guard let name = process?.name else { return "you set it so" + when }
      guard name == "nightctl" else { return "\(plain(name)) set it so" + when }
      return "you set it so with nightctl" + when
    case .file, nil: return "you set it so" + when
    }
  }

  /// `nightctl (process 4711)`.
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

  /// Empty where the moment is not known.
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

  /// `16:05`, `16:05 yesterday`, `16:05 on Thu 2026-12-24`.
  static func past(_ instant: Instant, _ reasoning: Reasoning) -> String {
    let time = reasoning.clock(instant)
    switch reasoning.time.date.daysSince1970 - time.date.daysSince1970 {
    case 0: return time.clock
    case 1: return "\(time.clock) yesterday"
    default: return "\(time.clock) on \(day(time.date))"
    }
  }

  /// What an application calls itself, or the name of its process.
  static func name(_ inhibitor: Inhibitor) -> String {
    let names = [inhibitor.application, inhibitor.process?.name ?? ""]
    return names.first { !$0.isEmpty }.map(plain) ?? "a program"
  }

  /// A foreign name without its quotation marks.
  static func plain(_ name: String) -> String { String("\(Excerpt(name))".dropFirst().dropLast()) }
}
