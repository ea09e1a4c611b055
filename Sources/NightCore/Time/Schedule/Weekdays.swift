/// A set of weekdays, such as `mon-fri`, `sat,sun` or `fri-mon`.
package struct Weekdays: OptionSet, Hashable, Sendable {
  /// Bit 0 is Monday, bit 6 is Sunday; other bits are never set.
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue & 0x7F }

  /// Creates a set of one day, with 0 for Monday; if `day` is outside 0 to 6, the set is empty.
  package init(day: Int) { self.init(rawValue: (0..<7).contains(day) ? 1 << UInt8(day) : 0) }

  package static let monday = Weekdays(day: 0)
  package static let tuesday = Weekdays(day: 1)
  package static let wednesday = Weekdays(day: 2)
  package static let thursday = Weekdays(day: 3)
  package static let friday = Weekdays(day: 4)
  package static let saturday = Weekdays(day: 5)
  package static let sunday = Weekdays(day: 6)
  package static let all = Weekdays(rawValue: 0x7F)

  /// The names of the days, from Monday to Sunday.
  package static let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  package func contains(day: Int) -> Bool { !isDisjoint(with: Weekdays(day: day)) }

  /// The standard text of the set, which is empty for an empty set.
  ///
  /// Three or more days in a row are written as a range, which may continue from Sunday to Monday.
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

  /// Counts the consecutive days of the set that begin with `day`; the set must not contain all
  /// days.
  private func run(from day: Int) -> Int {
    (1..<7).first { !contains(day: (day + $0) % 7) } ?? 7
  }

  private func startOfRun(with day: Int) -> Int {
    let before = (1..<7).first { !contains(day: (day - $0 + 7) % 7) } ?? 7
    return (day - before + 1 + 7) % 7
  }
}

extension Weekdays {
  /// Reads days and ranges, separated by commas without spaces.
  ///
  /// A range may continue from Sunday to Monday, such as `sat-mon`.
  package init(_ text: String) throws(Flaw) {
    var days: Weekdays = []
    var column = 1
    for part in text.unicodeScalars.split(separator: ",", omittingEmptySubsequences: false) {
      days.formUnion(try Self.range(part, column))
      column += part.count + 1
    }
    self = days
  }

  private static func range(
    _ part: Substring.UnicodeScalarView,
    _ column: Int
  ) throws(Flaw) -> Weekdays {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
      throw Flaw(
        column: column,
        found: "\(MessageText.quoted(String(part))) is not a range of days",
        expected: "the first and the last day, such as mon-fri"
      )
    }
    let start = try day(String(first), column)
    guard ends.count == 2 else { return Weekdays(day: start) }
    let end = try day(String(last), column + first.count + 1)
    let length = (end - start + 7) % 7
    return Weekdays((0...length).map { Weekdays(day: (start + $0) % 7) })
  }

  private static func day(_ name: String, _ column: Int) throws(Flaw) -> Int {
    if let day = names.firstIndex(of: name) { return day }
    let expected = "one of " + names.either
    guard !name.isEmpty else {
      throw Flaw(column: column, found: "a day is missing here", expected: expected)
    }
    let lower = MessageText.lowercased(name)
    let meant = usual[lower] ?? names.first { lower.hasPrefix($0) }
    throw Flaw(
      column: column,
      found: "\(MessageText.quoted(name)) is not a day",
      expected: expected + MessageText.didYouMean(meant ?? NearestWord.to(lower, among: names))
    )
  }

  /// Words that people may write for several days, and the standard text to write instead.
  private static let usual = [
    "weekdays": "mon-fri", "workdays": "mon-fri", "weekend": "sat,sun", "weekends": "sat,sun",
  ]
}
