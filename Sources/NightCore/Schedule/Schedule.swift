/// When the style is light and when dark, week by week.
package struct Schedule: Equatable, Sendable {
  /// As people wrote them, 1 to 64; days that none of them names follow the default ones.
  package let rules: [Rule]

  /// Dark at sunset and light at sunrise.
  package static let registered = Schedule(known: Rule.registered)

  private init(known rules: [Rule]) { self.rules = rules }

  package init(_ texts: [String]) throws(ScheduleFlaw) {
    var rules: [Rule] = []
    for (index, text) in texts.enumerated() {
      do throws(RuleFlaw) { rules.append(try Rule(text)) } catch {
        throw ScheduleFlaw(index: index, column: error.column, error.found)
      }
    }
    try self.init(rules: rules)
  }

  package init(rules: [Rule]) throws(ScheduleFlaw) {
    self.rules = rules
  }

  package var texts: [String] { rules.map(\.text) }

  /// The rules that hold on a day, 0 being Monday, in the order of the list.
  package func rules(on weekday: Int) -> [Rule] {
    rules.filter { $0.days.contains(day: weekday) }
  }

  /// The same, but those days follow the new rules alone; with none, the default ones.
  ///
  /// All other days keep what they had. What days the new rules name themselves does not count.
  package func replacing(
    _ days: Weekdays,
    with rules: [Rule]
  ) throws(ScheduleFlaw) -> Schedule {
    try Schedule(rules: rules)
  }
}
