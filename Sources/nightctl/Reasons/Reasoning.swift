import NightClient
import NightCore

/// Everything of one moment that the style follows from, as the daemon tells it.
struct Reasoning {
  var appearance: Appearance
  var layers = ChoiceLayers()
  /// Only where the schedule decides.
  var schedule: ScheduleFacts?
  var place: PlaceReport?
  /// Nil from a daemon that does not tell.
  var desktop: DesktopFacts?
  var inhibitors: [Inhibitor] = []
  /// The last change of what is in effect.
  var last: HistoryEntry?
  /// Set where one application is asked about.
  var application: String?
  var now: Instant
  var clock: ScheduleDays.WallClock = { LocalTime($0) }

  init(_ appearance: Appearance, at now: Instant) {
    self.appearance = appearance
    self.now = now
  }
}

extension Reasoning {
  var time: LocalTime { clock(now) }

  /// Who asked for what is in effect; nil where that is not known, or nobody did.
  var asker: HistoryEntry.Origin? {
    if appearance.isByDesktop { return .desktop }
    // What was asked for, but changed nothing that is painted, stands in no history.
    guard let last, last.style == appearance.style, last.reason == appearance.reason,
      last.time >= appearance.since,
      last.time <= appearance.since.adding(microseconds: Self.commitMicroseconds)
    else { return nil }
    return last.origin
  }

  /// No disk takes longer for what was asked.
  private static let commitMicroseconds: Int64 = 60_000_000

  /// The rules that can have given this style.
  var rules: [String] {
    guard let schedule else { return [] }
    guard let known = try? Schedule(schedule.rules).rules else {
      return schedule.rules.filter { $0.hasPrefix(appearance.style.rawValue + " ") }
    }
    var unnamed = Weekdays.all
    for rule in known { unnamed.subtract(rule.days) }
    let defaults = unnamed.isEmpty ? [] : Schedule.registered.rules
    return (known + defaults).filter { $0.style == appearance.style }.map(\.text)
  }
}
