extension Weekdays {
  /// Reads days and ranges with commas between them and no blanks; a range may wrap.
  package init(_ text: String) throws(RuleFlaw) {
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
  ) throws(RuleFlaw) -> Weekdays {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = ends.first, let last = ends.last, ends.count <= 2 else {
      throw RuleFlaw(
        column: column,
        found: "\(RuleFlaw.quoted(String(part))) is no range of days",
        expected: "the first and the last day, such as mon-fri"
      )
    }
    let start = try day(String(first), column)
    guard ends.count == 2 else { return Weekdays(day: start) }
    let end = try day(String(last), column + first.count + 1)
    let length = (end - start + 7) % 7
    return Weekdays((0...length).map { Weekdays(day: (start + $0) % 7) })
  }

  private static func day(_ name: String, _ column: Int) throws(RuleFlaw) -> Int {
    if let day = names.firstIndex(of: name) { return day }
    let expected = "one of " + names.either
    guard !name.isEmpty else {
      throw RuleFlaw(column: column, found: "no day stands here", expected: expected)
    }
    let lower = RuleFlaw.lower(name)
    let meant = usual[lower] ?? names.first { lower.hasPrefix($0) }
    throw RuleFlaw(
      column: column,
      found: "\(RuleFlaw.quoted(name)) is no day",
      expected: expected + RuleFlaw.meant(meant ?? NearestWord.to(lower, among: names))
    )
  }

  /// What people say for several days.
  private static let usual = [
    "weekdays": "mon-fri", "workdays": "mon-fri", "weekend": "sat,sun", "weekends": "sat,sun",
  ]
}
