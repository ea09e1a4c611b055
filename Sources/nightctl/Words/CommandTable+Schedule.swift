/// The commands on the schedule.
extension CommandTable {
  static let scheduleCommands: [CommandEntry] = [
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
  ]
}

extension Option {
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
