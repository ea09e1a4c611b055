import NightCore

/// What is in effect and until when, by the person's own clock.
extension Words {
  static func inEffect(_ appearance: Appearance, at now: LocalTime) -> String {
    let style = "The style is \(appearance.style.rawValue)"
    let meanwhile = appearance.isInhibited ? ", but not before " + release([]) : ""
    switch appearance.reason {
    case .choice: return "\(style) now, until you choose another."
    case .hold: return "\(style) now, \(heldUntil(appearance, at: now, meanwhile))."
    case .schedule:
      guard let next = appearance.next else {
        return "\(style) now, by the schedule, which plans no change."
      }
      return "\(style) now, by the schedule, until \(when(next, from: now))\(meanwhile)."
    case .system: return "\(style) now, as the desktop says."
    case .inhibit: return "\(style) for now: a program asked for no change."
    case .app: return "\(style) for this application."
    case .fallback: return "\(style) now: nothing else decides."
    }
  }

  /// `until 07:43 tomorrow; then the schedule decides`.
  static func heldUntil(
    _ appearance: Appearance,
    at now: LocalTime,
    _ meanwhile: String = "",
    _ clock: ScheduleDays.WallClock = { LocalTime($0) }
  ) -> String {
    guard let end = appearance.holdUntil else {
      return "until the desktop asks for another style\(meanwhile)"
    }
    let next =
      switch appearance.choice {
      case .light, .dark: "it is \(appearance.choice.rawValue), as chosen"
      case .schedule: "the schedule decides"
      case .system: appearance.desktop == nil ? lightUntold : "the desktop decides"
      }
    return "until \(when(end, from: now, clock))\(meanwhile); then \(next)"
  }

  /// `16:05 today`, `07:43 tomorrow`, `07:00 on Thu 2026-12-24`.
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

  /// `Thu 2026-12-24`.
  static func day(_ date: CivilDate) -> String { "\(weekdays[date.weekday]) \(date.iso)" }

  private static let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
}
