import NightCore

/// The commands that show, choose and check themes.
extension CommandTable {
  static let themeCommands: [CommandEntry] = [
    CommandEntry(
      name: "theme list",
      summary: "list the themes, and say which are in use",
      options: [.json],
      notes: """
        The one in effect has a star; then come its style, whose it is, and the styles for which
        it is the theme.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.listThemes(invocation) }
    ),
    CommandEntry(
      name: "theme show",
      summary: "show a theme's colours, and all else that it gives",
      operands: [Operand(name: "NAME", kind: .theme, count: .any)],
      options: [.json],
      notes: """
        Without a NAME it is the theme in effect. Beside each colour for text stands its contrast
        with what it is for. A terminal shows the colours themselves, unless NO_COLOR is set.
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
        From then on it is the theme for its style, or for its style with high contrast while
        contrast is high, and nightctl set is done with that style. --until and --for hold it
        over any choice, as nightctl set says, and the themes of the styles stay as they are.

        With the other options the style stays as it is, and all of them are done or none.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.useTheme(invocation) }
    ),
    CommandEntry(
      name: "theme next",
      summary: "choose the next theme of the list, and print it",
      options: [.json],
      notes: "After the last one comes the first. Those that cannot be used are passed over.",
      run: { (invocation, nightctl) throws(Failure) in
        try nightctl.useNeighbour(invocation, isNext: true)
      }
    ),
    CommandEntry(
      name: "theme previous",
      summary: "choose the theme before it in the list, and print it",
      options: [.json],
      run: { (invocation, nightctl) throws(Failure) in
        try nightctl.useNeighbour(invocation, isNext: false)
      }
    ),
    CommandEntry(
      name: "theme check",
      summary: "say what is wrong with themes",
      operands: [Operand(name: "NAME|FILE", kind: .themeOrFile, count: .any)],
      options: [.json],
      notes: """
        Without a word all themes in files are checked. The exit code is 1 where one cannot be
        used; what can be used and is not as it should be, such as text that is hard to read, is
        a warning. It asks no daemon.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.checkThemes(invocation) }
    ),
    CommandEntry(
      name: "theme remove",
      summary: "remove a theme of yours, with its folder",
      operands: [Operand(name: "NAME", kind: .themeFile(own: true))],
      options: [.json],
      notes: """
        Where it was in use, the machine's theme of that name serves, or else the one that is
        built in. Themes of the machine stay. Those that had it as their parent are named: they
        cannot be used without it.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.removeTheme(invocation) }
    ),
    CommandEntry(
      name: "theme path",
      summary: "print where a theme stands, or where yours are",
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
