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

  /// For what was read or is known to be right.
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

  /// What a day follows that no rule names.
  static let registered = [
    Rule(.dark, .sun(.sunset, offset: 0)), Rule(.light, .sun(.sunrise, offset: 0)),
  ]

  /// The longest text that is read, in bytes.
  package static let bytes = 200

  /// Canonical: two rules are equal just where their texts are.
  package var text: String {
    var text = style.rawValue + " " + when.text
    if let notBefore { text += " not before " + notBefore.text }
    if let notAfter { text += " not after " + notAfter.text }
    if days != .all { text += " on " + days.text }
    return text
  }

  /// The same on other days; nil on none.
  func on(_ days: Weekdays) -> Rule? {
    guard !days.isEmpty else { return nil }
    return Rule(style, when, notBefore: notBefore, notAfter: notAfter, on: days)
  }

  /// Whether they stand at one time of day, on whatever days.
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
