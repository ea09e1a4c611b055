/// A zone's standard time and its yearly rule for summer time, as a POSIX `TZ` variable has them.
struct ZoneRule: Equatable, Sendable {
  struct Daylight: Equatable, Sendable {
    let time: LocalTimeType
    let start: Change
    let end: Change
  }

  enum Day: Equatable, Sendable {
    /// The day of the year with this number; 29 February is not counted.
    case withoutLeapDay(Int)
    /// The day that comes this number of days after 1 January.
    case afterNewYear(Int)
    /// A weekday (0 is Sunday) in a week of a month; week 5 means the last week.
    case weekday(Int, week: Int, month: Int)
  }

  struct Change: Equatable, Sendable {
    let day: Day
    /// The time of day of the clock change, in seconds after midnight; the number may be negative
    /// or exceed a day.
    let time: Int

    /// Returns the moment of the clock change in a year; `clocks` is the local time type before the
    /// change.
    func moment(in year: Int, _ clocks: LocalTimeType) -> Int64 {
      Int64(day.count(in: year)) * 86_400 + Int64(time - clocks.offset)
    }
  }

  let standard: LocalTimeType
  let daylight: Daylight?
}

extension ZoneRule.Day {
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// Returns the date of this day in the given year, as the number of days since 1970-01-01.
  fileprivate func count(in year: Int) -> Int {
    let past = year - 1
    let newYear = past * 365 + past / 4 - past / 100 + past / 400 - 719_162
    let leapDay = CivilDate.isLeap(year: year) ? 1 : 0
    switch self {
    case .withoutLeapDay(let day): return newYear + day - 1 + (day > 59 ? leapDay : 0)
    case .afterNewYear(let days): return newYear + days
    case .weekday(let weekday, let week, let month):
      let month = min(max(month, 1), 12)
      let first = newYear + Self.daysBefore[month - 1] + (month > 2 ? leapDay : 0)
      let next = newYear + Self.daysBefore[month] + (month > 1 ? leapDay : 0)
      // Day 0, 1970-01-01, was a Thursday, which is weekday 4.
      let day = first + (weekday - (first + 4) % 7 + 7) % 7 + (week - 1) * 7
      return day < next ? day : day - 7
    }
  }
}

/// Reads the rule of a POSIX `TZ` variable, with the extensions of RFC 9636.
struct ZoneRuleReader {
  /// The longest rule, in bytes; the limit allows even the longest names.
  private static let byteLimit = 256
  /// The start and end of summer time that Linux assumes if a rule does not say them.
  private static let usual = (
    ZoneRule.Change(day: .weekday(0, week: 2, month: 3), time: 7_200),
    ZoneRule.Change(day: .weekday(0, week: 1, month: 11), time: 7_200)
  )

  private let bytes: ArraySlice<UInt8>
  private var index: Int

  static func rule(_ text: String) throws(Flaw) -> ZoneRule {
    try rule(Array(text.utf8)[...])
  }

  /// Reads a rule; if a `Flaw` is thrown, its byte position is an index into `bytes`.
  static func rule(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> ZoneRule {
    guard bytes.count <= byteLimit else {
      throw Flaw(
        byte: bytes.startIndex + byteLimit,
        expected: "the end of the rule, which may have at most \(byteLimit) bytes"
      )
    }
    var reader = ZoneRuleReader(bytes: bytes, index: bytes.startIndex)
    return try reader.rule()
  }

  private mutating func rule() throws(Flaw) -> ZoneRule {
    let name = try name()
    let standard = LocalTimeType(offset: -(try offset()), abbreviation: name)
    if next == nil { return ZoneRule(standard: standard, daylight: nil) }
    let daylightName = try self.name()
    let isPlain = next == nil || next == UInt8(ascii: ",")
    let daylight = LocalTimeType(
      offset: isPlain ? standard.offset + 3_600 : -(try offset()),
      abbreviation: daylightName
    )
    guard next != nil else {
      return ZoneRule(
        standard: standard,
        daylight: .init(time: daylight, start: Self.usual.0, end: Self.usual.1)
      )
    }
    try expect(",", "a comma and the day on which daylight saving starts")
    let start = try change()
    try expect(",", "a comma and the day on which daylight saving ends")
    let end = try change()
    guard next == nil else { throw flaw("the rule's end") }
    return ZoneRule(standard: standard, daylight: .init(time: daylight, start: start, end: end))
  }
}

// MARK: - Parts

extension ZoneRuleReader {
  private mutating func name() throws(Flaw) -> String {
    let isQuoted = skip("<")
    let start = index
    while let byte = next, byte.isLetter || isQuoted && byte.isQuotable { index += 1 }
    let name = bytes[start..<index]
    guard name.count >= 3 else {
      throw flaw(
        isQuoted ? "a name of three or more of A-Z a-z 0-9 + -" : "a name of three letters"
      )
    }
    if isQuoted { try expect(">", "> at the end of the name") }
    return String(decoding: name, as: UTF8.self)
  }

  private mutating func offset() throws(Flaw) -> Int {
    try time(hours: 0...24, "an offset such as 5, -1 or +3:30, up to 24 hours")
  }

  private mutating func change() throws(Flaw) -> ZoneRule.Change {
    let day = try day()
    guard skip("/") else { return ZoneRule.Change(day: day, time: 7_200) }
    let time = try time(hours: 0...167, "a time such as 2, -1 or 24:30, up to 167 hours")
    return ZoneRule.Change(day: day, time: time)
  }

  private mutating func day() throws(Flaw) -> ZoneRule.Day {
    if skip("J") { return .withoutLeapDay(try number(1...365, "a day from J1 to J365")) }
    guard skip("M") else {
      return .afterNewYear(try number(0...365, "a day: M3.5.0, J60, or one from 0 to 365"))
    }
    let month = try number(1...12, "a month from 1 to 12")
    try expect(".", "a point and a week from 1 to 5")
    let week = try number(1...5, "a week from 1 to 5")
    try expect(".", "a point and a weekday from 0 to 6")
    return .weekday(
      try number(0...6, "a weekday from 0 (Sunday) to 6"),
      week: week,
      month: month
    )
  }

  /// Reads a time, and returns it in seconds.
  private mutating func time(
    hours: ClosedRange<Int>,
    _ expected: String
  ) throws(Flaw) -> Int {
    let isNegative = skip("-")
    if !isNegative { _ = skip("+") }
    var time = try number(hours, expected) * 3_600
    if skip(":") {
      time += try number(0...59, "minutes from 0 to 59") * 60
      if skip(":") { time += try number(0...59, "seconds from 0 to 59") }
    }
    return isNegative ? -time : time
  }

  private mutating func number(
    _ range: ClosedRange<Int>,
    _ expected: String
  ) throws(Flaw) -> Int {
    let start = index
    var value = 0
    while let byte = next, byte.isDigit, value <= range.upperBound {
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
      index += 1
    }
    guard index > start, range.contains(value) else {
      throw Flaw(byte: start, expected: expected)
    }
    return value
  }

  private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: mark) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ mark: Unicode.Scalar, _ expected: String) throws(Flaw) {
    guard skip(mark) else { throw flaw(expected) }
  }

  private func flaw(_ expected: String) -> Flaw { Flaw(byte: index, expected: expected) }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
  fileprivate var isQuotable: Bool {
    isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
  }
}
