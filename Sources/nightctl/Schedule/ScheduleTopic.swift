/// The entries of the command table for `schedule`.
enum ScheduleTopic {
  static let rows: [CommandEntry] = [
    CommandEntry(
      name: "schedule",
      summary: "print the coming days",
      options: [.dayCount, .json],
      notes: """
        Without a COMMAND, nightctl schedule prints when the style will be light and when it will be
        dark, in the time zone that nightd follows. It also prints the rules and the place from
        which it calculates these times.
        """,
      run: ShowSchedule.showSchedule
    ),
    CommandEntry(
      name: "schedule list",
      summary: "print the rules, and where they come from",
      options: [.json],
      run: RuleCommands.listRules
    ),
    CommandEntry(
      name: "schedule set",
      summary: "set the rules for all days or for some days only",
      operands: [Operand(name: "RULE", kind: .value, count: .some)],
      options: [.weekdays, .json],
      notes: """
        A RULE says when a style begins. Put each rule in quotation marks, as in
        "dark sunset-30m not before 17:00" or "light 07:00 on mon-fri":

          STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]

        WHEN is HH:MM, or sunrise, sunset, civil-dawn, civil-dusk, nautical-dawn, nautical-dusk,
        astronomical-dawn, astronomical-dusk, dawn@DEGREES or dusk@DEGREES (the sun's height). An
        offset such as +30m or -1h may follow an event of the sun. DAYS are mon-fri, sat,sun and so
        on.

        With --days, the other days keep their rules. Days that no rule mentions follow the rules
        "dark sunset" and "light sunrise". The schedule takes effect only after you run nightctl set
        schedule.
        """,
      run: RuleCommands.setRules
    ),
    CommandEntry(
      name: "schedule clear",
      summary: "delete the rules that you have set",
      options: [.json],
      notes: """
        The command then prints the rules in force: those in a preferences file, or the default
        rules.
        """,
      run: RuleCommands.clearRules
    ),
    CommandEntry(
      name: "schedule simulate",
      summary: "print every change between two dates, and change nothing",
      options: [.from, .to] + Option.surroundings + [.json],
      notes: """
        The first line shows the style at the beginning. A DATE is a day or a time, such as
        2026-11-21 or 2026-11-21T07:30, in the local time of the zone; the default is the week that
        begins today. Values that you do not give come from the running nightd. If nightd does not
        run, the command uses the system's time zone and the default rules.
        """,
      run: SimulateSchedule.simulate
    ),
    CommandEntry(
      name: "schedule plot",
      summary: "draw a chart of the light and dark times of a year",
      options: [.year] + Option.surroundings + [.svg],
      notes: """
        Each column is one day, or several neighbouring days; midnight is at the bottom and at the
        top. Values that you do not give come from the running nightd. If nightd does not run, the
        command uses the system's time zone and the default rules.
        """,
      run: SimulateSchedule.plot
    ),
  ]
}

extension Option {
  static let dayCount = Option(
    name: "--days",
    value: "COUNT",
    summary: "print COUNT days, starting today (default: 7)"
  )
  static let weekdays = Option(
    name: "--days",
    value: "DAYS",
    summary: "replace the rules of these days only, as in mon-fri"
  )
  static let from = Option(
    name: "--from",
    value: "DATE",
    summary: "the beginning of the simulation"
  )
  static let to = Option(
    name: "--to",
    value: "DATE",
    summary: "the end of the simulation (default: a week after its beginning)"
  )
  static let at = Option(
    name: "--at",
    value: "LAT,LON",
    summary: "the place in degrees, as in 52.52,13.4"
  )
  static let zone = Option(
    name: "--zone",
    value: "ZONE",
    summary: "the time zone, as in Europe/Berlin"
  )
  static let rules = Option(
    name: "--rules",
    value: "RULES",
    summary: "the rules with ; between them, as in \"dark sunset-30m; light 07:00\""
  )
  static let year = Option(name: "--year", value: "YEAR", summary: "the year (default: this year)")
  static let svg = Option(
    name: "--svg",
    value: "FILE",
    summary: "write an SVG picture; - is standard output"
  )
  static let surroundings: [Option] = [.at, .zone, .rules]
}
