/// A rule for when a style starts, such as `dark sunset-30m not before 17:00 on mon-fri`.
package struct Rule: Hashable, Sendable {
  package enum When: Hashable, Sendable {
    case clock(ClockTime)
    /// A sun event and an offset in minutes, up to 12 hours before or after the event.
    case sun(SunEvent, offset: Int)
  }

  package let style: Style
  package let when: When
  /// The earliest and latest clock time, which only rules with a sun event can have.
  package let notBefore: ClockTime?
  package let notAfter: ClockTime?
  /// The days on which the rule applies; never empty.
  package let days: Weekdays

  /// Creates a rule from valid parts.
  init(
    _ style: Style,
    _ when: When,
    notBefore: ClockTime? = nil,
    notAfter: ClockTime? = nil,
    on days: Weekdays = .all
  ) {
    self.style = style
    self.when = when
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.days = days
  }

  /// The default rules, for the days for which the schedule has no rule.
  static let defaults = [
    Rule(.dark, .sun(.sunset, offset: 0)), Rule(.light, .sun(.sunrise, offset: 0)),
  ]

  /// The longest text of a rule, in bytes.
  package static let bytes = 200

  /// The standard text of the rule; equal rules have equal texts.
  package var text: String {
    var text = style.rawValue + " " + when.text
    if let notBefore { text += " not before " + notBefore.text }
    if let notAfter { text += " not after " + notAfter.text }
    if days != .all { text += " on " + days.text }
    return text
  }

  /// Returns the same rule for other days; nil if `days` is empty.
  package func on(_ days: Weekdays) -> Rule? {
    guard !days.isEmpty else { return nil }
    return Rule(style, when, notBefore: notBefore, notAfter: notAfter, on: days)
  }

  /// Whether this rule has the same time and limits as `other`, even if their days differ.
  func isSimultaneous(with other: Rule) -> Bool {
    when == other.when && notBefore == other.notBefore && notAfter == other.notAfter
  }

  func overlaps(_ other: Rule) -> Bool {
    isSimultaneous(with: other) && !days.isDisjoint(with: other.days)
  }
}

extension Rule.When {
  package var text: String {
    switch self {
    case .clock(let time): time.text
    case .sun(let event, let offset): event.name + Self.text(ofOffset: offset)
    }
  }

  private static func text(ofOffset offset: Int) -> String {
    guard offset != 0 else { return "" }
    let (hours, minutes) = offset.magnitude.quotientAndRemainder(dividingBy: 60)
    return (offset < 0 ? "-" : "+") + (hours > 0 ? "\(hours)h" : "")
      + (minutes > 0 ? "\(minutes)m" : "")
  }
}

extension Flaw {
  /// Creates a flaw; `found` is the start of the message, for example `“sunste” is not a time`.
  package init(column: Int, found: String, expected: String) {
    self.init("\(found); expected \(expected)", at: .column(column))
  }
}
