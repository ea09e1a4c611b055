/// The exact help of the commands for reasons, the history and the look.
enum SessionHelp {
  static let commands: [(name: String, help: String)] = [
    (
      "why",
      """
      nightctl why - explain in sentences why it is light or dark

      usage: nightctl why [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      The first line is the answer. A line for each thing that plays a part follows.

      """
    ),
    (
      "doctor",
      """
      nightctl doctor - show why applications do not follow the style, and how to fix that

      usage: nightctl doctor [--json]
             nightctl doctor --fix [--dry-run] [--json]

      options:
        --fix      fix what is safe to fix, in your own files
        --json     print JSON, one object on one line
        --dry-run  print what --fix would write
        --help     print this text

      The worst problem comes first. Each comes with an explanation and with the one command to
      run, or the file to write, that fixes it. If there is no problem, it prints one line and
      exits with 0, otherwise with 1. It also says which running programs change with the style, and
      which you must restart; that alone leaves the exit code 0. It starts no other program.
      nightctl-doctor(7) lists everything that the doctor can find.

      --fix writes only your own files. It writes each file whole or not at all, and leaves alone a
      file that has changed since it was read. It prints what is left to do, such as restarting the
      portal.

      """
    ),
    (
      "history",
      """
      nightctl history - print past changes, and who made them

      usage: nightctl history [-n COUNT] [--json]

      options:
        -n COUNT  show at most COUNT changes (default: 20)
        --json    print JSON, one object on one line
        --help    print this text

      The last change comes last, as in a log. Times are local times. Processes have the names
      that they gave themselves.

      """
    ),
    (
      "inhibit",
      """
      nightctl inhibit - run a command, and prevent automatic changes while it runs

      usage: nightctl inhibit [--why TEXT] -- COMMAND [ARG...]

      options:
        --why TEXT  the reason that nightctl status shows (default: “COMMAND runs”)
        --help      print this text

      While the command runs, neither the schedule nor the desktop nor the end of a hold changes
      the style; nightctl set, toggle and resume still do. A change that was due happens when the
      command ends.

      The exit code is that of the command: 127 if the command does not exist, 126 if it cannot be
      run. Without nightd it is 3, and the command does not run. If nightd restarts meanwhile, the
      command goes on, and the new nightd is asked again.

      """
    ),
    (
      "run",
      """
      nightctl run - run a program that is always light or always dark

      usage: nightctl run --light -- COMMAND [ARG...]
             nightctl run --dark -- COMMAND [ARG...]

      options:
        --light  make the program light
        --dark   make the program dark
        --help   print this text

      It sets NIGHTD_FORCE_STYLE, which NightKit, libnightkit, nightctl get and nightctl watch obey,
      and variables for GTK, libadwaita and Qt Quick. With --dark, it gives --force-dark-mode to
      Chromium and to programs made with Electron, if it knows their file names. It needs neither
      nightd nor a bus. nightctl-scripts(7) lists what cannot be forced.

      COMMAND replaces nightctl. The exit code is 127 if COMMAND does not exist, and 126 if it
      cannot be run. Programs that COMMAND starts get the same style. A window that COMMAND opens in
      a program that already runs does not.

      """
    ),
    (
      "contrast",
      """
      nightctl contrast - set or show whether contrast is high

      usage: nightctl contrast [high|normal|system] [--json]

      \(options)
      With system, the desktop decides. Without an argument, it prints the value in force.

      """
    ),
    (
      "accent",
      """
      nightctl accent - set or show the accent colour

      usage: nightctl accent [COLOUR|none|system|theme] [--json]

      \(options)
      A colour is #RRGGBB, rgb(), hsl(), oklch() or a CSS name, and is opaque. Put it in quotation
      marks or omit the #, which begins a comment in a shell. With system, the desktop decides;
      with theme, the theme in use. Without an argument, it prints the value in force.

      """
    ),
    (
      "motion",
      """
      nightctl motion - set or show whether motion is reduced

      usage: nightctl motion [reduced|full|system] [--json]

      \(options)
      With system, the desktop decides. Without an argument, it prints the value in force.

      """
    ),
  ]

  private static let options = """
    options:
      --json  print JSON, one object on one line
      --help  print this text

    """
}
