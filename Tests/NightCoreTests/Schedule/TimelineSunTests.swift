import NightCore
import Testing

/// Rules by the sun; Skyfield 1.55 calculated the events' times with the ephemeris DE421.
@Suite("Timelines from sun rules")
struct TimelineSunTests {
  private static let everyDay = ["dark sunset", "light sunrise"]
  private static let longyearbyen = "78,16"
  private static let tromso = "69.65,18.96"
  private static let helsinki = "60.1666667,24.9666667"
  private static let warsaw = "52.25,21"

  static let days: [TimelineCase] = [
    TimelineCase(
      "Berlin's clocks go forward between two sunsets",
      everyDay,
      "Europe/Berlin",
      at: "52.5,13.3666667",
      "2026-03-28",
      "2026-03-29",
      within: 30,
      [
        "2026-03-28 05:50:35 light", "2026-03-28 18:33:39 dark", "2026-03-29 06:48:14 light",
        "2026-03-29 19:35:24 dark",
      ]
    ),
    TimelineCase(
      "Kathmandu",
      everyDay,
      "Asia/Kathmandu",
      at: "27.7166667,85.3166667",
      "2026-11-21",
      "2026-11-21",
      within: 30,
      ["2026-11-21 06:29:12 light", "2026-11-21 17:09:37 dark"]
    ),
    TimelineCase(
      "St John's",
      everyDay,
      "America/St_Johns",
      at: "47.5666667,-52.7166667",
      "2026-11-21",
      "2026-11-21",
      within: 30,
      ["2026-11-21 07:14:40 light", "2026-11-21 16:18:24 dark"]
    ),
    TimelineCase(
      "Samoa's sun is unaffected by the skipped date",
      everyDay,
      "Pacific/Apia",
      at: "-13.8333333,-171.7333333",
      "2011-12-29",
      "2011-12-31",
      within: 30,
      [
        "2011-12-29 07:00:54 light", "2011-12-29 19:57:08 dark", "2011-12-31 07:01:28 light",
        "2011-12-31 19:57:32 dark",
      ]
    ),
    TimelineCase(
      "limits by the clock before and after Samoa's skipped day",
      ["dark sunset not before 20:30", "light sunrise-3h not before 05:00"],
      "Pacific/Apia",
      at: "-13.8333333,-171.7333333",
      "2011-12-29",
      "2011-12-31",
      [
        "2011-12-29 05:00 light", "2011-12-29 20:30 dark", "2011-12-31 05:00 light",
        "2011-12-31 20:30 dark",
      ]
    ),
    TimelineCase(
      "a limit after midnight, on the day that Samoa skips",
      ["dark sunset+8h not after 02:00", "light 10:00"],
      "Pacific/Apia",
      at: "-13.8333333,-171.7333333",
      "2011-12-29",
      "2011-12-31",
      [
        "2011-12-29 02:00 dark", "2011-12-29 10:00 light", "2011-12-31 02:00 dark",
        "2011-12-31 10:00 light",
      ]
    ),
    TimelineCase(
      "Fiji's place with the clocks of UTC",
      everyDay,
      "UTC",
      at: "-18.1333333,178.4166667",
      "2026-01-01",
      "2026-01-02",
      within: 30,
      [
        "2026-01-01 06:45:35 dark", "2026-01-01 17:34:16 light", "2026-01-02 06:45:55 dark",
        "2026-01-02 17:34:52 light",
      ]
    ),
    TimelineCase(
      "a place on the other side of the earth from its zone",
      everyDay,
      "Europe/Berlin",
      at: "52.5,-166.6333333",
      "2026-11-20",
      "2026-11-21",
      within: 30,
      [
        "2026-11-20 04:07:30 dark", "2026-11-20 19:37:42 light", "2026-11-21 04:06:17 dark",
        "2026-11-21 19:39:24 light",
      ]
    ),
    TimelineCase(
      "an event there belongs to the date of its mean noon, just after midnight",
      ["dark 03:00", "light sunrise on sat-thu", "light sunrise+1h on fri"],
      "Europe/Berlin",
      at: "52.5,-166.6333333",
      "2026-11-19",
      "2026-11-21",
      within: 30,
      [
        "2026-11-19 03:00 dark", "2026-11-19 20:36:00 light", "2026-11-20 03:00 dark",
        "2026-11-20 19:37:42 light", "2026-11-21 03:00 dark", "2026-11-21 19:39:24 light",
      ]
    ),
    TimelineCase(
      "a place on the date line, as 180 degrees east",
      everyDay,
      "Pacific/Auckland",
      at: "0,180",
      "2026-11-20",
      "2026-11-20",
      within: 30,
      ["2026-11-20 06:41:54 light", "2026-11-20 18:49:05 dark"]
    ),
    TimelineCase(
      "a place on the date line, as 180 degrees west",
      everyDay,
      "Pacific/Auckland",
      at: "0,-180",
      "2026-11-20",
      "2026-11-20",
      within: 30,
      ["2026-11-20 06:41:54 light", "2026-11-20 18:49:05 dark"]
    ),
  ]

  static let poles: [TimelineCase] = [
    TimelineCase(
      "Longyearbyen is light all day from April to August",
      everyDay,
      "Arctic/Longyearbyen",
      at: longyearbyen,
      "2026-04-19",
      "2026-08-25",
      within: 300,
      [
        "2026-04-19 00:26:59 dark", "2026-04-19 01:21:18 light", "2026-08-25 00:04:32 dark",
        "2026-08-25 01:54:09 light", "2026-08-25 23:40:42 dark",
      ]
    ),
    TimelineCase(
      "Longyearbyen is dark all day from October to February",
      everyDay,
      "Arctic/Longyearbyen",
      at: longyearbyen,
      "2026-10-26",
      "2027-02-14",
      within: 300,
      ["2026-10-26 10:45:55 light", "2026-10-26 12:31:52 dark"]
    ),
    TimelineCase(
      "McMurdo is dark all day from April to August",
      everyDay,
      "Antarctica/McMurdo",
      at: "-77.8333333,166.6",
      "2026-04-25",
      "2026-08-18",
      []
    ),
    TimelineCase(
      "McMurdo's first day after the polar night",
      everyDay,
      "Antarctica/McMurdo",
      at: "-77.8333333,166.6",
      "2026-08-19",
      "2026-08-19",
      within: 300,
      ["2026-08-19 12:18:26 light", "2026-08-19 13:38:00 dark"]
    ),
    TimelineCase(
      "McMurdo is light all day until February",
      everyDay,
      "Antarctica/McMurdo",
      at: "-77.8333333,166.6",
      "2026-01-01",
      "2026-02-20",
      within: 300,
      ["2026-02-20 01:28:30 dark", "2026-02-20 02:48:27 light"]
    ),
    TimelineCase(
      "the north pole has two changes in a year",
      everyDay,
      "UTC",
      at: "90,0",
      "2026-01-01",
      "2026-12-31",
      within: 86_400,
      ["2026-03-18 12:21:04 light", "2026-09-25 03:19:33 dark"]
    ),
    TimelineCase(
      "the south pole has two changes in a year",
      everyDay,
      "UTC",
      at: "-90,0",
      "2026-01-01",
      "2026-12-31",
      within: 86_400,
      ["2026-03-22 17:14:01 dark", "2026-09-20 20:47:40 light"]
    ),
    TimelineCase(
      "limits by the clock still apply during the polar day",
      ["dark sunset not after 21:30", "light sunrise not before 06:00"],
      "Europe/Oslo",
      at: tromso,
      "2026-06-20",
      "2026-06-21",
      [
        "2026-06-20 06:00 light", "2026-06-20 21:30 dark", "2026-06-21 06:00 light",
        "2026-06-21 21:30 dark",
      ]
    ),
    TimelineCase(
      "limits by the clock still apply during the polar night",
      ["dark sunset not before 17:00", "light sunrise not after 08:00"],
      "Europe/Oslo",
      at: tromso,
      "2026-12-20",
      "2026-12-21",
      [
        "2026-12-20 08:00 light", "2026-12-20 17:00 dark", "2026-12-21 08:00 light",
        "2026-12-21 17:00 dark",
      ]
    ),
    TimelineCase(
      "the substitute of a missing sun event ignores the rule's offset",
      ["dark sunset-3h", "light sunrise+3h"],
      "Europe/Oslo",
      at: tromso,
      "2026-06-20",
      "2026-06-21",
      []
    ),
  ]

  static let limits: [TimelineCase] = [
    TimelineCase(
      "offsets that swap the ends of a short night remove the night",
      ["dark sunset+3h", "light sunrise-3h"],
      "Europe/Helsinki",
      at: helsinki,
      "2026-06-20",
      "2026-06-22",
      []
    ),
    TimelineCase(
      "offsets that swap the ends of a short day remove the day",
      ["dark sunset-3h", "light sunrise+3h"],
      "Europe/Helsinki",
      at: helsinki,
      "2026-12-20",
      "2026-12-22",
      []
    ),
    TimelineCase(
      "the same offsets keep a long day",
      ["dark sunset-3h", "light sunrise+3h"],
      "Europe/Helsinki",
      at: helsinki,
      "2026-06-21",
      "2026-06-21",
      within: 30,
      ["2026-06-21 06:53:57 light", "2026-06-21 19:49:54 dark"]
    ),
    TimelineCase(
      "a removed night stays removed if another rule falls into it",
      ["dark sunset+8h", "light astronomical-dusk", "light sunrise"],
      "Europe/Warsaw",
      at: warsaw,
      "2026-06-20",
      "2026-06-21",
      []
    ),
    TimelineCase(
      "a sunset that waits for a clock time follows an earlier break",
      ["light 07:00", "dark 12:00", "light 13:00", "dark sunset not before 14:00"],
      "Europe/Oslo",
      at: tromso,
      "2026-12-20",
      "2026-12-20",
      [
        "2026-12-20 07:00 light", "2026-12-20 12:00 dark", "2026-12-20 13:00 light",
        "2026-12-20 14:00 dark",
      ]
    ),
    TimelineCase(
      "a limit at twelve is after Warsaw's sunrise, so it changes nothing",
      ["light sunrise not after 12:00", "dark 17:00"],
      "Europe/Warsaw",
      at: warsaw,
      "2026-12-21",
      "2026-12-22",
      within: 30,
      [
        "2026-12-21 07:43:04 light", "2026-12-21 17:00 dark", "2026-12-22 07:43:34 light",
        "2026-12-22 17:00 dark",
      ]
    ),
    TimelineCase(
      "a limit can delay a sunrise into the afternoon",
      ["light sunrise not before 13:00", "dark 17:00"],
      "Europe/Warsaw",
      at: warsaw,
      "2026-06-21",
      "2026-06-21",
      ["2026-06-21 13:00 light", "2026-06-21 17:00 dark"]
    ),
    TimelineCase(
      "the substitute of a missing sunset, near twelve, waits for its limit on the same day",
      ["light 08:00", "dark sunset not before 12:00"],
      "Arctic/Longyearbyen",
      at: longyearbyen,
      "2027-01-01",
      "2027-01-08",
      within: 300,
      (1...8).flatMap { ["2027-01-0\($0) 08:00 light", "2027-01-0\($0) 12:00 dark"] }
    ),
  ]

  @Test("A timeline is correct for days in all parts of the world", arguments: days)
  func day(_ example: TimelineCase) throws { try example.check() }

  @Test("A timeline is correct in polar days and nights", arguments: poles)
  func pole(_ example: TimelineCase) throws { try example.check() }

  @Test("A timeline is correct for rules with offsets and limits", arguments: limits)
  func limit(_ example: TimelineCase) throws { try example.check() }

  @Test(
    "A rule for a weekday applies once a week, even if the clock shows midnight at solar noon",
    arguments: [179.9, -179.9, 180, 177, -177, 163],
    ["UTC", "Pacific/Auckland", "Europe/London"]
  )
  func midnightNoon(longitude: Double, zone: String) throws {
    // In this zone, the clocks differ from the sun at this location by about twelve hours.
    let shift = zone == "Pacific/Auckland" ? 180.0 : 0
    let east = longitude + shift > 180 ? longitude + shift - 360 : longitude + shift
    let place = try #require(Place(latitude: 0, longitude: east))
    let from = Instant(microseconds: 1_767_225_600_000_000)
    for day in ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] {
      let schedule = try Schedule(["dark sunset on \(day)", "light sunset+1h"])
      let timeline = Timeline(schedule, try SystemZone.zone(zone), place)
      let stretch = timeline.span(from: from, to: from.adding(days: 371))
      let darks = stretch.transitions.filter { $0.style == .dark }.map(\.instant.microseconds)
      let gaps = zip(darks, darks.dropFirst()).map { Double($1 - $0) / 604_800_000_000 }
      #expect(darks.count == 53 && gaps.allSatisfy { ($0 - 1).magnitude < 0.01 }, "\(day): \(gaps)")
    }
  }
}
