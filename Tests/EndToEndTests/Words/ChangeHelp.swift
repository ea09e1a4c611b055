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
        --always          make it permanent, even if the schedule decides now
        --until WHEN      hold it until then, over any choice
        --for DURATION    hold it for so long, over any choice
        --by-clock TIMES  set what the clock says now, as in 07:00=light,19:30=dark
        --app ID          for one application instead of the desktop
        --json            print JSON, one object on one line
        --help            print this text

      light and dark stay until you choose again. While the schedule decides, they are held
      until its next change instead; --always makes them stay even then. schedule and system
      say who decides from now on: the schedule, which nightctl schedule shows, or the desktop.
      --until and --for hold a style over any choice, for 400 days at most. nightctl resume ends
      a hold. When this command ends, what you chose is on disk.

      WHEN is next, which is the next change, or an event of the sun such as sunset or
      civil-dawn, 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
      DURATION is 90s, 90m, 1h30m or 3d.

      With system the style is what the desktop's own switch says, and light if the desktop has
      no preference or nobody tells it. The desktop's switch counts as your word under every
      choice: it does what nightctl set does. docs/system.md says who is asked.

      NAME is that of a theme: it does as nightctl theme use then.

      --by-clock leaves alone what it should not touch: it acts on a choice of light or dark,
      or if nobody has ever chosen and nothing else decides, but never under a lock or during
      a hold.

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
