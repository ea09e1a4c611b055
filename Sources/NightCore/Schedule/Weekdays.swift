/// Some of the days of a week: `mon-fri`, `sat,sun`, `fri-mon`.
package struct Weekdays: OptionSet, Hashable, Sendable {
  /// Bit 0 is Monday, bit 6 Sunday; others are never set.
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// The day of that number, 0 being Monday; none for a number that no day has.
  package init(day: Int) { self.init(rawValue: (0..<7).contains(day) ? 1 << UInt8(day) : 0) }

  package static let monday = Weekdays(day: 0)
  package static let tuesday = Weekdays(day: 1)
  package static let wednesday = Weekdays(day: 2)
  package static let thursday = Weekdays(day: 3)
  package static let friday = Weekdays(day: 4)
  package static let saturday = Weekdays(day: 5)
  package static let sunday = Weekdays(day: 6)
  package static let all = Weekdays(rawValue: 0x7F)

  /// In the order of the week.
  package static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  package func contains(day: Int) -> Bool { !isDisjoint(with: Weekdays(day: day)) }

  /// Reads days and ranges with commas between them, and no blanks.
  package init(_ text: String) throws(RuleFlaw) {
    throw RuleFlaw(column: 1, found: "“\(text)”", expected: "days")
  }

  /// As people write it, each set of days in one way; empty for no days.
  package var text: String {
    Self.names.enumerated().filter { contains(day: $0.offset) }.map(\.element)
      .joined(separator: ",")
  }
}
