/// The commands on the schedule, and the one on the place.
extension CommandTable {
  static let scheduleCommands: [CommandEntry] = [
    CommandEntry(
      name: "schedule",
      summary: "print the coming days",
      options: [.dayCount, .json],
      notes: """
        Without a COMMAND it prints when it will be light and dark, by the clock of the zone that
        nightd follows, and what that comes from.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.showSchedule(invocation) }
    ),
    CommandEntry(
      name: "schedule list",
      summary: "print the rules, and where they come from",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.listRules(invocation) }
    ),
    CommandEntry(
      name: "schedule set",
      summary: "set the rules, of all days or of some",
      operands: [Operand(name: "RULE", kind: .value, count: .some)],
      options: [.weekdays, .json],
      notes: """
        A RULE says from when on a style holds. It stands in quotation marks, as in
        "dark sunset-30m not before 17:00" or "light 07:00 on mon-fri":

          STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]

        WHEN is HH:MM, or sunrise, sunset, civil-dawn, civil-dusk, nautical-dawn, nautical-dusk,
        astronomical-dawn, astronomical-dusk, dawn@DEGREES or dusk@DEGREES (the sun's height), and
        +30m, -1h and the like may follow the sun's. DAYS are mon-fri, sat,sun and so on.

        With --days, the other days keep their rules. Days that no rule names have "dark sunset"
        and "light sunrise". Who decides stays as it is: nightctl set schedule changes that.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.setRules(invocation) }
    ),
    CommandEntry(
      name: "schedule clear",
      summary: "take back the rules that were set",
      options: [.json],
      notes: "What the files say, or else the default, is in force then, and is printed.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.clearRules(invocation) }
    ),
    CommandEntry(
      name: "schedule simulate",
      summary: "print every change between two dates, and change nothing",
      options: [.from, .to] + Option.surroundings + [.json],
      notes: """
        The first line is the style at the beginning. A DATE is 2026-11-21 or 2026-11-21T07:30,
        in the zone's own time; without any it is the week from today on. What is not given is
        asked of nightd if it runs, and else the system's zone and the default rules serve.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.simulate(invocation) }
    ),
    CommandEntry(
      name: "schedule plot",
      summary: "draw the light and dark of a year",
      options: [.year] + Option.surroundings + [.svg],
      notes: """
        Each day is a column, or shares one with its neighbours; midnight is at the bottom and at
        the top. What is not given is asked of nightd if it runs, and else the system's zone and
        the default rules serve.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.plot(invocation) }
    ),
    CommandEntry(
      name: "location",
      summary: "set or show the place for which dusk and dawn are reckoned",
      operands: [
        Operand(name: "LAT,LON|auto|zone|show", kind: .place, count: .optional), .longitude,
      ],
      options: [.json],
      notes: """
        LAT,LON are degrees north and east, as in 52.52,13.405 or -33.9,151.2. auto lets GeoClue
        be asked where this is, and takes back LAT,LON. zone takes back both, so that the place of
        the time zone serves. show, or nothing, only prints it.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.location(invocation) }
    ),
  ]
}

extension Operand {
  /// For `LAT LON`, the two coordinates as two arguments.
  static let longitude = Operand(name: "LON", kind: .place, count: .optional, isListed: false)
}

extension Option {
  static let dayCount = Option(
    name: "--days",
    value: "COUNT",
    summary: "so many days, today included, instead of 7"
  )
  static let weekdays = Option(
    name: "--days",
    value: "DAYS",
    summary: "replace the rules of these days alone, as in mon-fri"
  )
  static let from = Option(name: "--from", value: "DATE", summary: "the beginning")
  static let to = Option(name: "--to", value: "DATE", summary: "the end, else a week later")
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
  static let year = Option(name: "--year", value: "YEAR", summary: "another year than this one")
  static let svg = Option(
    name: "--svg",
    value: "FILE",
    summary: "write a picture in SVG; - is standard output"
  )
  static let surroundings: [Option] = [.at, .zone, .rules]
}
