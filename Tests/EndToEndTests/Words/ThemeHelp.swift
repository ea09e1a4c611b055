/// What nightctl says of its commands on themes, to the letter.
enum ThemeHelp {
  static let group = """
    nightctl theme - see, choose, check and exchange themes

    usage: nightctl theme COMMAND [OPTION...]

    commands:
      theme list                  list the themes, and say which are in use
      theme show [NAME...]        show a theme's colours, and all else that it gives
      theme use NAME              choose a theme, and with it its style
      theme next                  choose the next theme of the list, and print it
      theme previous              choose the theme before it in the list, and print it
      theme check [NAME|FILE...]  say what is wrong with themes
      theme remove NAME           remove a theme of yours, with its folder
      theme path [NAME]           print where a theme stands, or where yours are
      theme import FILE...        take in themes from files of other programs
      theme export NAME...        print themes for other programs

    nightctl theme COMMAND --help says more of a command.

    """

  static let commands: [(name: String, help: String)] = [
    (
      "theme list",
      """
      nightctl theme list - list the themes, and say which are in use

      usage: nightctl theme list [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      The one in effect has a star; then come its style, whose it is, and the styles for which
      it is the theme.

      """
    ),
    (
      "theme show",
      """
      nightctl theme show - show a theme's colours, and all else that it gives

      usage: nightctl theme show [NAME...] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Without a NAME it is the theme in effect. Beside each colour for text stands its contrast
      with what it is for. A terminal shows the colours themselves, unless NO_COLOR is set.

      """
    ),
    (
      "theme use",
      """
      nightctl theme use - choose a theme, and with it its style

      usage: nightctl theme use NAME [--json]
             nightctl theme use NAME --until WHEN [--json]
             nightctl theme use NAME --for DURATION [--json]
             nightctl theme use [--light NAME] [--dark NAME] [--light-high NAME] [--dark-high \
      NAME] [--json]

      options:
        --until WHEN       hold it until then, over any choice
        --for DURATION     hold it for so long, over any choice
        --light NAME       the theme for light
        --dark NAME        the theme for dark
        --light-high NAME  the theme for light with high contrast
        --dark-high NAME   the theme for dark with high contrast
        --json             print JSON, one object on one line
        --help             print this text

      From then on it is the theme for its style, or for its style with high contrast while
      contrast is high, and nightctl set is done with that style. --until and --for hold it
      over any choice, as nightctl set says, and the themes of the styles stay as they are.

      With the other options the style stays as it is, and all of them are done or none.

      """
    ),
    (
      "theme next",
      """
      nightctl theme next - choose the next theme of the list, and print it

      usage: nightctl theme next [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      After the last one comes the first. Those that cannot be used are passed over.

      """
    ),
    (
      "theme previous",
      """
      nightctl theme previous - choose the theme before it in the list, and print it

      usage: nightctl theme previous [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "theme check",
      """
      nightctl theme check - say what is wrong with themes

      usage: nightctl theme check [NAME|FILE...] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Without a word all themes in files are checked. The exit code is 1 where one cannot be
      used; what can be used and is not as it should be, such as text that is hard to read, is
      a warning. It asks no daemon.

      """
    ),
    (
      "theme remove",
      """
      nightctl theme remove - remove a theme of yours, with its folder

      usage: nightctl theme remove NAME [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Where it was in use, the machine's theme of that name serves, or else the one that is
      built in. Themes of the machine stay. Those that had it as their parent are named: they
      cannot be used without it.

      """
    ),
    (
      "theme path",
      """
      nightctl theme path - print where a theme stands, or where yours are

      usage: nightctl theme path [NAME]

      options:
        --help  print this text

      """
    ),
    (
      "theme import",
      """
      nightctl theme import - take in themes from files of other programs

      usage: nightctl theme import FILE... [--format FORMAT] [--style STYLE] [--as NAME] [--replace] \
      [--json]

      options:
        --format FORMAT  json, table, apptheme or base16
        --style STYLE    light or dark, whatever the file says
        --as NAME        what the theme is to be called
        --replace        in place of a theme of yours that has the name
        --json           print JSON, one object on one line
        --help           print this text

      Taken are the colour table of DKNightVersion, Themes.json of AppTheme, schemes of base16
      and base24, and themes of nightd; which one it is, is told by the file's name or its
      beginning. All files are checked before one theme is written. Where none is declared, the
      background tells the style, which is said. A FILE of - is standard input.

      A FILE may also be the folder of a theme of nightd, which is taken with all that stands in
      it. A scheme is called by its slug, or else as its file is; a theme of nightd by its own name,
      or else as its file is, or the folder of its theme.json5.

      """
    ),
    (
      "theme export",
      """
      nightctl theme export - print themes for other programs

      usage: nightctl theme export NAME... [--format FORMAT]

      options:
        --format FORMAT  json, css, gtk, base16 or table
        --help           print this text

      Without --format it is a theme of nightd, with its name in it and without comments;
      nightctl theme path says where its own file is. Style sheets and tables take several
      themes. What a format has no words for is listed on standard error.

      """
    ),
  ]
}
