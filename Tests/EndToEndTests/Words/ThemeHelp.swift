/// The exact help of the theme commands.
enum ThemeHelp {
  static let group = """
    nightctl theme - see, choose, check, import and export themes

    usage: nightctl theme COMMAND [OPTION...]

    commands:
      theme list                  list the themes, and say which are in use
      theme show [NAME...]        show a theme's colours and other values
      theme use NAME              choose a theme, and switch to its style
      theme next                  choose the style's next theme, and print its name
      theme previous              choose the style's previous theme, and print its name
      theme check [NAME|FILE...]  list the mistakes in themes
      theme remove NAME           remove one of your themes, with its folder
      theme path [NAME]           print the path of a theme, or of the folder of your themes
      theme import FILE...        import themes, including those of other programs
      theme export NAME...        print themes in the formats of other programs
      theme schema                print the JSON Schema of theme files, for editors

    nightctl theme COMMAND --help explains one command.

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

      A star marks the theme in effect. Each line has the theme's style, its origin, and the
      styles for which it is the theme.

      """
    ),
    (
      "theme show",
      """
      nightctl theme show - show a theme's colours and other values

      usage: nightctl theme show [NAME...] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Without a NAME it shows the theme in effect. Each text colour has its contrast with its
      background. A terminal shows the colours themselves, unless NO_COLOR is set.

      """
    ),
    (
      "theme use",
      """
      nightctl theme use - choose a theme, and switch to its style

      usage: nightctl theme use NAME [--json]
             nightctl theme use NAME --until WHEN [--json]
             nightctl theme use NAME --for DURATION [--json]
             nightctl theme use [--light NAME] [--dark NAME] [--light-high NAME] [--dark-high \
      NAME] [--json]
             nightctl theme use follow|NAME --app ID [--json]
             nightctl theme use --app ID [--light NAME] [--dark NAME] [--light-high NAME] \
      [--dark-high NAME] [--json]

      options:
        --until WHEN       hold it until this time, over any choice
        --for DURATION     hold it for this long, over any choice
        --app ID           for one application instead of the desktop
        --light NAME       the theme for light
        --dark NAME        the theme for dark
        --light-high NAME  the theme for light with high contrast
        --dark-high NAME   the theme for dark with high contrast
        --json             print JSON, one object on one line
        --help             print this text

      The theme becomes the theme for its style, or for its style with high contrast while
      contrast is high, and the style is set as by nightctl set. --until and --for hold the theme
      over any choice and do not change the themes of the styles.

      --light, --dark, --light-high and --dark-high do not change the style; either all of them
      take effect or none.

      --app sets an application's own theme for the theme's style, and this style as its own. The
      desktop's themes stay. follow makes it use the desktop's themes again. Only programs that ask
      nightd for their own appearance (through NightKit or Style.GetFor) obey it.

      """
    ),
    (
      "theme next",
      """
      nightctl theme next - choose the style's next theme, and print its name

      usage: nightctl theme next [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      The order is that of the list. After the last theme comes the first. Themes of the other style
      and themes that cannot be used are skipped.

      """
    ),
    (
      "theme previous",
      """
      nightctl theme previous - choose the style's previous theme, and print its name

      usage: nightctl theme previous [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "theme check",
      """
      nightctl theme check - list the mistakes in themes

      usage: nightctl theme check [NAME|FILE...] [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Without an argument it checks all themes in files. The exit code is 1 if a theme cannot be
      used. Lesser faults, such as text that is hard to read, are warnings. It needs no daemon.

      """
    ),
    (
      "theme remove",
      """
      nightctl theme remove - remove one of your themes, with its folder

      usage: nightctl theme remove NAME [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      If it was in use, the machine's theme of that name takes its place, or else the built-in
      theme. The machine's themes stay. Themes that had it as their parent are listed: they
      cannot be used without it.

      """
    ),
    (
      "theme path",
      """
      nightctl theme path - print the path of a theme, or of the folder of your themes

      usage: nightctl theme path [NAME]

      options:
        --help  print this text

      """
    ),
    (
      "theme import",
      """
      nightctl theme import - import themes, including those of other programs

      usage: nightctl theme import FILE... [--format FORMAT] [--style STYLE] [--as NAME] [--replace] \
      [--use] [--json]

      options:
        --format FORMAT  json, table, apptheme, simpletheme or base16
        --style STYLE    light or dark, whatever the file says
        --as NAME        the name of the new theme, or the beginning of several names
        --replace        replace your theme of the same name
        --use            use the themes for light and dark
        --json           print JSON, one object on one line
        --help           print this text

      Imports DKNightVersion colour tables, AppTheme's Themes.json with its AppStyle files,
      simpleTheme's folders, base16 and base24 schemes, and nightd themes. The file's name or its
      beginning tells the format. All files are checked before any theme is written. If a file
      does not declare a style, the background decides, and the import says so. A FILE of - is
      standard input.

      A FILE may also be a folder: of a nightd theme, which is imported with everything in it, of
      simpleTheme, or with a Themes.json. A scheme is named after its slug or its name, or else
      after its file. A nightd theme keeps its own name, or is named after its file or folder.
      Themes called light and dark become NAME-light and NAME-dark, with the name of the file or
      folder. --as gives a single theme another name, and calls each of several NAME-THEME.

      --use makes the themes those for light and dark, without changing the style: for each style
      the first that is named after it, such as my-light or theme_day, or else the first. A single
      theme is used as by nightctl theme use.

      """
    ),
    (
      "theme export",
      """
      nightctl theme export - print themes in the formats of other programs

      usage: nightctl theme export NAME... [--format FORMAT]

      options:
        --format FORMAT  json, css, gtk, base16 or table
        --help           print this text

      Without --format it prints a nightd theme, with its name and without comments; nightctl
      theme path prints the path of the original. Style sheets and tables take several themes.
      What a format cannot express is listed on standard error.

      """
    ),
    (
      "theme schema",
      """
      nightctl theme schema - print the JSON Schema of theme files, for editors

      usage: nightctl theme schema

      options:
        --help  print this text

      It needs no daemon. nightd-theme(5) says how an editor uses it. An editor checks JSON only, not
      JSON5, and each file without its parent themes: nightctl theme check finds all mistakes.

      """
    ),
  ]
}
