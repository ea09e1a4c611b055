import NightCore
import TestSupport
import Testing

@Suite("Zone rules")
struct ZoneRuleTests {
  @Test(
    "A zone's rule determines the zone's offset and abbreviation",
    arguments: [
      ("CET-1", "2026-07-01T00:00:00Z", 3_600, "CET"),
      ("UTC0", "2026-07-01T00:00:00Z", 0, "UTC"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", 3_600, "CET"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7_200, "CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7_200, "CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3_600, "CET"),
      // These moments lie before and after all the cycles of 400 years.
      ("CET-1CEST,M3.5.0,M10.5.0/3", "1226-03-29T00:59:59Z", 3_600, "CET"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "1226-03-29T01:00:00Z", 7_200, "CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "9626-10-25T00:59:59Z", 7_200, "CEST"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "9626-10-25T01:00:00Z", 3_600, "CET"),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "1970-01-01T00:00:00Z", 3_600, "CET"),
      // This is a zone in the southern hemisphere.
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-01-01T00:00:00Z", 46_800, "NZDT"),
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T13:59:59Z", 46_800, "NZDT"),
      ("NZST-12NZDT,M9.5.0,M4.1.0/3", "2026-04-04T14:00:00Z", 43_200, "NZST"),
      // In this zone, winter time is the exception.
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T00:59:59Z", 0, "GMT"),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-03-29T01:00:00Z", 3_600, "IST"),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T00:59:59Z", 3_600, "IST"),
      ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-10-25T01:00:00Z", 0, "GMT"),
      ("<+0330>-3:30<+0430>,J79/24,J263/24", "2026-03-20T20:29:59Z", 12_600, "+0330"),
      ("<+0330>-3:30<+0430>,J79/24,J263/24", "2026-03-20T20:30:00Z", 16_200, "+0430"),
      // A rule may name days that a leap day shifts, or days that it does not shift.
      ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3_600, "BBB"),
      ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0, "AAA"),
      ("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z", 3_600, "BBB"),
      ("AAA0BBB,59/0,300/0", "2026-03-01T00:00:00Z", 3_600, "BBB"),
      ("AAA0BBB,59/0,300/0", "2026-02-28T23:59:59Z", 0, "AAA"),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3_600, "-01"),
      ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7_200, "-02"),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-28T00:00:00Z", 10_800, "EEST"),
      ("EET-2EEST,M3.4.4/50,M10.4.4/50", "2026-03-27T23:59:59Z", 7_200, "EET"),
      ("AAA0BBB,M6.1.1/-167,M10.1.0/167", "2026-05-25T01:00:00Z", 3_600, "BBB"),
      ("AAA0BBB,M6.1.1/-167,M10.1.0/167", "2026-10-10T22:00:00Z", 0, "AAA"),
      ("AAA1:02:03BBB-4:05:06,M4.1.0/1:30:15,M9.1.0", "2026-04-05T02:32:17Z", -3_723, "AAA"),
      ("AAA1:02:03BBB-4:05:06,M4.1.0/1:30:15,M9.1.0", "2026-04-05T02:32:18Z", 14_706, "BBB"),
      // A rule without dates uses the dates that are the default on Linux.
      ("EST5EDT", "2026-03-08T07:00:00Z", -14_400, "EDT"),
      ("EST5EDT4", "2026-11-01T06:00:00Z", -18_000, "EST"),
    ]
  )
  func offsets(rule: String, moment: String, offset: Int, abbreviation: String) throws {
    let zone = try Zone(rule: rule)
    let instant = try #require(Instant(iso: moment))
    #expect(zone.name == rule)
    #expect(zone.offset(at: instant) == offset)
    #expect(zone.abbreviation(at: instant) == abbreviation)
  }

  @Test(
    "If daylight saving time never ends, the clocks do not change",
    arguments: ["XXX3EDT4,0/0,J365/23", "EST5EDT,0/0,J365/25", "AAA-3BBB,J1/0,J365/25"]
  )
  func always(rule: String) throws {
    let zone = try Zone(rule: rule)
    let offset = ["XXX3EDT4,0/0,J365/23": -14_400, "EST5EDT,0/0,J365/25": -14_400][rule] ?? 14_400
    for year in [1, 1600, 1969, 1970, 1999, 2000, 2026, 2369, 2370, 2371, 2372, 2373, 9_999] {
      for day in [(1, 1), (2, 29), (7, 1), (12, 31)] {
        guard let date = CivilDate(year: year, month: day.0, day: day.1) else { continue }
        for hour in [0, 5, 23] {
          let time = try #require(CivilTime(date: date, hour: hour, minute: 0))
          #expect(zone.offset(at: time.utc) == offset)
          #expect(zone.nextChange(after: time.utc) == nil)
          #expect(
            zone.moments(of: time)
              == .once(time.utc.adding(microseconds: Int64(-offset) * 1_000_000))
          )
        }
      }
    }
  }

  @Test(
    "A zone's rule causes two clock changes a year, even at the end of the 400-year cycle"
  )
  func changes() throws {
    let zone = try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    for start in ["1150-01-01T00:00:00Z", "2026-01-01T00:00:00Z", "9000-01-01T00:00:00Z"] {
      let first = try #require(Instant(iso: start))
      var moment = try #require(zone.nextChange(after: first))
      for _ in 0..<900 {
        let next = try #require(zone.nextChange(after: moment))
        #expect((147...217).contains((next.second - moment.second) / 86_400))
        #expect(zone.offset(at: next) != zone.offset(at: next.adding(microseconds: -1)))
        moment = next
      }
    }
  }

  @Test("If a zone changes its offset twice within hours, both changes apply")
  func closeTogether() throws {
    // Daylight saving time lasts only two hours by the new clock.
    let zone = try Zone(rule: "AAA0BBB-1,J100/2,J100/4")
    let day = "2026-04-10T"
    #expect(zone.moments(of: CivilTime(day + "01:59:59")) == .once(CivilTime(day + "01:59:59").utc))
    #expect(
      zone.moments(of: CivilTime(day + "02:30:00")) == .skipped(at: CivilTime(day + "02:00:00").utc)
    )
    #expect(
      zone.moments(of: CivilTime(day + "03:30:00"))
        == .twice(CivilTime(day + "02:30:00").utc, CivilTime(day + "03:30:00").utc)
    )
    #expect(zone.moments(of: CivilTime(day + "04:00:00")) == .once(CivilTime(day + "04:00:00").utc))
    // The skipped time does occur later, because the clocks go back soon afterwards.
    let sawtooth = try Zone(rule: "AAA0BBB-3,J100/2,J100/5:30")
    #expect(
      sawtooth.moments(of: CivilTime(day + "02:45:00")) == .once(CivilTime(day + "02:45:00").utc)
    )
  }

  @Test(
    "If a zone's rule has a mistake, the error gives the position of the byte",
    arguments: [
      ("", 0, "a name of three letters"),
      ("CE-1", 2, "a name of three letters"),
      ("<+1>-1", 3, "a name of three or more of A-Z a-z 0-9 + -"),
      ("<+0100-1", 8, "> at the end of the name"),
      ("<+0100", 6, "> at the end of the name"),
      ("CET", 3, "an offset such as 5, -1 or +3:30, up to 24 hours"),
      ("CET--1", 4, "an offset such as 5, -1 or +3:30, up to 24 hours"),
      ("CET25", 3, "an offset such as 5, -1 or +3:30, up to 24 hours"),
      ("CET99999999999999999999", 3, "an offset such as 5, -1 or +3:30, up to 24 hours"),
      ("CET-1:", 6, "minutes from 0 to 59"),
      ("CET-1:60", 6, "minutes from 0 to 59"),
      ("CET-1:30:60", 9, "seconds from 0 to 59"),
      ("CET-1 ", 5, "a name of three letters"),
      ("CET-1CEST,", 10, "a day: M3.5.0, J60, or one from 0 to 365"),
      ("CET-1CEST,M3.5.0", 16, "a comma and the day on which daylight saving ends"),
      ("CET-1CEST,M0.5.0,M10.5.0", 11, "a month from 1 to 12"),
      ("CET-1CEST,M3,M10.5.0", 12, "a point and a week from 1 to 5"),
      ("CET-1CEST,M3.6.0,M10.5.0", 13, "a week from 1 to 5"),
      ("CET-1CEST,M3.5,M10.5.0", 14, "a point and a weekday from 0 to 6"),
      ("CET-1CEST,M3.5.7,M10.5.0", 15, "a weekday from 0 (Sunday) to 6"),
      ("CET-1CEST,J0,J5", 11, "a day from J1 to J365"),
      ("CET-1CEST,J366,J5", 11, "a day from J1 to J365"),
      ("CET-1CEST,366,5", 10, "a day: M3.5.0, J60, or one from 0 to 365"),
      ("CET-1CEST,M3.5.0/168,M10.5.0", 17, "a time such as 2, -1 or 24:30, up to 167 hours"),
      ("CET-1CEST,M3.5.0,M10.5.0/3x", 26, "the rule's end"),
      ("CET-1CEST;M3.5.0,M10.5.0/3", 9, "an offset such as 5, -1 or +3:30, up to 24 hours"),
      (
        "<" + String(repeating: "A", count: 300) + ">0", 256,
        "the end of the rule, which may have at most 256 bytes"
      ),
    ]
  )
  func flaws(rule: String, byte: Int, expected: String) {
    let flaw = Flaw("expected \(expected)", at: .byte(byte))
    #expect(throws: flaw) { try Zone(rule: rule) }
    #expect(flaw.description == "byte \(byte): expected \(expected)")
  }

  @Test(
    "Local times that follow a zone's rule agree with the program `date`",
    .enabled(if: Tool.path("date") != nil, "date is not installed"),
    arguments: [
      "CET-1CEST,M3.5.0,M10.5.0/3", "IST-1GMT0,M10.5.0,M3.5.0/1", "NZST-12NZDT,M9.5.0,M4.1.0/3",
      "<+0330>-3:30<+0430>,J79/24,J263/24", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
      "AAA3BBB,59,300/5", "EET-2EEST,M3.4.4/50,M10.4.4/50",
    ]
  )
  func asDateHasThem(rule: String) throws {
    let zone = try Zone(rule: rule)
    var random = SplitMix64(seed: 5)
    let moments = (0..<300).map { _ in Int.random(in: 0...16_000_000_000, using: &random) }
    let run = try Program.run(
      "date",
      ["-f", "-", "+%s %Z %Y-%m-%dT%H:%M:%S"],
      environment: ["TZ": rule],
      input: .bytes(Array(moments.map { "@\($0)\n" }.joined().utf8))
    )
    let own = moments.map { second in
      let instant = Instant(second: second)
      return "\(second) \(zone.abbreviation(at: instant)) \(zone.civil(at: instant).text)\n"
    }
    #expect(run.output == own.joined())
  }
}
