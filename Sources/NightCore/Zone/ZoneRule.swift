/// How clocks go in every year: the rule of a POSIX `TZ`.
struct ZoneRule: Equatable, Sendable {
  struct Daylight: Equatable, Sendable {
    let time: LocalTime
    let start: Change
    let end: Change
  }

  enum Day: Equatable, Sendable {
    /// The nth day, where 29 February is never counted.
    case withoutLeapDay(Int)
    /// So many days after 1 January.
    case afterNewYear(Int)
    /// 0 is Sunday; the fifth week is the last one.
    case weekday(Int, week: Int, month: Int)
  }

  struct Change: Equatable, Sendable {
    let day: Day
    /// Seconds after midnight, which may be days away.
    let time: Int

    /// When this is in a year of the common era, by clocks that go so.
    func moment(in year: Int, _ clocks: LocalTime) -> Int64 {
      Int64(day.count(in: year)) * 86_400 + Int64(time - clocks.offset)
    }
  }

  let standard: LocalTime
  let daylight: Daylight?
}

extension ZoneRule.Day {
  private static let daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365]

  /// In days since 1970-01-01.
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
      // 1970-01-01 was a Thursday.
      let day = first + (weekday - (first + 4) % 7 + 7) % 7 + (week - 1) * 7
      return day < next ? day : day - 7
    }
  }
}
