import NightCore

/// The commands that show, choose and check themes.
extension CommandTable {
  static let themeCommands: [CommandEntry] = [
    CommandEntry(
      name: "theme list",
      summary: "list the themes, and say which are in use",
      options: [.json],
      notes: """
        A star marks the theme in effect. Each line has the theme's style, its origin, and the
        styles for which it is the theme.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.listThemes(invocation) }
    ),
    CommandEntry(
      name: "theme show",
      summary: "show a theme's colours and other values",
      operands: [Operand(name: "NAME", kind: .theme, count: .any)],
      options: [.json],
      notes: """
        Without a NAME it shows the theme in effect. Each text colour has its contrast with its
        background. A terminal shows the colours themselves, unless NO_COLOR is set.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.showThemes(invocation) }
    ),
    CommandEntry(
      name: "theme use",
      summary: "choose a theme, and with it its style",
      forms: [
        .init(operands: [.theme], options: [.json]),
        .init(needs: [.until], operands: [.theme], options: [.json]),
        .init(needs: [.length], operands: [.theme], options: [.json]),
        .init(needsOneOf: themeSlotOptions, options: [.json]),
      ],
      notes: """
        The theme becomes the theme for its style, or for its style with high contrast while
        contrast is high, and the style is set as by nightctl set. --until and --for hold the theme
        over any choice and do not change the themes of the styles.

        The other options do not change the style; either all of them take effect or none.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.useTheme(invocation) }
    ),
    CommandEntry(
      name: "theme next",
      summary: "choose the next theme of the list, and print it",
      options: [.json],
      notes: "After the last theme comes the first. Themes that cannot be used are skipped.",
      run: { (invocation, nightctl) throws(Failure) in
        try nightctl.useNeighbour(invocation, isNext: true)
      }
    ),
    CommandEntry(
      name: "theme previous",
      summary: "choose the previous theme of the list, and print it",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in
        try nightctl.useNeighbour(invocation, isNext: false)
      }
    ),
    CommandEntry(
      name: "theme check",
      summary: "list the mistakes in themes",
      operands: [Operand(name: "NAME|FILE", kind: .themeOrFile, count: .any)],
      options: [.json],
      notes: """
        Without an argument it checks all themes in files. The exit code is 1 if a theme cannot be
        used. Lesser faults, such as text that is hard to read, are warnings. It needs no daemon.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.checkThemes(invocation) }
    ),
    CommandEntry(
      name: "theme remove",
      summary: "remove a theme of yours, with its folder",
      operands: [Operand(name: "NAME", kind: .themeFile(own: true))],
      options: [.json],
      notes: """
        If it was in use, the machine's theme of that name takes its place, or else the built-in
        theme. The machine's themes stay. Themes that had it as their parent are listed: they
        cannot be used without it.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.removeTheme(invocation) }
    ),
    CommandEntry(
      name: "theme path",
      summary: "print the path of a theme, or of your themes",
      operands: [Operand(name: "NAME", kind: .themeFile(own: false), count: .optional)],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.themePath(invocation) }
    ),
  ]

  private static let themeSlotOptions: [Option] = [
    .lightTheme, .darkTheme, .lightHighTheme, .darkHighTheme,
  ]
}

extension Operand {
  static let theme = Operand(name: "NAME", kind: .theme)
}

extension Option {
  static let lightTheme = Option(
    name: "--light",
    value: "NAME",
    summary: "the theme for light"
  )
  static let darkTheme = Option(name: "--dark", value: "NAME", summary: "the theme for dark")
  static let lightHighTheme = Option(
    name: "--light-high",
    value: "NAME",
    summary: "the theme for light with high contrast"
  )
  static let darkHighTheme = Option(
    name: "--dark-high",
    value: "NAME",
    summary: "the theme for dark with high contrast"
  )
}
