import NightCore

/// Messages about the style in effect, and about the local time at which it ends.
extension Messages {
  static func decides(_ appearance: Appearance) -> String {
    guard appearance.isChosen else {
      return appearance.reason == .fallback
        ? "nobody yet, because no choice has been made"
        : "\(decider(appearance)) (nobody chose otherwise)"
    }
    return decider(appearance)
  }

  static func decider(_ appearance: Appearance) -> String {
    switch appearance.choice {
    case .light, .dark: "your choice of \(appearance.choice.rawValue)"
    case .schedule: "the schedule"
    case .system: "the desktop"
    }
  }

  /// The clause that explains the style if the choice is `system`, but no program reports which
  /// style the desktop prefers.
  static let lightUntold = "it is light, because nothing reports what the desktop prefers"

  /// The line that `nightctl set` prints, such as `dark` or `dark until 14:30 (2 hours)`.
  static func inEffect(
    _ appearance: Appearance,
    for length: HoldLength? = nil,
    at now: LocalTime,
    _ clock: ScheduleDays.WallClock = { LocalTime($0) }
  ) -> String {
    let style = appearance.style.rawValue
    switch appearance.reason {
    case .hold:
      guard let end = appearance.holdUntil else { return style }
      let long = length.map { " (\(duration($0)))" } ?? ""
      guard appearance.next != end else {
        return "\(style) until \(moment(end, from: now, clock))\(long)"
      }
      // The style does not change when the temporary choice ends, so show both times: when the
      // style changes, and when the choice ends.
      let held = "held until \(moment(end, from: now, clock))\(long)"
      guard let next = appearance.next else { return "\(style), \(held)" }
      return "\(style) until \(moment(next, from: now, clock)), \(held)"
    case .schedule:
      guard let next = appearance.next else { return style }
      return "\(style) until \(moment(next, from: now, clock))"
    case .inhibit: return "\(style) for now: a program has asked nightd not to change the style"
    // nightd does not know when the style will change.
    default: return style
    }
  }

  /// A moment, written as a time of day.
  ///
  /// The date is added if the same time of day also occurs between now and that moment.
  private static func moment(
    _ instant: Instant,
    from now: LocalTime,
    _ clock: ScheduleDays.WallClock
  ) -> String {
    let time = clock(instant)
    let days = time.date.daysSince1970 - now.date.daysSince1970
    let isSoon = days == 0 || (days == 1 && time.minuteOfDay < now.minuteOfDay)
    return isSoon ? time.clock : "\(day(time.date)) \(time.clock)"
  }

  /// A length of time, as in `1 hour`, `2 days 30 minutes` or `1 minute 30 seconds`.
  private static func duration(_ length: HoldLength) -> String {
    let minutes = length.seconds / 60
    let parts = [
      (minutes / 1_440, "day"), (minutes / 60 % 24, "hour"), (minutes % 60, "minute"),
      (length.seconds % 60, "second"),
    ]
    return parts.filter { $0.0 > 0 }.map { count, unit in
      "\(count) \(unit)\(count == 1 ? "" : "s")"
    }
    .joined(separator: " ")
  }

  /// When a temporary choice ends, and what follows, as in `until 07:43 tomorrow; then the schedule
  /// decides`.
  static func heldUntil(
    _ appearance: Appearance,
    at now: LocalTime,
    _ meanwhile: String = "",
    _ clock: ScheduleDays.WallClock = { LocalTime($0) }
  ) -> String {
    guard let end = appearance.holdUntil else { return "for a while" }
    let next =
      switch appearance.choice {
      case .light, .dark: "it is \(appearance.choice.rawValue), as chosen"
      case .schedule: "the schedule decides"
      case .system: appearance.desktop == nil ? lightUntold : "the desktop decides"
      }
    return "until \(when(end, from: now, clock))\(meanwhile); then \(next)"
  }

  /// A future moment, as in `16:05 today`, `07:43 tomorrow` or `07:00 on Thu 2026-12-24`.
  static func when(
    _ instant: Instant,
    from now: LocalTime,
    _ clock: ScheduleDays.WallClock = { LocalTime($0) }
  ) -> String {
    let time = clock(instant)
    switch time.date.daysSince1970 - now.date.daysSince1970 {
    case 0: return "\(time.clock) today"
    case 1: return "\(time.clock) tomorrow"
    default: return "\(time.clock) on \(day(time.date))"
    }
  }

  /// A date with its weekday, as in `Thu 2026-12-24`.
  static func day(_ date: CivilDate) -> String { "\(weekdays[date.weekday]) \(date.iso)" }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
