/// The exact help of the schedule commands.
enum ScheduleHelp {
  static let group = """
    nightctl schedule - see and change when it is light and when it is dark

    usage: nightctl schedule [--days COUNT] [--json]
           nightctl schedule COMMAND [OPTION...]

    options:
      --days COUNT  print COUNT days, starting today (default: 7)
      --json        print JSON, one object on one line
      --help        print this text

    commands:
      schedule list         print the rules, and where they come from
      schedule set RULE...  set the rules for all days or only some
      schedule clear        delete the rules that you have set
      schedule simulate     print every change between two dates, and change nothing
      schedule plot         draw a chart of when a year is light and dark

    Without a COMMAND it prints when it will be light and when dark, in the time zone that
    nightd follows, and the rules and the place that determine this.

    nightctl schedule COMMAND --help explains one command.

    """

  static let commands: [(name: String, help: String)] = [
    (
      "schedule",
      group
    ),
    (
      "schedule list",
      """
      nightctl schedule list - print the rules, and where they come from

      usage: nightctl schedule list [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "schedule set",
      """
      nightctl schedule set - set the rules for all days or only some

      usage: nightctl schedule set RULE... [--days DAYS] [--json]

      options:
        --days DAYS  replace the rules of these days only, as in mon-fri
        --json       print JSON, one object on one line
        --help       print this text

      A RULE says when a style begins. Put each rule in quotation marks, as in
      "dark sunset-30m not before 17:00" or "light 07:00 on mon-fri":

        STYLE WHEN [not before HH:MM] [not after HH:MM] [on DAYS]

      WHEN is HH:MM, or sunrise, sunset, civil-dawn, civil-dusk, nautical-dawn, nautical-dusk,
      astronomical-dawn, astronomical-dusk, dawn@DEGREES or dusk@DEGREES (the sun's height). An
      offset such as +30m or -1h may follow an event of the sun. DAYS are mon-fri, sat,sun and so on.

      With --days, the other days keep their rules. Days that no rule names have "dark sunset"
      and "light sunrise". This does not make the schedule decide: nightctl set schedule does.

      """
    ),
    (
      "schedule clear",
      """
      nightctl schedule clear - delete the rules that you have set

      usage: nightctl schedule clear [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      It prints the rules that are then in force: those of a file, or the default ones.

      """
    ),
    (
      "schedule simulate",
      """
      nightctl schedule simulate - print every change between two dates, and change nothing

      usage: nightctl schedule simulate [--from DATE] [--to DATE] [--at LAT,LON] [--zone ZONE] \
      [--rules RULES] [--json]

      options:
        --from DATE    the beginning
        --to DATE      the end (default: a week after the beginning)
        --at LAT,LON   the place in degrees, as in 52.52,13.4
        --zone ZONE    the time zone, as in Europe/Berlin
        --rules RULES  the rules with ; between them, as in "dark sunset-30m; light 07:00"
        --json         print JSON, one object on one line
        --help         print this text

      The first line is the style at the beginning. A DATE is 2026-11-21 or 2026-11-21T07:30, in
      the zone's own time; the default is the week from today on. What you do not give comes from
      nightd if it runs, or else from the system's time zone and the default rules.

      """
    ),
    (
      "schedule plot",
      """
      nightctl schedule plot - draw a chart of when a year is light and dark

      usage: nightctl schedule plot [--year YEAR] [--at LAT,LON] [--zone ZONE] [--rules RULES] \
      [--svg FILE]

      options:
        --year YEAR    the year (default: this year)
        --at LAT,LON   the place in degrees, as in 52.52,13.4
        --zone ZONE    the time zone, as in Europe/Berlin
        --rules RULES  the rules with ; between them, as in "dark sunset-30m; light 07:00"
        --svg FILE     write an SVG picture; - is standard output
        --help         print this text

      Each day is a column, or shares one with its neighbours; midnight is at the bottom and at
      the top. What you do not give comes from nightd if it runs, or else from the system's time
      zone and the default rules.

      """
    ),
  ]
}
