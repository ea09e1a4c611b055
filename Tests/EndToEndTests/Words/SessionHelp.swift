/// What nightctl says of its commands on reasons, past changes and how things look, to the letter.
enum SessionHelp {
  static let commands: [(name: String, help: String)] = [
    (
      "why",
      """
      nightctl why - say why it is light or dark, in sentences

      usage: nightctl why [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      The first line is the answer; then comes a line for each thing that plays a part.

      """
    ),
    (
      "doctor",
      """
      nightctl doctor - say what keeps applications from following, and what mends it

      usage: nightctl doctor [--json]
             nightctl doctor --fix [--dry-run] [--json]

      options:
        --fix      write what can be mended safely: files of your own
        --json     print JSON, one object on one line
        --dry-run  print what --fix would write
        --help     print this text

      What hurts most comes first, each with what it means and the one command or file that mends
      it. It exits with 1 where anything is found, prints one line where nothing is, and starts
      nothing. docs/doctor.md lists all that it can find.

      --fix writes files of your own alone, each whole or not at all, and none that changed since it
      was read; it prints what is left to do, such as to restart the portal.

      """
    ),
    (
      "history",
      """
      nightctl history - print past changes, and who made them

      usage: nightctl history [-n COUNT] [--json]

      options:
        -n COUNT  so many changes at most, instead of 20
        --json    print JSON, one object on one line
        --help    print this text

      The last change stands at the end, as in a log; times are your own. A process is called
      what it calls itself.

      """
    ),
    (
      "inhibit",
      """
      nightctl inhibit - run a command, and let nothing change by itself meanwhile

      usage: nightctl inhibit [--why TEXT] -- COMMAND [ARG...]

      options:
        --why TEXT  what nightctl status says of it, instead of COMMAND runs
        --help      print this text

      Neither the schedule nor the desktop nor the end of a hold changes the style then; nightctl
      set, toggle and resume do. What was due happens once, when the command ends.

      It becomes the command, and so ends as that does; it exits with 127 where there is no
      such command, and 126 where it cannot be run. Without nightd it exits with 3, and runs
      nothing. If nightd ends meanwhile the command goes on, and the next nightd is asked anew.

      """
    ),
    (
      "contrast",
      """
      nightctl contrast - set or show whether contrast is high

      usage: nightctl contrast [high|normal|system] [--json]

      \(options)
      system leaves it to the desktop. Without a word it prints what is in force.

      """
    ),
    (
      "accent",
      """
      nightctl accent - set or show the accent colour

      usage: nightctl accent [COLOUR|none|system|theme] [--json]

      \(options)
      A colour is #RRGGBB, rgb(), hsl(), oklch() or a name of CSS, and is opaque. It stands in
      quotation marks, or without its #, which begins a comment in a shell. system leaves it to the
      desktop, theme to the theme in use. Without a word it prints what is in force.

      """
    ),
    (
      "motion",
      """
      nightctl motion - set or show whether movement is reduced

      usage: nightctl motion [reduced|full|system] [--json]

      \(options)
      system leaves it to the desktop. Without a word it prints what is in force.

      """
    ),
    (
      "reactions",
      """
      nightctl reactions - say what became of what nightd last did elsewhere

      usage: nightctl reactions [--json]

      \(options)
      A line for each, such as gsettings, which has GNOME's settings say the same; what one that
      failed said stands below it. It never starts the daemon, which keeps these in memory alone.

      """
    ),
  ]

  private static let options = """
    options:
      --json  print JSON, one object on one line
      --help  print this text

    """
}
