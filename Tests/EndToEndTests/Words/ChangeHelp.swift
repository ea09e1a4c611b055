/// What nightctl says of its commands that change the style or the place, to the letter.
enum ChangeHelp {
  static let commands: [(name: String, help: String)] = [
    (
      "set",
      """
      nightctl set - choose a style, who decides it, or a theme

      usage: nightctl set light|dark|schedule|system|NAME [--json]
             nightctl set light|dark --always [--json]
             nightctl set light|dark|NAME --until WHEN [--json]
             nightctl set light|dark|NAME --for DURATION [--json]
             nightctl set --by-clock TIMES [--json]
             nightctl set light|dark|follow --app ID [--json]

      options:
        --always          for good, whoever decides now: it is the choice then
        --until WHEN      hold it until then, over any choice
        --for DURATION    hold it for so long, over any choice
        --by-clock TIMES  set what the clock says now, as in 07:00=light,19:30=dark
        --app ID          for one application instead of the desktop
        --json            print JSON, one object on one line
        --help            print this text

      schedule and system say who decides from now on: the schedule, which nightctl schedule
      shows, or the desktop. Where the schedule decides, light or dark is held until its next
      change, and where the desktop does, as it does until you choose otherwise, until its own
      switch asks for another style; else it stays until you choose again. --always makes it
      last: nothing but you changes it then. --until and --for hold it over any choice, 400 days
      at most. When this ends, it is on disk. nightctl resume ends a hold.

      WHEN is next, which is the next change, or an event of the sun such as sunset or
      civil-dawn, 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
      DURATION is 90m, 2h, 1h30m or 3d.

      With system it is as the desktop's own switch has it, and light where the desktop has no
      preference or nobody tells. Under any other choice that switch still counts as your word,
      as nightctl set does. docs/system.md says who is asked.

      NAME is that of a theme: it does as nightctl theme use then.

      --by-clock leaves alone what it should not touch: it acts on a choice of light or dark,
      or where nobody ever chose and nothing else decides, and never under a lock or during
      a hold, but for one that waits for a desktop which has no preference.

      --app chooses for one application, which may then differ from all others; follow has it
      do as they do. What an application is called is its own claim.

      """
    ),
    (
      "toggle",
      """
      nightctl toggle - choose the other one and print it

      usage: nightctl toggle [--json]
             nightctl toggle --until WHEN [--json]
             nightctl toggle --for DURATION [--json]

      options:
        --until WHEN    hold it until then, over any choice
        --for DURATION  hold it for so long, over any choice
        --json          print JSON, one object on one line
        --help          print this text

      It does as nightctl set does with the style that is not in effect.

      """
    ),
    (
      "resume",
      """
      nightctl resume - end a hold at once

      usage: nightctl resume [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "location",
      """
      nightctl location - set or show the place for which dusk and dawn are reckoned

      usage: nightctl location [LAT,LON|auto|zone|show] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      LAT,LON are degrees north and east, as in 52.52,13.405 or -33.9,151.2. auto lets GeoClue
      be asked where this is, and takes back LAT,LON. zone takes back both, so that the place of
      the time zone serves. show, or nothing, only prints it.

      """
    ),
  ]
}
