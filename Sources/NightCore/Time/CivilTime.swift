/// What a calendar and a clock show; which zone they stand in is for the caller to know.
package struct CivilTime: Comparable, Hashable, Sendable {
  package let date: CivilDate
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let microsecond: Int

  /// The time of that day; nil where a clock never shows it.
  ///
  /// Leap seconds are refused: the count of an `Instant` has no place for them.
  package init?(date: CivilDate, hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) {
    guard
      (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
      (0..<1_000_000).contains(microsecond)
    else { return nil }
    self.date = date
    self.hour = hour
    self.minute = minute
    self.second = second
    self.microsecond = microsecond
  }

  /// Of parts that are known to be in their ranges.
  init(known date: CivilDate, hour: Int, minute: Int) {
    self.date = date
    self.hour = hour
    self.minute = minute
    second = 0
    microsecond = 0
  }

  /// What clocks in UTC show at a moment; the nearest time in the years 1 to 9999.
  package init(utc instant: Instant) {
    let count = min(max(instant.microseconds, Self.first), Self.last)
    let (quotient, remainder) = count.quotientAndRemainder(dividingBy: Self.dayLength)
    // Rounded down, so that the time of day before 1970 counts forwards as well.
    let isBefore = remainder < 0
    let rest = Int(isBefore ? remainder + Self.dayLength : remainder)
    date = CivilDate(daysSince1970: Int(isBefore ? quotient - 1 : quotient))
    hour = rest / 3_600_000_000
    minute = rest / 60_000_000 % 60
    second = rest / 1_000_000 % 60
    microsecond = rest % 1_000_000
  }

  package static func < (left: CivilTime, right: CivilTime) -> Bool {
    guard left.date == right.date else { return left.date < right.date }
    return left.microsecondOfDay < right.microsecondOfDay
  }

  private var microsecondOfDay: Int64 {
    Int64(((hour * 60 + minute) * 60 + second) * 1_000_000 + microsecond)
  }

  /// The moment at which clocks in UTC show this.
  package var utc: Instant {
    Instant(microseconds: Int64(date.daysSince1970) * Self.dayLength + microsecondOfDay)
  }

  private static let dayLength: Int64 = 86_400_000_000
  /// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z.
  private static let first: Int64 = -719_162 * dayLength
  private static let last: Int64 = 2_932_897 * dayLength - 1
}
