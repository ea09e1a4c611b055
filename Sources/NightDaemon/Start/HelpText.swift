/// What `nightd --help` prints.
enum HelpText {
  static let nightd = """
    nightd - owns the light or dark style of this session

    usage: nightd [--help | --version | --print-config]

    It runs until it is told to end, and is usually started by D-Bus or systemd.
    To see or change the style use nightctl.

    options:
      --help          print this text
      --version       print the version
      --print-config  print which bus and which files it would use, and start nothing

    files:
      $XDG_STATE_HOME/nightd/intent.json    what was chosen and set; written by nightd
      $XDG_CONFIG_HOME/nightd/config.json5  your preferences; written by hand
      nightd/config.json5, nightd/locks     the system's preferences and locks, in each folder of
                                            $XDG_CONFIG_DIRS, and last in /etc/xdg

    exit codes: 0 told to end, 1 a fault, 2 wrong use, 3 another nightd is running

    """
}
