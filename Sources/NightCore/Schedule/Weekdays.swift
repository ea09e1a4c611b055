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

  /// As people write it, each set of days in one way; empty for no days.
  ///
  /// Three days in a row and more are a range, around the weekend too.
  package var text: String {
    guard self != .all else { return Self.name(0) + "-" + Self.name(6) }
    var parts: [String] = []
    for first in 0..<7 where contains(day: first) {
      let length = run(from: first)
      let start = startOfRun(with: first)
      let isLong = length + (first - start + 7) % 7 >= 3
      if !isLong {
        parts.append(Self.name(first))
      } else if start == first {
        parts.append(Self.name(first) + "-" + Self.name(first + length - 1))
      }
    }
    return parts.joined(separator: ",")
  }

  private static func name(_ day: Int) -> String { names[day % 7] }

  /// How many days in a row there are from one on; never called with all seven.
  private func run(from day: Int) -> Int {
    (1..<7).first { !contains(day: (day + $0) % 7) } ?? 7
  }

  private func startOfRun(with day: Int) -> Int {
    let before = (1..<7).first { !contains(day: (day - $0 + 7) % 7) } ?? 7
    return (day - before + 1 + 7) % 7
  }
}
