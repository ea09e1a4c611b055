import NightBus
import NightCore
import NightStore

/// The entries of the command table for `theme`.
enum ThemeTopic {
  static let rows: [CommandEntry] = [
    CommandEntry(
      name: "theme list",
      summary: "list the themes, and show which are in use",
      options: [.json],
      notes: """
        A star marks the theme in effect. Each line shows the theme's style, its origin, and the
        styles for which you have chosen the theme.
        """,
      run: ListThemes.listThemes
    ),
    CommandEntry(
      name: "theme show",
      summary: "show a theme's colours and other values",
      operands: [Operand(name: "NAME", kind: .theme, count: .any)],
      options: [.json],
      notes: """
        Without a NAME, the command shows the theme in effect. Beside each text colour, it prints
        the contrast between this colour and its background. On a terminal, the command shows the
        colours themselves too, unless NO_COLOR is set.
        """,
      run: ListThemes.showThemes
    ),
    CommandEntry(
      name: "theme gallery",
      summary: "show all themes on a page, where you can try them",
      forms: [.init(options: [.noOpen]), .init(needs: [.svg])],
      notes: """
        Prints the address of a page, and opens the page in a browser if there is a display. The
        page shows the colours of each theme. A click on a theme does the same as nightctl theme
        use. Escape restores the style, the hold and the themes from before; Enter or Keep keeps the
        new ones. Only your own programs can read the page, and only if they know its address. The
        page works until you press Ctrl-C or close the terminal; the theme in use then stays.

        With --svg, the command writes the colours of all themes as one picture, and needs no
        daemon.
        """,
      run: ThemeGallery.show
    ),
    CommandEntry(
      name: "theme use",
      summary: "choose a theme, and switch to its style",
      forms: [
        .init(operands: [.theme], options: [.json]),
        .init(needs: [.until], operands: [.theme], options: [.json]),
        .init(needs: [.length], operands: [.theme], options: [.json]),
        .init(needsOneOf: themeSlotOptions, options: [.json]),
        .init(needs: [.application], operands: [.themeOrFollow], options: [.json]),
        .init(needs: [.application], needsOneOf: themeSlotOptions, options: [.json]),
      ],
      notes: """
        The theme becomes the theme for its style, and nightd switches to this style, as with
        nightctl set. While contrast is high, the theme becomes the one for its style with high
        contrast. --until and --for hold the theme in place of your permanent choice, but do not
        change which theme each style has.

        If no theme has the name NAME, but NAME-light and NAME-dark exist, these two become the
        themes for light and dark, and the style stays.

        --light, --dark, --light-high and --dark-high do not change the style; either all of them
        take effect or none of them does.

        With --app, one application gets the theme's style, and uses the theme for that style. The
        desktop's themes stay. With “follow” in place of a NAME, the application uses the desktop's
        themes again. Only programs that ask nightd for their own appearance (through NightKit or
        Style.GetFor) obey --app.
        """,
      run: UseTheme.useTheme
    ),
    CommandEntry(
      name: "theme next",
      summary: "choose the next theme of the present style, and print its name",
      options: [.json],
      notes: """
        The order is that of nightctl theme list; the first theme follows the last one. The command
        skips themes of the other style and themes that cannot be used.
        """,
      run: UseTheme.useNextTheme
    ),
    CommandEntry(
      name: "theme previous",
      summary: "choose the previous theme of the present style, and print its name",
      options: [.json],
      run: UseTheme.usePreviousTheme
    ),
    CommandEntry(
      name: "theme check",
      summary: "list the mistakes in themes",
      operands: [Operand(name: "NAME|FILE", kind: .themeOrFile, count: .any)],
      options: [.json],
      notes: """
        Without an argument, the command checks all theme files. It exits with 1 if a theme cannot
        be used. Lesser faults, such as text that is hard to read, are warnings. The command needs
        no daemon.
        """,
      run: CheckThemes.checkThemes
    ),
    CommandEntry(
      name: "theme remove",
      summary: "remove one of your themes, with its folder",
      operands: [Operand(name: "NAME", kind: .themeFile(own: true))],
      options: [.json],
      notes: """
        If the theme was in use, the system-wide theme of the same name takes its place, or else the
        built-in theme. The command never removes system-wide themes. It lists the themes whose
        parent was the removed theme, because these themes can no longer be used.
        """,
      run: ThemeFileCommands.removeTheme
    ),
    CommandEntry(
      name: "theme path",
      summary: "print the path of a theme, or of the folder of your themes",
      operands: [Operand(name: "NAME", kind: .themeFile(own: false), count: .optional)],
      run: ThemeFileCommands.themePath
    ),
    CommandEntry(
      name: "theme import",
      summary: "import themes, including those of other programs",
      operands: [Operand(name: "FILE", kind: .file, count: .some)],
      options: [.importFormat, .importStyle, .importName, .replace, .useImported, .json],
      notes: """
        Imports nightd themes, base16 and base24 schemes, the colour files of terminals (kitty,
        foot, Ghostty, Alacritty, WezTerm, Konsole, X resources, iTerm and Windows Terminal) and of
        VS Code, DKNightVersion colour tables, AppTheme's Themes.json with its AppStyle files, and
        simpleTheme's folders. nightctl recognizes the format by the file's name or its text, and
        checks all files before it writes any theme. If a file does not declare a style, the
        background decides the style, and the command prints this. A FILE of - means standard input.

        A FILE may also be a folder: a nightd theme (nightctl imports all files in its folder), a
        folder of simpleTheme, or a folder with a Themes.json. From any other folder, and from an
        archive (tar, tar.gz, tar.xz, tar.zst or zip), nightctl imports all themes that it finds,
        and prints how many files are not themes. A scheme is named after its slug or its name, or
        else after its file. A nightd theme keeps its own name, or is named after its file or
        folder. Themes called light and dark become NAME-light and NAME-dark, with the name of the
        file or folder. --as gives a single theme another name; if there are several themes, it
        calls each of them NAME-THEME.

        --use chooses the imported themes for light and dark, without changing the style. For each
        style, --use chooses the first theme that is named after the style, such as my-light or
        theme_day, or else the first theme of that style. If you import a single theme, --use does
        the same as nightctl theme use.
        """,
      finishes: true,
      run: ImportThemes.importThemes
    ),
    CommandEntry(
      name: "theme from",
      summary: "make a light and a dark theme from a picture",
      operands: [Operand(name: "PICTURE", kind: .file)],
      options: [.pictureMethod, .importName, .replace, .useImported, .json],
      notes: """
        Makes the themes NAME-light and NAME-dark, where NAME is the picture's name or the one after
        --as. The picture is a JPEG, PNG or WebP file. The colours are those that Material 3
        (specification of 2021) makes from the picture's main colour; all text has a contrast of at
        least 4.5 with its background. The same picture always gives the same colours.

        METHOD is tonal-spot (the default), which makes calm colours; content or fidelity, which
        keep the vividness of the picture's main colour; neutral, which is almost grey; rainbow,
        which has grey backgrounds; or fruit-salad, which has the neighbouring hues.
        """,
      run: ThemeFromPicture.makeThemes
    ),
    CommandEntry(
      name: "theme export",
      summary: "print themes in the formats of other programs",
      operands: [Operand(name: "NAME", kind: .theme, count: .some)],
      options: [.exportFormat],
      notes: """
        Without --format, the command prints a nightd theme, with its name and without comments;
        nightctl theme path prints the path of the original file. For style sheets and tables, you
        can name several themes. On standard error, the command lists the values that the format
        cannot express.
        """,
      run: ExportThemes.exportThemes
    ),
    CommandEntry(
      name: "theme schema",
      summary: "print the JSON Schema of theme files, for editors",
      notes: """
        The command needs no daemon. nightd-theme(5) describes how to use the schema in an editor.
        Editors check only JSON, not JSON5, and check each file without its parent themes; nightctl
        theme check finds all mistakes.
        """,
      run: ThemeFileCommands.printSchema
    ),
  ]

  private static let themeSlotOptions: [Option] = [
    .lightTheme, .darkTheme, .lightHighTheme, .darkHighTheme,
  ]
}

extension Operand {
  static let theme = Operand(name: "NAME", kind: .theme)
  static let themeOrFollow = Operand(
    name: "NAME",
    kind: .keywords([ApplicationChoice.follow.rawValue]),
    orTheme: true
  )
}

extension Option {
  static let lightTheme = Option(name: "--light", value: "NAME", summary: "the theme for light")
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
  static let importFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, table, apptheme, simpletheme, base16 or terminal"
  )
  static let importStyle = Option(
    name: "--style",
    value: "STYLE",
    summary: "light or dark; overrides the style in the file"
  )
  static let importName = Option(
    name: "--as",
    value: "NAME",
    summary: "the name of the new theme, or a prefix for several names"
  )
  static let useImported = Option(
    name: "--use",
    summary: "use the imported themes for light and dark"
  )
  static let replace = Option(name: "--replace", summary: "replace your theme of the same name")
  static let exportFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, css, gtk, base16 or table"
  )
}

/// The folders of themes, for all commands that read themes without the daemon.
extension ThemeFolders {
  init(_ environment: (String) -> String?) throws(Failure) {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
    }
    self.init(folders, message: SystemError.message)
  }

  /// The names of the themes in the order of `theme list`; only built-in themes if no theme folder
  /// is known.
  static func names(_ environment: (String) -> String?) -> [String] {
    (try? ThemeFolders(environment))?.list().map(\.name) ?? BuiltInThemes.names
  }
}

extension Invocation {
  func themeFormat(_ option: Option, among known: [ThemeFormat]) throws(Failure) -> ThemeFormat? {
    guard let text = value(of: option) else { return nil }
    guard let format = ThemeFormat(rawValue: text), known.contains(format) else {
      throw usage(ThemeMessages.noThemeFormat(text, known.map(\.rawValue)))
    }
    return format
  }
}
