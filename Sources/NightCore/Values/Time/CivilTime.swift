/// A date and a time of day; the caller must know the time zone.
package struct CivilTime: Comparable, Hashable, Sendable {
  package let date: CivilDate
  package let hour: Int
  package let minute: Int
  package let second: Int
  package let microsecond: Int

  /// Creates a time on a date; nil if a part is out of range.
  ///
  /// A leap second is out of range, because an `Instant` does not count leap seconds.
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

  /// Creates a time from parts that the caller knows to be valid.
  package init(known date: CivilDate, hour: Int, minute: Int) {
    self.date = date
    self.hour = hour
    self.minute = minute
    second = 0
    microsecond = 0
  }

  /// Creates the time in UTC at a moment, clamped to the years 1 to 9999.
  package init(utc instant: Instant) {
    let count = min(max(instant.microseconds, Self.first), Self.last)
    let (quotient, remainder) = count.quotientAndRemainder(dividingBy: Self.dayLength)
    // Round down, so that the time of day is never negative, even before 1970.
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

  /// The moment at which clocks in UTC show this time.
  package var utc: Instant {
    Instant(microseconds: Int64(date.daysSince1970) * Self.dayLength + microsecondOfDay)
  }

  private static let dayLength: Int64 = 86_400_000_000
  /// The first and the last moment of the years 1 to 9999 in UTC, in microseconds since 1970.
  private static let first: Int64 = -719_162 * dayLength
  private static let last: Int64 = 2_932_897 * dayLength - 1
}

/// A date in the years 1 to 9999 of the Gregorian calendar, which is used for dates before 1582
/// too.
package struct CivilDate: Comparable, Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Creates a date; nil if the date does not exist in the calendar.
  package init?(year: Int, month: Int, day: Int) {
    guard
      (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The date that is this many days after 1970-01-01, clamped to the years 1 to 9999.
  package init(daysSince1970: Int) {
    // Count eras of 400 years from 0000-03-01, so that a leap day is always the last day of a year.
    let days = min(max(daysSince1970, Self.firstDay), Self.lastDay) + 719_468
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  package func adding(days: Int) -> CivilDate { CivilDate(daysSince1970: daysSince1970 + days) }

  /// The days since 1970-01-01, negative for earlier dates.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// The day of the week: 0 is Monday, 6 is Sunday.
  package var weekday: Int { ((daysSince1970 + 3) % 7 + 7) % 7 }

  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  package static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The first and the last date of the years 1 to 9999, in days since 1970-01-01.
  private static let firstDay = -719_162
  private static let lastDay = 2_932_896
}

extension CivilDate {
  /// The date in ISO 8601, such as `2026-11-21`.
  package var iso: String {
    Instant.padded(year, 4) + "-" + Instant.padded(month, 2) + "-" + Instant.padded(day, 2)
  }

  /// Reads a date in the form of `iso`; nil for any other string or a date that does not exist.
  package init?(iso: String) {
    guard let midnight = Instant(iso: iso + "T00:00:00Z") else { return nil }
    self = CivilTime(utc: midnight).date
  }
}
