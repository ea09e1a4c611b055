import Testing

/// Clock rules, computed by hand.
@Suite("Timelines of clock rules")
struct TimelineClockTests {
  private static let night = ["dark 02:30", "light 08:00"]

  static let changes: [TimelineCase] = [
    TimelineCase(
      "Berlin puts its clocks forward over 02:30: at the jump",
      night,
      "Europe/Berlin",
      "2026-03-28",
      "2026-03-30",
      [
        "2026-03-28 02:30 dark", "2026-03-28 08:00 light", "2026-03-29 03:00 dark",
        "2026-03-29 08:00 light", "2026-03-30 02:30 dark", "2026-03-30 08:00 light",
      ]
    ),
    TimelineCase(
      "Berlin puts them back over it: the first 02:30, and no second one",
      ["dark 02:30", "light 02:45", "dark 04:00", "light 08:00"],
      "Europe/Berlin",
      "2026-10-25",
      "2026-10-25",
      [
        "2026-10-25 02:30 dark", "2026-10-25 02:45 light", "2026-10-25 04:00 dark",
        "2026-10-25 08:00 light",
      ]
    ),
    TimelineCase(
      "of two in one gap the later one holds after it, however they are listed",
      ["light 02:50", "dark 02:10", "dark 20:00"],
      "Europe/Berlin",
      "2026-03-28",
      "2026-03-29",
      [
        "2026-03-28 02:50 light", "2026-03-28 20:00 dark", "2026-03-29 03:00 light",
        "2026-03-29 20:00 dark",
      ]
    ),
    TimelineCase(
      "New York, over both",
      night,
      "America/New_York",
      "2026-03-08",
      "2026-03-08",
      ["2026-03-08 03:00 dark", "2026-03-08 08:00 light"]
    ),
    TimelineCase(
      "New York in November",
      ["dark 01:30", "light 08:00"],
      "America/New_York",
      "2026-11-01",
      "2026-11-01",
      ["2026-11-01 01:30 dark", "2026-11-01 08:00 light"]
    ),
    TimelineCase(
      "Lord Howe Island puts its clocks forward by half an hour, from 02:00 to 02:30",
      ["dark 02:15", "light 08:00"],
      "Australia/Lord_Howe",
      "2026-10-04",
      "2026-10-04",
      ["2026-10-04 02:30 dark", "2026-10-04 08:00 light"]
    ),
    TimelineCase(
      "and back, from 02:00 to 01:30",
      ["dark 01:45", "light 08:00"],
      "Australia/Lord_Howe",
      "2026-04-05",
      "2026-04-05",
      ["2026-04-05 01:45 dark", "2026-04-05 08:00 light"]
    ),
    TimelineCase(
      "Kathmandu, 5 hours and 45 minutes ahead",
      ["dark 18:00", "light 06:15"],
      "Asia/Kathmandu",
      "2026-11-21",
      "2026-11-21",
      ["2026-11-21 06:15 light", "2026-11-21 18:00 dark"]
    ),
    TimelineCase(
      "St John's, 3 hours and 30 minutes behind, over the gap",
      night,
      "America/St_Johns",
      "2026-03-08",
      "2026-03-08",
      ["2026-03-08 03:00 dark", "2026-03-08 08:00 light"]
    ),
    TimelineCase(
      "St John's put its clocks forward at a minute past midnight, up to 2011",
      ["dark 00:00", "light 00:30"],
      "America/St_Johns",
      "2011-03-13",
      "2011-03-13",
      ["2011-03-13 00:00 dark", "2011-03-13 01:01 light"]
    ),
    TimelineCase(
      "and back at that, up to 2010, so that 23:30 came twice, the first one on the day before",
      ["dark 23:30", "light 06:00"],
      "America/St_Johns",
      "2010-11-06",
      "2010-11-07",
      [
        "2010-11-06 06:00 light", "2010-11-06 23:30 dark", "2010-11-07 06:00 light",
        "2010-11-07 23:30 dark",
      ]
    ),
    TimelineCase(
      "Samoa left 2011-12-30 out, a Friday, and with it what was to be that day",
      ["dark 19:00", "light 07:00", "dark 12:00 on fri", "light 13:00 on fri"],
      "Pacific/Apia",
      "2011-12-29",
      "2011-12-31",
      [
        "2011-12-29 07:00 light", "2011-12-29 19:00 dark", "2011-12-31 07:00 light",
        "2011-12-31 19:00 dark",
      ]
    ),
    TimelineCase(
      "what held when that day was left out goes on",
      ["dark 19:00 on fri", "light 19:00 on thu"],
      "Pacific/Apia",
      "2011-12-29",
      "2011-12-30",
      ["2011-12-29 19:00 light"]
    ),
  ]

  static let midnights: [TimelineCase] = [
    TimelineCase(
      "Nuuk jumps from 23:00 to midnight: of rules on both dates the later one wins",
      ["dark 23:30", "light 00:00"],
      "America/Nuuk",
      "2026-03-27",
      "2026-03-30",
      [
        "2026-03-27 00:00 light", "2026-03-27 23:30 dark", "2026-03-28 00:00 light",
        "2026-03-29 23:30 dark", "2026-03-30 00:00 light", "2026-03-30 23:30 dark",
      ]
    ),
    TimelineCase(
      "In Scoresbysund the earlier date comes first however the rules are listed",
      ["light 00:00", "dark 23:30", "light 23:10", "dark 23:05"],
      "America/Scoresbysund",
      "2026-03-28",
      "2026-03-29",
      [
        "2026-03-28 00:00 light", "2026-03-29 23:05 dark", "2026-03-29 23:10 light",
        "2026-03-29 23:30 dark",
      ]
    ),
    TimelineCase(
      "Dhaka jumped over the last hour of 19 June 2009, a Friday",
      [
        "light 23:30 on fri", "dark 00:00 on sat", "light 12:00 on sun-thu",
        "dark 13:00 on sun-thu",
      ],
      "Asia/Dhaka",
      "2009-06-18",
      "2009-06-20",
      ["2009-06-18 12:00 light", "2009-06-18 13:00 dark"]
    ),
    TimelineCase(
      "Pyongyang jumped over the last half hour of 4 May 2018",
      ["dark 23:45", "light 00:00"],
      "Asia/Pyongyang",
      "2018-05-04",
      "2018-05-05",
      ["2018-05-04 00:00 light", "2018-05-05 23:45 dark"]
    ),
    TimelineCase(
      "A limit that the jump skips comes before midnight, as on every other day",
      ["light dusk@-1 not before 23:30", "dark sunset not before 00:00", "light 12:00"],
      "America/Nuuk",
      at: "64.18,-51.74",
      "2026-03-28",
      "2026-03-29",
      [
        "2026-03-28 00:00 dark", "2026-03-28 12:00 light", "2026-03-29 00:00 dark",
        "2026-03-29 12:00 light",
      ]
    ),
    TimelineCase(
      "A skipped rule by the clock comes before a limit at midnight",
      ["dark sunset not before 00:00", "light 23:30"],
      "America/Nuuk",
      at: "64.18,-51.74",
      "2026-03-27",
      "2026-03-29",
      [
        "2026-03-27 00:00 dark", "2026-03-27 23:30 light", "2026-03-28 00:00 dark",
        "2026-03-29 23:30 light",
      ]
    ),
  ]

  static let weeks: [TimelineCase] = [
    TimelineCase(
      "a window over midnight belongs to the days of both its ends",
      [
        "dark 22:00 on fri", "light 09:00 on sat", "dark 20:00 on sat-thu",
        "light 06:00 on sun-fri",
      ],
      "Europe/Berlin",
      "2026-11-19",
      "2026-11-22",
      [
        "2026-11-19 06:00 light", "2026-11-19 20:00 dark", "2026-11-20 06:00 light",
        "2026-11-20 22:00 dark", "2026-11-21 09:00 light", "2026-11-21 20:00 dark",
        "2026-11-22 06:00 light", "2026-11-22 20:00 dark",
      ]
    ),
    TimelineCase(
      "a break at noon on working days",
      [
        "light 07:00", "dark 19:30", "dark 12:00 on mon-fri", "light 12:45 on mon-fri",
      ],
      "Europe/Berlin",
      "2026-11-20",
      "2026-11-21",
      [
        "2026-11-20 07:00 light", "2026-11-20 12:00 dark", "2026-11-20 12:45 light",
        "2026-11-20 19:30 dark", "2026-11-21 07:00 light", "2026-11-21 19:30 dark",
      ]
    ),
    TimelineCase(
      "one rule of one day: on the others it is as everywhere",
      ["light 12:00 on wed"],
      "UTC",
      "2026-11-17",
      "2026-11-19",
      [
        "2026-11-17 07:00 light", "2026-11-17 19:30 dark", "2026-11-18 12:00 light",
        "2026-11-19 19:30 dark",
      ]
    ),
    TimelineCase(
      "no place: half past seven and seven, moved and limited like any sunset",
      ["dark sunset-30m on mon", "light sunrise not before 07:45 on mon"],
      "UTC",
      "2026-11-22",
      "2026-11-23",
      [
        "2026-11-22 07:00 light", "2026-11-22 19:30 dark", "2026-11-23 07:45 light",
        "2026-11-23 19:00 dark",
      ]
    ),
    TimelineCase(
      "two at one moment that say both styles: the later one, and no flash of the other",
      ["light dusk@-4", "dark sunset", "dark 05:00"],
      "UTC",
      "2026-11-22",
      "2026-11-22",
      []
    ),
  ]

  @Test("Clock changes and skipped days give the expected changes", arguments: changes)
  func change(_ it: TimelineCase) throws { try it.check() }

  @Test("A jump that ends at midnight keeps the order of both dates", arguments: midnights)
  func midnight(_ it: TimelineCase) throws { try it.check() }

  @Test("Weekdays, windows and a missing place give the expected changes", arguments: weeks)
  func week(_ it: TimelineCase) throws { try it.check() }
}
