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
  /// Who is asked what the desktop says; only where nobody tells, and nil where that is not known.
  var sources: [String]?
  var inhibitors: [Inhibitor] = []
  /// What the schedule says now; only where a program holds it back.
  var planned: Style?
  /// On which day of the week, 0 being Monday, the schedule changed last; only where its rules
  /// differ from day to day.
  var turnDay: Int?
  /// What is to be looked at in the files of preferences.
  var findings: [PreferenceFinding]?
  /// What is wrong with the themes in use; nil from a daemon that does not tell.
  var themeMistakes: [String]?
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

  /// Since when it is as it is; a style may be older, and have been gone for a while.
  var begun: Instant {
    let since = appearance.since
    guard let time = beginning?.time, time > since.adding(microseconds: Self.most) else {
      return since
    }
    return time
  }

  /// In microseconds; no disk takes longer for what was asked.
  private static let most: Int64 = 60_000_000

  /// Who asked for what is in effect; nil where that is not known, or nobody did.
  var asker: HistoryEntry.Origin? {
    guard let beginning else { return appearance.isByDesktop ? .desktop : nil }
    return beginning.origin
  }

  /// What it turns to when no program holds it back any more; nil where that is not known, or
  /// where the style stays.
  var coming: Style? {
    guard appearance.reason == .inhibit, appearance.holdUntil == nil else { return nil }
    let style: Style? =
      switch appearance.choice {
      case .light: .light
      case .dark: .dark
      case .schedule: planned
      case .system: appearance.desktop == .dark ? .dark : .light
      }
    return style == appearance.style ? nil : style
  }

  /// The rules that can have given this style.
  var rules: [String] {
    guard let schedule else { return [] }
    guard let known = try? Schedule(schedule.rules) else {
      return schedule.rules.filter { $0.hasPrefix(appearance.style.rawValue + " ") }
    }
    let ofDay = turnDay.map(known.rules(on:)) ?? []
    guard !ofDay.contains(where: { $0.style == appearance.style }) else {
      return ofDay.filter { $0.style == appearance.style }.map(\.text)
    }
    var unnamed = Weekdays.all
    for rule in known.rules { unnamed.subtract(rule.days) }
    let defaults = unnamed.isEmpty ? [] : Schedule.default.rules
    return (known.rules + defaults).filter { $0.style == appearance.style }.map(\.text)
  }
}
