package import NightValues

extension Timeline {
  /// The longest time between two changes of a week's rules, in days.
  private static let daysOfChange: Int64 = 8

  /// Returns the texts of the rules that may have caused the style at a moment.
  ///
  /// If the rules differ from day to day, only the rules of the day of the last change are
  /// returned. On days that no rule names, the default rules apply.
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
  /// All rules of the schedule, and the default rules too if no rule names some day.
  fileprivate var allRules: [Rule] {
    var unnamed = Weekdays.all
    for rule in rules { unnamed.subtract(rule.days) }
    return unnamed.isEmpty ? rules : rules + Rule.defaults
  }
}
