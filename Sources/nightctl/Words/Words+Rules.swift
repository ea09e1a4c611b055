import NightBus
import NightClient
import NightCore

/// The sentences about the rules of the schedule.
extension Words {
  static func noCount(_ word: String, of option: Option, _ range: ClosedRange<Int>) -> String {
    "\(option.name) takes a number from \(range.lowerBound) to \(range.upperBound), "
      + "not \(Excerpt(word))"
  }

  static func namesDays(_ rule: String) -> String {
    "\(Excerpt(rule)) names days itself; either all rules do, or --days does"
  }

  static func flawed(_ flaw: ScheduleFlaw, _ texts: [String]) -> String {
    let text = flaw.index.flatMap { texts.indices.contains($0) ? texts[$0] : nil }
    let isApart = text.flatMap(Style.init(rawValue:)) != nil
    return flaw.message + (isApart ? "; a RULE has to stand in quotation marks" : "")
  }

  // MARK: - Lists

  /// `Sat 2026-11-21  light 07:43  dark 16:05`.
  static func day(_ day: ScheduleDays.Day) -> String {
    let changes = day.changes.map { $0.transition.style.rawValue + " " + $0.time.clock }
    let words = changes.isEmpty ? ["\(day.style.rawValue) all day"] : changes
    return ([self.day(day.date)] + words).joined(separator: "  ")
  }

  /// The rules, and on lines of their own the default ones of days that no rule names.
  static func rules(_ facts: ScheduleFacts) -> [String] {
    var unnamed = Weekdays.all
    for rule in (try? Schedule(facts.rules))?.rules ?? [] { unnamed.subtract(rule.days) }
    let defaults = Schedule.default.texts.map { $0 + " on " + unnamed.text }
    return column("rules", facts.rules) + (unnamed.isEmpty ? [] : column("default", defaults))
  }

  static func rules(_ facts: ScheduleFacts, _ origin: LayerPlace) -> String {
    let from =
      switch origin.layer {
      case .set: "nightctl schedule set"
      case .user: "your config.json5 (\(origin.place))"
      case .system: "the machine's config.json5 (\(origin.place))"
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

  // MARK: - Now

  static func plan(_ style: Style, _ next: Transition?, at now: LocalTime) -> String {
    guard let next else {
      return "plan     \(style.rawValue) for good: these rules never change it here\n"
    }
    return "plan     \(style.rawValue) until \(when(next.instant, from: now))\n"
  }

  /// Who decides where the schedule does not.
  static func otherwise(_ appearance: Appearance, at now: LocalTime) -> [String] {
    var lines: [String] = []
    if appearance.choice != .schedule {
      let who = decides(appearance)
      lines.append("decides  \(who); nightctl set schedule lets the schedule decide")
    }
    if appearance.reason == .hold {
      lines.append("held     \(appearance.style.rawValue) \(heldUntil(appearance, at: now))")
    }
    return lines
  }
}
