/// The exact help of the commands that change the style or the place.
enum ChangeHelp {
  static let commands: [(name: String, help: String)] = [
    (
      "set",
      """
      nightctl set - choose light or dark, a theme, or what decides

      usage: nightctl set light|dark|schedule|system|NAME [--json]
             nightctl set light|dark --always [--json]
             nightctl set light|dark|NAME --until WHEN [--json]
             nightctl set light|dark|NAME --for DURATION [--json]
             nightctl set --by-clock TIMES [--json]
             nightctl set light|dark|follow|NAME --app ID [--json]

      options:
        --always          make it permanent, even if the schedule decides now
        --until WHEN      hold it until this time, over any choice
        --for DURATION    hold it for this long, over any choice
        --by-clock TIMES  set the style for the present time, as in 07:00=light,19:30=dark
        --app ID          for one application instead of the desktop
        --json            print JSON, one object on one line
        --help            print this text

      light and dark stay until you choose again. While the schedule decides, they hold only
      until its next change, unless you add --always. With schedule, the schedule decides from
      now on; nightctl schedule shows it. With system, the desktop decides. --until and --for
      keep a style for at most 400 days, whatever was chosen before; nightctl resume ends this
      hold. When the command succeeds, your choice is on disk.

      WHEN is one of: next (the next change), an event of the sun such as sunset or civil-dawn, a
      time such as 22:30, tomorrow, "tomorrow 07:00", 2026-12-24 or "2026-12-24 07:00".
      DURATION is in days, hours, minutes and seconds, such as 90s, 90m, 1h30m or 3d.

      With system, the style follows the desktop's own switch. It is light if the desktop has no
      preference or cannot be asked. Whatever you have chosen, flipping the desktop's switch does
      the same as nightctl set light or dark. nightd-desktop(7) says how nightd follows it.

      NAME is the name of a theme: nightctl theme use NAME does the same.

      --by-clock replaces a choice of light or dark, or makes the first choice. It does nothing
      while the schedule or the desktop decides, during a hold, or if the choice is locked.

      --app sets the style of one application; follow makes it follow the desktop again. With the
      NAME of a theme, it does the same as nightctl theme use NAME --app ID. Only programs that ask
      nightd for their own style (through NightKit or Style.GetFor) obey it. ID is the name under
      which the program asks. Other programs, such as browsers, follow the desktop's style only.

      """
    ),
    (
      "toggle",
      """
      nightctl toggle - switch between light and dark, and print the new style

      usage: nightctl toggle [--json]
             nightctl toggle --until WHEN [--json]
             nightctl toggle --for DURATION [--json]

      options:
        --until WHEN    hold it until this time, over any choice
        --for DURATION  hold it for this long, over any choice
        --json          print JSON, one object on one line
        --help          print this text

      It does the same as nightctl set with the style that is not in effect.

      """
    ),
    (
      "resume",
      """
      nightctl resume - end a hold (set --for or --until) at once

      usage: nightctl resume [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "location",
      """
      nightctl location - set or show the place for which sunrise and sunset are computed

      usage: nightctl location [LAT,LON|auto|zone|show] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      LAT,LON are degrees north and east, as in 52.52,13.405 or -33.9,151.2. auto asks GeoClue
      for the place, and deletes LAT,LON. zone deletes both settings, so that the place of the
      time zone is used. show, or no argument, prints the place.

      """
    ),
  ]
}
