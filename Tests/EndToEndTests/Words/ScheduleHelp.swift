/// What nightctl says of its commands on the schedule, to the letter.
enum ScheduleHelp {
  static let group = """
    nightctl schedule - see and try when it is light and dark

    usage: nightctl schedule COMMAND [OPTION...]

    commands:
      schedule simulate  print every change between two dates, and change nothing
      schedule plot      draw the light and dark of a year

    nightctl schedule COMMAND --help says more of a command.

    """

  static let commands: [(name: String, help: String)] = [
    (
      "schedule simulate",
      """
      nightctl schedule simulate - print every change between two dates, and change nothing

      usage: nightctl schedule simulate [--from DATE] [--to DATE] [--at LAT,LON] [--zone ZONE] \
      [--rules RULES] [--json]

      options:
        --from DATE    the beginning
        --to DATE      the end, else a week later
        --at LAT,LON   the place in degrees, as in 52.52,13.4
        --zone ZONE    the time zone, as in Europe/Berlin
        --rules RULES  the rules with ; between them, as in "dark sunset-30m; light 07:00"
        --json         print JSON, one object on one line
        --help         print this text

      The first line is the style at the beginning. A DATE is 2026-11-21 or 2026-11-21T07:30,
      in the zone's own time; without any it is the week from today on. What is not given is
      asked of nightd if it runs, and else the system's zone and the default rules serve.

      """
    ),
    (
      "schedule plot",
      """
      nightctl schedule plot - draw the light and dark of a year

      usage: nightctl schedule plot [--year YEAR] [--at LAT,LON] [--zone ZONE] [--rules RULES] \
      [--svg FILE]

      options:
        --year YEAR    another year than this one
        --at LAT,LON   the place in degrees, as in 52.52,13.4
        --zone ZONE    the time zone, as in Europe/Berlin
        --rules RULES  the rules with ; between them, as in "dark sunset-30m; light 07:00"
        --svg FILE     write a picture in SVG; - is standard output
        --help         print this text

      Each day is a column, or shares one with its neighbours; midnight is at the bottom and at
      the top. What is not given is asked of nightd if it runs, and else the system's zone and
      the default rules serve.

      """
    ),
  ]
}
