/// When the style is light and when dark, week by week.
package struct Schedule: Equatable, Sendable {
  /// As people wrote them; days that none of them names follow the default ones.
  package let rules: [Rule]

  /// How many rules there can be.
  package static let count = 1...64

  /// Dark at sunset and light at sunrise.
  package static let registered = Schedule(known: Rule.registered)

  private init(known rules: [Rule]) { self.rules = rules }

  package init(_ texts: [String]) throws(ScheduleFlaw) {
    try Self.check(count: texts.count)
    var rules: [Rule] = []
    for (index, text) in texts.enumerated() {
      do throws(RuleFlaw) { rules.append(try Rule(text)) } catch {
        throw ScheduleFlaw(index: index, column: error.column, error.sentence)
      }
    }
    try self.init(rules: rules)
  }

  package init(rules: [Rule]) throws(ScheduleFlaw) {
    try Self.check(count: rules.count)
    self.rules = rules
    for (index, rule) in rules.enumerated() {
      for (other, earlier) in rules[..<index].enumerated() where earlier.overlaps(rule) {
        throw ScheduleFlaw(index: index, Self.overlap(rule, earlier, at: other))
      }
    }
    for style in Style.allCases where !gives(style) {
      throw ScheduleFlaw(
        "no rule of any day gives \(style.rawValue), so that it would be "
          + "\(style.opposite.rawValue) for ever"
      )
    }
  }

  package var texts: [String] { rules.map(\.text) }

  /// The rules that hold on a day, 0 being Monday, in the order of the list.
  package func rules(on weekday: Int) -> [Rule] {
    let own = rules.filter { $0.days.contains(day: weekday) }
    return own.isEmpty ? Rule.registered : own
  }

  private func gives(_ style: Style) -> Bool {
    (0..<7).contains { day in rules(on: day).contains { $0.style == style } }
  }

  private static func check(count: Int) throws(ScheduleFlaw) {
    guard !self.count.contains(count) else { return }
    throw ScheduleFlaw(
      "a schedule has \(self.count.lowerBound) to \(self.count.upperBound) rules, "
        + "and this has \(count == 0 ? "none" : "\(count)")"
    )
  }

  private static func overlap(_ rule: Rule, _ earlier: Rule, at index: Int) -> String {
    let days = rule.days.intersection(earlier.days)
    let when = days == .all ? "" : " on \(days.text)"
    let other = "rule \(index + 1), “\(earlier.text)”"
    return rule.style == earlier.style
      ? "“\(rule.text)” stands twice: \(other), says the same\(when)"
      : "“\(rule.text)” begins with \(other), at one time\(when)"
  }
}

// MARK: - Changing some days

extension Schedule {
  /// The same, but those days follow the new rules alone; where there are none, the default ones.
  ///
  /// Of the days that a new rule names only those count that are among them. All other days keep
  /// what they had: a rule of more days goes on with the rest of them. Where no rule is left, it is
  /// the registered schedule.
  package func replacing(
    _ days: Weekdays,
    with rules: [Rule]
  ) throws(ScheduleFlaw) -> Schedule {
    var all = self.rules.compactMap { $0.on($0.days.subtracting(days)) }
    for (index, rule) in rules.enumerated() {
      guard let rule = rule.on(rule.days.intersection(days)) else {
        throw ScheduleFlaw(index: index, "“\(rule.text)” names other days than \(days.text)")
      }
      Self.add(rule, to: &all)
    }
    return all.isEmpty ? .registered : try Schedule(rules: all)
  }

  /// What differs in nothing but the days becomes one rule, so that a way back ends where it began.
  private static func add(_ rule: Rule, to rules: inout [Rule]) {
    for (index, other) in rules.enumerated()
    where other.style == rule.style && other.isSimultaneous(with: rule)
      && other.days.isDisjoint(with: rule.days)
    {
      rules[index] = other.on(other.days.union(rule.days)) ?? other
      return
    }
    rules.append(rule)
  }
}

extension Schedule {
  /// Whether any rule, or a default rule of a day that no rule names, goes by the sun.
  package var usesSun: Bool {
    var unnamed = Weekdays.all
    for rule in rules { unnamed.subtract(rule.days) }
    return !unnamed.isEmpty || rules.contains { if case .sun = $0.when { true } else { false } }
  }
}
