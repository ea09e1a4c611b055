import NightBus
import NightCore

/// Why the style is in effect, in one sentence.
extension Words {
  /// The lines of `nightctl why`: the answer, and then what leads to it.
  ///
  /// They contain no foreign control characters.
  static func whys(_ reasoning: Reasoning, of application: String = "") -> [String] {
    guard !application.isEmpty else { return [answer(reasoning)] + chain(reasoning) }
    var own = reasoning
    own.application = application
    // The desktop's settings do not matter if the application has its own style.
    guard own.appearance.reason != .app else { return [answer(own)] }
    return ["\(plain(application)) has no style of its own."] + whys(reasoning)
  }

  /// `It is dark because …; at 07:43 tomorrow …`.
  static func answer(_ reasoning: Reasoning) -> String {
    let style = reasoning.appearance.style.rawValue
    let who = reasoning.appearance.reason == .app ? reasoning.application.map(plain) : nil
    let still = reasoning.appearance.reason == .inhibit ? "still " : ""
    return "\(who ?? "It") is \(still)\(style) because \(cause(reasoning)); \(outlook(reasoning))."
  }

  static func cause(_ reasoning: Reasoning) -> String {
    switch reasoning.appearance.reason {
    case .choice: says(reasoning.layers) ?? asked(reasoning)
    case .hold: asked(reasoning)
    case .schedule: schedule(reasoning)
    case .system: system(reasoning.appearance)
    case .inhibit: heldBack(reasoning.inhibitors)
    case .app: "that was set for it alone"
    case .fallback: fallback(reasoning)
    }
  }

  private static func outlook(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    switch appearance.reason {
    case .choice:
      return reasoning.layers.lock == nil
        ? "it stays so until you choose another" : "the choice is locked"
    case .hold: return held(back: reasoning) ?? afterHold(reasoning) + notBefore(reasoning)
    case .schedule:
      guard let next = appearance.next else { return "these rules never change it here" }
      let style = appearance.nextStyle ?? appearance.style.opposite
      return held(back: reasoning) ?? "at \(when(next, reasoning)) it turns \(style.rawValue)"
    case .system: return "it changes when the desktop's own switch does" + notBefore(reasoning)
    case .inhibit: return afterRelease(reasoning)
    case .app:
      return "nightctl set follow --app \(reasoning.application.map(plain) ?? "ID") "
        + "makes it follow the desktop again"
    case .fallback:
      return appearance.isChosen || reasoning.layers.lock != nil
        ? "it follows as soon as something does" : "nightctl set chooses who decides"
    }
  }

  // MARK: - Causes

  private static func schedule(_ reasoning: Reasoning) -> String {
    let rules = reasoning.rules.map { "“\($0)”" }
    return "the schedule says so" + (rules.isEmpty ? "" : " by " + listed(rules))
  }

  private static func system(_ appearance: Appearance) -> String {
    guard appearance.desktop == DesktopWord.none else { return "the desktop asks for it" }
    return "the desktop has no preference, which means light"
  }

  private static func fallback(_ reasoning: Reasoning) -> String {
    reasoning.appearance.isChosen || reasoning.layers.lock != nil
      ? "the desktop decides, and nothing reports what it prefers"
      : "nobody has chosen anything yet"
  }

  /// nil if no file decides.
  private static func says(_ layers: ChoiceLayers) -> String? {
    switch layers.origin {
    case .user: "your config.json5 says so (\(layers.place))"
    case .system: "the machine's config.json5 says so (\(layers.place))"
    case .set, .registered, nil: nil
    }
  }

  // MARK: - What comes next

  private static func afterHold(_ reasoning: Reasoning) -> String {
    let appearance = reasoning.appearance
    guard let end = appearance.holdUntil else { return "nightctl resume ends that" }
    let time = "at \(when(end, reasoning))"
    switch appearance.choice {
    case .schedule: return "\(time) the schedule decides again"
    case .light, .dark:
      let style = appearance.choice.rawValue
      guard appearance.choice.fixed == appearance.style else {
        return "\(time) it is \(style) again, as you chose"
      }
      return "after \(when(end, reasoning)) it stays \(style), as you chose"
    case .system:
      guard appearance.desktop == nil else { return "\(time) the desktop decides again" }
      return "\(time) \(lightUntold)"
    }
  }

  /// What would happen without the inhibitors; nil if nothing is inhibited.
  private static func held(back reasoning: Reasoning) -> String? {
    let appearance = reasoning.appearance
    guard appearance.isInhibited, let next = appearance.next, let style = appearance.nextStyle
    else { return nil }
    return "it would turn \(style.rawValue) at \(when(next, reasoning))\(notBefore(reasoning))"
  }

  static func when(_ instant: Instant, _ reasoning: Reasoning) -> String {
    when(instant, from: reasoning.time, reasoning.clock)
  }
}

// MARK: - Times

/// What is in effect and until when, in local time.
extension Words {
  /// The line that `nightctl set` prints: `dark`, `dark until 07:00`, `dark until 14:30 (2 hours)`.
  static func inEffect(
    _ appearance: Appearance,
    for length: HoldLength? = nil,
    at now: LocalTime,
    _ clock: ScheduleDays.WallClock = { LocalTime($0) }
  ) -> String {
    let style = appearance.style.rawValue
    switch appearance.reason {
    case .choice, .system, .fallback, .app: return style
    case .hold:
      guard let end = appearance.holdUntil else { return style }
      let long = length.map { " (\(duration($0)))" } ?? ""
      return "\(style) until \(moment(end, from: now, clock))\(long)"
    case .schedule:
      guard let next = appearance.next else { return style }
      return "\(style) until \(moment(next, from: now, clock))"
    case .inhibit: return "\(style) for now: a program asked for no change"
    }
  }

  /// The time, with its day if the clock shows this time more than once until then.
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

  /// `1 hour`, `2 days 30 minutes`, `1 minute 30 seconds`.
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

  /// `until 07:43 tomorrow; then the schedule decides`.
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

// MARK: - Inhibitors

/// What inhibitors prevent.
extension Words {
  /// `“film” (sh)`; only the name if the reason says nothing more.
  private static func shown(_ inhibitor: Inhibitor) -> String {
    let name = name(inhibitor)
    guard !inhibitor.why.isEmpty, inhibitor.why != runs(name) else { return name }
    return "\(Excerpt(inhibitor.why)) (\(name))"
  }

  /// `“film” (sh) and 2 others`.
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

  /// `“film” (sh) has ended`.
  static func release(_ inhibitors: [Inhibitor]) -> String {
    holders(inhibitors) + (inhibitors.count > 1 ? " have ended" : " has ended")
  }

  /// `, but not before “film” (sh) has ended`; empty if nothing is inhibited.
  static func notBefore(_ reasoning: Reasoning) -> String {
    guard reasoning.appearance.isInhibited else { return "" }
    return ", but not before " + release(reasoning.inhibitors)
  }

  /// What happens when the inhibitors end.
  static func afterRelease(_ reasoning: Reasoning) -> String {
    let end = reasoning.inhibitors.count > 1 ? "when they end" : "when that ends"
    guard let style = reasoning.coming?.rawValue else { return "\(end), what is due happens" }
    let now = reasoning.layers.lock == nil ? ". nightctl set \(style) does it now" : ""
    return "\(end) it turns \(style)\(now)"
  }
}
