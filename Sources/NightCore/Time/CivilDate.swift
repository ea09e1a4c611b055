/// A day of the Gregorian calendar, in the years 1 to 9999, counted backwards before 1582 too.
package struct CivilDate: Comparable, Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// The day of that name; nil where the calendar has none.
  package init?(year: Int, month: Int, day: Int) {
    guard
      (1...9999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day so many days after 1970-01-01; the nearest one in the years 1 to 9999.
  package init(daysSince1970: Int) {
    // Counted from 0000-03-01, so that the leap day is the last of its year, in eras of 400 years.
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

  /// How many days after 1970-01-01 this is; negative before.
  package var daysSince1970: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted % 400
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// 0 is Monday, 6 Sunday.
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

  /// 0001-01-01 and 9999-12-31.
  private static let firstDay = -719_162
  private static let lastDay = 2_932_896
}
