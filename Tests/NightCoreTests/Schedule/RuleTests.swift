import NightCore
import Testing

@Suite("Rules")
struct RuleTests {
  @Test(
    "A rule is written in its canonical form",
    arguments: [
      ("dark sunset", "dark sunset"),
      ("light sunrise", "light sunrise"),
      ("dark 19:30", "dark 19:30"),
      ("light 00:00 on sat,sun", "light 00:00 on sat,sun"),
      ("light 23:59", "light 23:59"),
      ("dark sunset-30m", "dark sunset-30m"),
      ("dark sunset+90m", "dark sunset+1h30m"),
      ("dark sunset-1h30m", "dark sunset-1h30m"),
      ("dark sunset-12h", "dark sunset-12h"),
      ("dark sunset+720m", "dark sunset+12h"),
      ("dark sunset+11h59m", "dark sunset+11h59m"),
      ("dark sunset-0m", "dark sunset"),
      ("dark sunset+0h5m", "dark sunset+5m"),
      ("light civil-dawn", "light civil-dawn"),
      ("dark civil-dusk-1h", "dark civil-dusk-1h"),
      ("light nautical-dawn+5m", "light nautical-dawn+5m"),
      ("dark nautical-dusk", "dark nautical-dusk"),
      ("light astronomical-dawn", "light astronomical-dawn"),
      ("dark astronomical-dusk", "dark astronomical-dusk"),
      ("dark dusk@-4", "dark dusk@-4"),
      ("dark dusk@-4+10m", "dark dusk@-4+10m"),
      ("dark dusk@-4-10m", "dark dusk@-4-10m"),
      ("light dawn@3.5", "light dawn@3.5"),
      ("dark dusk@90", "dark dusk@90"),
      ("dark dusk@-90", "dark dusk@-90"),
      ("dark dusk@-0.8333", "dark sunset"),
      ("light dawn@-6", "light civil-dawn"),
      ("dark sunset not before 17:00", "dark sunset not before 17:00"),
      ("dark sunset not after 21:30", "dark sunset not after 21:30"),
      (
        "dark sunset not after 21:30 not before 17:00",
        "dark sunset not before 17:00 not after 21:30"
      ),
      (
        "dark sunset not before 22:00 not after 00:30",
        "dark sunset not before 22:00 not after 00:30"
      ),
      (
        "dark sunset not before 20:00 not after 20:00",
        "dark sunset not before 20:00 not after 20:00"
      ),
      (
        "light sunrise not before 11:00 not after 13:00",
        "light sunrise not before 11:00 not after 13:00"
      ),
      ("  dark\t sunset   on  mon ", "dark sunset on mon"),
      ("dark sunset on mon-sun", "dark sunset"),
      ("dark sunset on thu-wed", "dark sunset"),
      ("dark sunset on sun,mon,sat,fri", "dark sunset on fri-mon"),
      (
        "dark sunset-30m not before 17:00 not after 21:00 on mon-fri",
        "dark sunset-30m not before 17:00 not after 21:00 on mon-fri"
      ),
      ("dark 7:00", "dark 07:00"),
      ("dark sunset not before 7:05", "dark sunset not before 07:05"),
      ("DARK sunset", "dark sunset"),
      ("Dark Sunset-30M ON Mon-Fri", "dark sunset-30m on mon-fri"),
      ("dark sunset + 30m", "dark sunset+30m"),
      ("dark sunset -30m", "dark sunset-30m"),
      ("dark sunset- 1h30m on sat", "dark sunset-1h30m on sat"),
      ("dark dusk@-4 + 10m not after 9:00", "dark dusk@-4+10m not after 09:00"),
    ]
  )
  func canonical(text: String, canonical: String) throws {
    let rule = try Rule(text)
    #expect(rule.text == canonical)
    #expect(try Rule(canonical) == rule)
  }

  @Test(
    "If a rule is read from a text, it has the style, time, limits and days that the text states"
  )
  func parts() throws {
    let rule = try Rule("dark sunset-30m not before 17:00 not after 21:30 on sat")
    #expect(rule.style == .dark)
    #expect(rule.when == .sun(.sunset, offset: -30))
    #expect(rule.notBefore == ClockTime(hour: 17, minute: 0))
    #expect(rule.notAfter == ClockTime(hour: 21, minute: 30))
    #expect(rule.days == .saturday)
    let clock = try Rule("light 07:05")
    #expect(clock.style == .light)
    #expect(clock.when == ClockTime(hour: 7, minute: 5).map(Rule.When.clock))
    #expect(clock.notBefore == nil && clock.notAfter == nil && clock.days == .all)
  }

  @Test("A rule has at most 200 bytes")
  func longest() throws {
    let text = "dark sunset" + String(repeating: " ", count: 189)
    #expect(try Rule(text).text == "dark sunset")
    #expect(throws: Flaw.self) { try Rule(text + " ") }
  }

  @Test("Every set of days is unchanged after it is written and read again", arguments: 1...127)
  func days(bits: Int) throws {
    let days = Weekdays(rawValue: UInt8(bits))
    #expect(try Weekdays(days.text) == days)
    // Three or more consecutive days are written as a range.
    let isLong = (0..<7).contains { day in
      (0..<3).allSatisfy { days.contains(day: (day + $0) % 7) }
    }
    #expect(days.text.contains("-") == isLong, "\(days.text)")
  }

  @Test(
    "A set of days is written in its canonical form",
    arguments: [
      ("mon", "mon"), ("mon,tue", "mon,tue"), ("mon-tue", "mon,tue"), ("mon,tue,wed", "mon-wed"),
      ("sat-sun", "sat,sun"), ("sun-mon", "mon,sun"), ("sat-mon", "sat-mon"),
      ("sat-mon,wed", "wed,sat-mon"), ("fri,mon-wed", "mon-wed,fri"), ("mon-mon", "mon"),
      ("mon,mon-fri,wed", "mon-fri"), ("tue-mon", "mon-sun"),
    ]
  )
  func dayTexts(text: String, canonical: String) throws {
    #expect(try Weekdays(text).text == canonical)
  }

  @Test("A time of day is unchanged after a write and a read, and an invalid time is rejected")
  func clock() {
    for minute in 0..<1440 {
      let time = ClockTime(hour: minute / 60, minute: minute % 60)
      #expect(time?.minute == minute && time.flatMap { ClockTime($0.text) } == time)
    }
    for text in ["", "7:0", ":700", "07:0", "24:00", "23:60", "07:00 ", "-7:00", "0７:00", "07.00"] {
      #expect(ClockTime(text) == nil, "\(text)")
    }
    #expect(ClockTime("7:05")?.text == "07:05")
    #expect(ClockTime(hour: 24, minute: 0) == nil && ClockTime(hour: 0, minute: -1) == nil)
  }

  @Test(
    "The weekday of a date is correct, even in the years 1 and 9999",
    arguments: [
      (1, 1, 1, 0), (1969, 12, 31, 2), (1970, 1, 1, 3), (2000, 2, 29, 1), (2026, 11, 21, 5),
      (9999, 12, 31, 4),
    ]
  )
  func weekday(year: Int, month: Int, day: Int, weekday: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.weekday == weekday)
  }
}
