import NightCore
import Testing

@Suite("Calendar and clock")
struct CivilTests {
  @Test("Each day of the years 1 to 9999 follows the day before it")
  func everyDay() {
    let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    var expected = -719_162
    var wrong = 0
    for year in 1...9999 {
      for month in 1...12 {
        let leapDay = month == 2 && CivilDate.isLeap(year: year) ? 1 : 0
        for day in 1...(lengths[month - 1] + leapDay) {
          // Count the days and compare only the count, because there are millions of days.
          let date = CivilDate(year: year, month: month, day: day)
          if date?.daysSince1970 != expected || CivilDate(daysSince1970: expected) != date {
            wrong += 1
          }
          expected += 1
        }
      }
    }
    #expect(wrong == 0)
    #expect(expected == 2_932_897)
  }

  @Test(
    "Leap years follow the rule of 4, 100 and 400",
    arguments: [(1900, false), (2000, true), (2024, true), (2026, false), (2100, false)]
  )
  func leapYears(year: Int, isLeap: Bool) {
    #expect(CivilDate.isLeap(year: year) == isLeap)
    #expect((CivilDate(year: year, month: 2, day: 29) != nil) == isLeap)
  }

  @Test("A date that does not exist is rejected")
  func refusedDates() {
    for (year, month, day) in [
      (0, 1, 1), (10_000, 1, 1), (Int.min, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 1, 0),
      (2026, 1, 32), (2026, 4, 31), (2026, Int.max, Int.max),
    ] {
      #expect(CivilDate(year: year, month: month, day: day) == nil)
    }
  }

  @Test("A date outside the years 1 to 9999 is clamped")
  func clamped() {
    #expect(CivilDate(daysSince1970: .min) == CivilDate(year: 1, month: 1, day: 1))
    #expect(CivilDate(daysSince1970: .max) == CivilDate(year: 9999, month: 12, day: 31))
  }

  @Test("A time of day that no clock can show is rejected")
  func refusedTimes() throws {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 21))
    #expect(CivilTime(date: date, hour: 23, minute: 59, second: 59, microsecond: 999_999) != nil)
    #expect(CivilTime(date: date, hour: 24, minute: 0) == nil)
    #expect(CivilTime(date: date, hour: -1, minute: 0) == nil)
    #expect(CivilTime(date: date, hour: 0, minute: 60) == nil)
    #expect(CivilTime(date: date, hour: 0, minute: 0, second: 60) == nil)
    #expect(CivilTime(date: date, hour: 0, minute: 0, second: 0, microsecond: 1_000_000) == nil)
  }

  @Test(
    "A UTC clock converts a moment to a date and time, and converts these back to the same moment"
  )
  func parts() throws {
    let date = try #require(CivilDate(year: 1969, month: 12, day: 31))
    let civil = CivilTime(utc: Instant(microseconds: -1))
    #expect(
      civil == CivilTime(date: date, hour: 23, minute: 59, second: 59, microsecond: 999_999)
    )
    #expect(civil.utc == Instant(microseconds: -1))
  }

  @Test("A date is read as YYYY-MM-DD, with or without HH:MM, and nothing else")
  func text() throws {
    let date = try #require(CivilDate(year: 2026, month: 11, day: 21))
    #expect(CivilTime(text: "2026-11-21") == CivilTime(date: date, hour: 0, minute: 0))
    for text in ["2026-11-21 07:30", "2026-11-21T07:30"] {
      #expect(CivilTime(text: text) == CivilTime(date: date, hour: 7, minute: 30))
    }
    for text in [
      "", "2026", "2026-11-2", "2026-13-01", "2026-02-29", "0000-01-01", "2026/11/21", "21-11-2026",
      "2026-11-21T24:00", "2026-11-21T07:3", "2026-11-21t07:30", "2026-11-21T07:30Z", "2026-11-21 ",
      "-026-11-21", "+026-11-21", "２０２６-11-21",
    ] {
      #expect(CivilTime(text: text) == nil, "\(text)")
    }
  }
}
