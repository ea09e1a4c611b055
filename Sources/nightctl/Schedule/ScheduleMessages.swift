import NightBus
import NightClient
import NightCore
import NightStore

/// Sentences about the schedule and its rules.
enum ScheduleMessages {
  static func noDate(_ option: Option, _ word: String) -> String {
    "\(Excerpt(word)) after \(option.name) is not a date; expected one such as 2026-11-21 or "
      + "2026-11-21T07:30"
  }

  static func noYear(_ word: String) -> String {
    "\(Excerpt(word)) after --year is not a year; expected one from 1 to 9999"
  }

  static func flawed(_ option: Option, _ why: String) -> String { "in \(option.name): \(why)" }

  static func unknownZone(_ name: String, _ fault: ZoneFault, _ known: [String]) -> String {
    guard case .unknown(_, let folder, _) = fault.why else {
      return flawed(.zone, "\(Excerpt(fault.place)) \(half(fault.why))")
    }
    let meant = ZonePlaces.meant(name, among: known).map { "; did you mean “\($0)”?" } ?? ""
    return "\(Excerpt(name)) is not a zone in \(folder)" + meant
  }

  static func noZone(_ fault: ZoneFault) -> String {
    "\(fault.place) \(half(fault.why)); give another zone with --zone"
  }

  private static func half(_ why: ZoneFault.Why) -> String {
    switch why {
    case .missing: "does not exist"
    case .broken(let flaw): "is not a zone: \(flaw)"
    case .unknown(let name, let folder, _): "is set to \(Excerpt(name)), which is not in \(folder)"
    case .flawed(.folder): "is a folder"
    case .flawed(.tooLarge): "is too large for a zone"
    case .flawed(.unreadable(let refusal)): "cannot be read: \(SystemError.message(refusal.code))"
    case .flawed(.linkLoop), .flawed(.linkToNothing): "is a link that has no target"
    case .flawed(.notAFile), .flawed(.writableByAll), .flawed(.notOwn): "is not a file"
    }
  }

  static func namesDays(_ rule: String) -> String {
    "\(Excerpt(rule)) already contains days; give days either in every rule or with --days"
  }

  static func flawed(_ flaw: Flaw, _ texts: [String]) -> String {
    var isApart = false
    if case .rule(let index, _) = flaw.location, texts.indices.contains(index) {
      isApart = Style(rawValue: texts[index]) != nil
    }
    return "\(flaw)" + (isApart ? "; put each RULE in quotation marks" : "")
  }

  /// The line for a day, such as `Sat 2026-11-21  light 07:43  dark 16:05`.
  static func day(_ day: ScheduleDays.Day) -> String {
    let changes = day.changes.map { $0.transition.style.rawValue + " " + $0.time.clock }
    let parts = changes.isEmpty ? ["\(day.style.rawValue) all day"] : changes
    return ([Messages.day(day.date)] + parts).joined(separator: "  ")
  }

  /// Lines with the rules, and with the default rules for the days that have no rules.
  static func rules(_ facts: ScheduleFacts) -> [String] {
    var unnamed = Weekdays.all
    for rule in (try? Schedule(facts.rules))?.rules ?? [] { unnamed.subtract(rule.days) }
    let defaults = Schedule.default.texts.map { $0 + " on " + unnamed.text }
    return column("rules", facts.rules) + (unnamed.isEmpty ? [] : column("default", defaults))
  }

  /// A line about days with rules of the user for only one style; empty if there are no such days.
  static func halfDays(_ facts: ScheduleFacts) -> [String] {
    let rules = (try? Schedule(facts.rules))?.rules ?? []
    func days(_ style: Style?) -> Weekdays {
      rules.filter { style == nil || $0.style == style }.reduce(into: Weekdays()) {
        $0.formUnion($1.days)
      }
    }
    return Style.allCases.compactMap { style in
      let without = days(nil).subtracting(days(style))
      guard !without.isEmpty else { return nil }
      let text = without == .all ? "no rule" : "no rule on \(without.text)"
      return "note     \(text) makes the style \(style.rawValue)\n"
    }
  }

  static func rules(_ facts: ScheduleFacts, _ origin: LayerPlace) -> String {
    let from =
      switch origin.layer {
      case .set: "nightctl schedule set"
      case .user: "your config.json5 (\(origin.place))"
      case .system: "the system-wide config.json5 (\(origin.place))"
      case .registered: "built-in defaults"
      }
    return (rules(facts) + column("from", [from])).map { $0 + "\n" }.joined()
  }

  private static func column(_ label: String, _ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      let label = index == 0 ? label : ""
      return label + String(repeating: " ", count: 9 - label.count) + line
    }
  }

  static func plan(_ style: Style, _ next: Transition?, at now: LocalTime) -> String {
    guard let next else {
      return "plan     \(style.rawValue) for good: "
        + "with these rules, the style never changes at your location\n"
    }
    return "plan     \(style.rawValue) until \(Messages.when(next.instant, from: now))\n"
  }

  /// The lines that say what decides the style instead of the schedule; empty if the schedule
  /// decides.
  static func otherwise(_ appearance: Appearance, at now: LocalTime) -> [String] {
    var lines: [String] = []
    if appearance.choice != .schedule {
      let who = Messages.decides(appearance)
      lines.append("decides  \(who); to let the schedule decide, run nightctl set schedule")
    }
    if appearance.reason == .hold {
      lines.append(
        "held     \(appearance.style.rawValue) \(Messages.heldUntil(appearance, at: now))"
      )
    }
    return lines
  }
}
