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
  var desktop: DesktopView?
  var inhibitors: [Inhibitor] = []
  /// The last changes of what is in effect, the newest first.
  var changes: [HistoryEntry] = []
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

  /// The change with which the style in effect began; nil where that is not known.
  ///
  /// What changes reason or colours and not the style is none.
  var beginning: HistoryEntry? {
    let known = changes.filter(\.isOfStyle).prefix { $0.style == appearance.style }
    guard let change = known.last, change.time >= appearance.since,
      change.reason == appearance.reason
    else { return nil }
    return change
  }

  /// Who asked for what is in effect; nil where that is not known, or nobody did.
  var asker: HistoryEntry.Origin? {
    guard let beginning else { return appearance.isByDesktop ? .desktop : nil }
    return beginning.origin
  }

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
