package import NightValues

extension Timeline {
  /// The longest time between two changes of a week's rules, in days.
  private static let daysOfChange: Int64 = 8

  /// The texts of the rules that can have caused a style that is in effect at a moment.
  ///
  /// If the days have different rules, those are the rules of the day of the last change. Days that no
  /// rule names have the default rules.
  package func causes(of style: Style, at now: Instant) -> [String] {
    if schedule.rules.contains(where: { $0.days != .all }),
      let last = last(upTo: now, after: now.adding(days: -Self.daysOfChange))
    {
      let day = zone.civil(at: last.instant).date.weekday
      let causes = schedule.rules(on: day).filter { $0.style == style }
      if !causes.isEmpty { return causes.map(\.text) }
    }
    return schedule.allRules.filter { $0.style == style }.map(\.text)
  }
}

extension Schedule {
  /// The rules, and the default rules if a day has none of its own.
  fileprivate var allRules: [Rule] {
    var unnamed = Weekdays.all
    for rule in rules { unnamed.subtract(rule.days) }
    return unnamed.isEmpty ? rules : rules + Rule.defaults
  }
}
