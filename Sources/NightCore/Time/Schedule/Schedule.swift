/// The weekly schedule of light and dark.
package struct Schedule: Equatable, Sendable {
  /// The rules in the order of the list; on days without a rule, `Rule.defaults` apply.
  package let rules: [Rule]

  /// How many rules a schedule may have.
  package static let count = 1...64

  /// The default schedule: dark at sunset, light at sunrise.
  package static let `default` = Schedule(known: Rule.defaults)

  private init(known rules: [Rule]) { self.rules = rules }

  package init(_ texts: [String]) throws(Flaw) {
    try Self.check(count: texts.count)
    var rules: [Rule] = []
    for (index, text) in texts.enumerated() {
      do throws(Flaw) { rules.append(try Rule(text)) } catch {
        throw error.at(.rule(index))
      }
    }
    try self.init(rules: rules)
  }

  package init(rules: [Rule]) throws(Flaw) {
    try Self.check(count: rules.count)
    self.rules = rules
    for (index, rule) in rules.enumerated() {
      for (other, earlier) in rules[..<index].enumerated() where earlier.overlaps(rule) {
        throw Flaw(Self.overlap(rule, earlier, at: other), at: .rule(index))
      }
    }
    for style in Style.allCases where !gives(style) {
      throw Flaw(
        "no rule on any day gives \(style.rawValue), so the style would "
          + "stay \(style.opposite.rawValue) forever"
      )
    }
  }

  package var texts: [String] { rules.map(\.text) }

  /// Returns the rules of a weekday in the order of the list; 0 is Monday.
  package func rules(on weekday: Int) -> [Rule] {
    let own = rules.filter { $0.days.contains(day: weekday) }
    return own.isEmpty ? Rule.defaults : own
  }

  private func gives(_ style: Style) -> Bool {
    (0..<7).contains { day in rules(on: day).contains { $0.style == style } }
  }

  private static func check(count: Int) throws(Flaw) {
    guard !self.count.contains(count) else { return }
    throw Flaw(
      "expected \(self.count.lowerBound) to \(self.count.upperBound) rules in a schedule, "
        + "found \(count == 0 ? "none" : "\(count)")"
    )
  }

  private static func overlap(_ rule: Rule, _ earlier: Rule, at index: Int) -> String {
    let days = rule.days.intersection(earlier.days)
    let when = days == .all ? "" : ", on \(days.text)"
    let other = "rule \(index + 1), “\(earlier.text)”"
    return rule.style == earlier.style
      ? "“\(rule.text)” repeats \(other)\(when)"
      : "“\(rule.text)” starts at the same time as \(other)\(when)"
  }
}

// MARK: - Changing some days

extension Schedule {
  /// Returns the schedule with new rules for certain days.
  ///
  /// If `rules` is empty, the days in `days` get the default rules. Each new rule applies only on
  /// those of its days that `days` contains. All other days keep their rules; a rule that also
  /// covers some of `days` stays in force on its other days. If no rule is left, the result is the
  /// default schedule.
  package func replacing(
    _ days: Weekdays,
    with rules: [Rule]
  ) throws(Flaw) -> Schedule {
    var all = self.rules.compactMap { $0.on($0.days.subtracting(days)) }
    for (index, rule) in rules.enumerated() {
      guard let rule = rule.on(rule.days.intersection(days)) else {
        throw Flaw("“\(rule.text)” names none of the days \(days.text)", at: .rule(index))
      }
      Self.add(rule, to: &all)
    }
    return all.isEmpty ? .default : try Schedule(rules: all)
  }

  /// Adds a rule, or if an equal rule exists for other days, adds the days to that rule.
  ///
  /// Because of this merge, changing a day and then changing it back leaves no extra rule.
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
  /// Whether the style depends on the sun on at least one day of the week.
  ///
  /// Days without a rule use the default rules, which depend on the sun.
  package var usesSun: Bool {
    var unnamed = Weekdays.all
    for rule in rules { unnamed.subtract(rule.days) }
    return !unnamed.isEmpty || rules.contains { if case .sun = $0.when { true } else { false } }
  }
}

/// Converts a schedule from and to a preference: an array with the texts of the rules.
extension Schedule {
  package init(_ value: PreferenceValue) throws(Flaw) {
    guard case .array(let values) = value else {
      throw Flaw("expected an array of rules, found \(value.described)")
    }
    var texts: [String] = []
    for (index, value) in values.enumerated() {
      guard case .string(let text) = value else {
        throw Flaw("expected a string, found \(value.described)", at: .rule(index))
      }
      texts.append(text)
    }
    try self.init(texts)
  }

  package var value: PreferenceValue { .array(texts.map(PreferenceValue.string)) }
}
