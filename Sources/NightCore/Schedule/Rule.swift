/// From when on a style holds: `dark sunset-30m not before 17:00 on mon-fri`.
package struct Rule: Hashable, Sendable {
  package enum When: Hashable, Sendable {
    case clock(ClockTime)
    /// The offset is in minutes, 12 hours at most either way.
    case sun(SunEvent, offset: Int)
  }

  package let style: Style
  package let when: When
  /// Clamps; of events only.
  package let notBefore: ClockTime?
  package let notAfter: ClockTime?
  /// Never none.
  package let days: Weekdays

  private init(always style: Style, at event: SunEvent) {
    self.style = style
    when = .sun(event, offset: 0)
    notBefore = nil
    notAfter = nil
    days = .all
  }

  /// What days follow that no rule names.
  static let registered = [
    Rule(always: .dark, at: .sunset), Rule(always: .light, at: .sunrise),
  ]

  /// Reads one rule of 200 bytes at most.
  package init(_ text: String) throws(RuleFlaw) {
    throw RuleFlaw(column: 1, found: "“\(text)”", expected: "a rule")
  }

  /// Canonical: two rules are equal where their texts are.
  package var text: String { style.rawValue }
}
