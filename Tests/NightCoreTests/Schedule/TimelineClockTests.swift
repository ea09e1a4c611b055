import Testing

/// Clock rules; the expected times were calculated by hand.
@Suite("Timelines from rules with clock times")
struct TimelineClockTests {
  private static let night = ["dark 02:30", "light 08:00"]

  static let changes: [TimelineCase] = [
    TimelineCase(
      "Berlin's clocks skip 02:30, so the rule applies at 03:00",
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
      "Berlin's clocks repeat 02:30, and the rule applies at the first 02:30 only",
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
      "the later of two skipped rules applies, in whatever order they are listed",
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
      "New York's clocks skip 02:30",
      night,
      "America/New_York",
      "2026-03-08",
      "2026-03-08",
      ["2026-03-08 03:00 dark", "2026-03-08 08:00 light"]
    ),
    TimelineCase(
      "New York's clocks repeat 01:30",
      ["dark 01:30", "light 08:00"],
      "America/New_York",
      "2026-11-01",
      "2026-11-01",
      ["2026-11-01 01:30 dark", "2026-11-01 08:00 light"]
    ),
    TimelineCase(
      "Lord Howe Island's clocks skip half an hour",
      ["dark 02:15", "light 08:00"],
      "Australia/Lord_Howe",
      "2026-10-04",
      "2026-10-04",
      ["2026-10-04 02:30 dark", "2026-10-04 08:00 light"]
    ),
    TimelineCase(
      "Lord Howe Island's clocks repeat half an hour",
      ["dark 01:45", "light 08:00"],
      "Australia/Lord_Howe",
      "2026-04-05",
      "2026-04-05",
      ["2026-04-05 01:45 dark", "2026-04-05 08:00 light"]
    ),
    TimelineCase(
      "Kathmandu is 5 hours and 45 minutes ahead of UTC",
      ["dark 18:00", "light 06:15"],
      "Asia/Kathmandu",
      "2026-11-21",
      "2026-11-21",
      ["2026-11-21 06:15 light", "2026-11-21 18:00 dark"]
    ),
    TimelineCase(
      "St John's clocks, 3 hours and 30 minutes behind UTC, skip 02:30",
      night,
      "America/St_Johns",
      "2026-03-08",
      "2026-03-08",
      ["2026-03-08 03:00 dark", "2026-03-08 08:00 light"]
    ),
    TimelineCase(
      "In 2011, St John's clocks skip 00:30 at a minute past midnight",
      ["dark 00:00", "light 00:30"],
      "America/St_Johns",
      "2011-03-13",
      "2011-03-13",
      ["2011-03-13 00:00 dark", "2011-03-13 01:01 light"]
    ),
    TimelineCase(
      "In 2010, St John's clocks repeat 23:30 after midnight; the rule applies the day before",
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
      "Samoa skips Friday, 2011-12-30, and the rules of that day",
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
      "the style before Samoa's skipped day goes on after it",
      ["dark 19:00 on fri", "light 19:00 on thu"],
      "Pacific/Apia",
      "2011-12-29",
      "2011-12-30",
      ["2011-12-29 19:00 light"]
    ),
  ]

  static let midnights: [TimelineCase] = [
    TimelineCase(
      "Nuuk's clocks skip the time up to midnight, and the rule of the later date wins",
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
      "Scoresbysund's clocks repeat an hour across midnight, and the earlier date comes first",
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
      "Dhaka's clocks skip the last hour of Friday, 2009-06-19",
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
      "Pyongyang's clocks skip the last half hour of 2018-05-04",
      ["dark 23:45", "light 00:00"],
      "Asia/Pyongyang",
      "2018-05-04",
      "2018-05-05",
      ["2018-05-04 00:00 light", "2018-05-05 23:45 dark"]
    ),
    TimelineCase(
      "a skipped limit comes before midnight, as on every other day",
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
      "a skipped clock rule comes before a limit at midnight",
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
      "each end of a night follows the rule of its own day",
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
      "working days have a dark break at noon",
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
      "a rule for one day leaves the default on the other days",
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
      "without a place, sunset is at 19:30 and sunrise at 07:00, with offsets and limits",
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
      "the later listed of two rules at one moment wins, without a flash",
      ["light dusk@-4", "dark sunset", "dark 05:00"],
      "UTC",
      "2026-11-22",
      "2026-11-22",
      []
    ),
  ]

  @Test("A timeline is correct around clock changes and skipped days", arguments: changes)
  func change(_ example: TimelineCase) throws { try example.check() }

  @Test(
    "If a clock change crosses midnight, the dates before and after it stay in order",
    arguments: midnights
  )
  func midnight(_ example: TimelineCase) throws { try example.check() }

  @Test("A timeline is correct for weekday rules and for rules without a place", arguments: weeks)
  func week(_ example: TimelineCase) throws { try example.check() }
}
