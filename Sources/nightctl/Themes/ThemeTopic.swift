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
        A star marks the theme in effect. Each line also has the theme's style, its origin, and the
        styles for which it is in use.
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
        the colour's contrast with its background. A terminal shows the colours themselves, unless
        NO_COLOR is set.
        """,
      run: ListThemes.showThemes
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
        The theme NAME becomes the theme for its style, and nightd switches to this style, as
        nightctl set does. While contrast is high, NAME becomes the theme for its style with high
        contrast. --until and --for hold NAME, whatever was chosen before, and do not change the
        themes for the styles.

        If no theme is called NAME, but NAME-light and NAME-dark exist, these become the themes for
        light and dark, and the style stays.

        --light, --dark, --light-high and --dark-high do not change the style. If one of them fails,
        none of them takes effect.

        --app sets one application's style to the theme's style, and makes the theme the
        application's own theme for that style. The desktop's themes stay. With follow in place of a
        NAME, the application uses the desktop's themes again. Only programs that ask nightd for
        their own appearance (through NightKit or Style.GetFor) use that theme.
        """,
      run: UseTheme.useTheme
    ),
    CommandEntry(
      name: "theme next",
      summary: "choose the next theme of the present style, and print its name",
      options: [.json],
      notes: """
        The themes are in the order of nightctl theme list, and the first theme follows the last.
        Themes of the other style and themes that cannot be used are skipped.
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
        Without an argument, the command checks all themes in files. The exit code is 1 if a theme
        cannot be used. Lesser faults, such as text that is hard to read, are warnings. The check
        needs no daemon.
        """,
      run: CheckThemes.checkThemes
    ),
    CommandEntry(
      name: "theme remove",
      summary: "remove one of your themes, with its folder",
      operands: [Operand(name: "NAME", kind: .themeFile(own: true))],
      options: [.json],
      notes: """
        If the theme was in use, the system-wide theme of the same name replaces it, or else the
        built-in theme. System-wide themes stay. The command lists the themes whose parent was
        removed, because they can no longer be used.
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
        simpleTheme's folders. The format is recognized by the file's name or its text. All files
        are checked before any theme is written. If a file does not declare a style, nightctl
        derives the style from the background colour, and prints a note. If FILE is -, the theme is
        read from standard input.

        A FILE may also be a folder: the folder of a nightd theme, which is imported with all its
        files, a folder of simpleTheme, or a folder with a Themes.json. A scheme is named after its
        slug or its name, or else after its file. A nightd theme keeps its own name, or is named
        after its file or folder. Themes called light and dark become NAME-light and NAME-dark; NAME
        is the name of the file or folder. With --as NAME, a single theme is called NAME, and each
        of several themes is called NAME-THEME.

        --use chooses the imported themes for light and dark, without changing the style: for each
        style, the first theme that is named after the style, such as my-light or theme_day, or else
        the first theme of that style. A single theme is used as with nightctl theme use.
        """,
      run: ImportThemes.importThemes
    ),
    CommandEntry(
      name: "theme export",
      summary: "print themes in the formats of other programs",
      operands: [Operand(name: "NAME", kind: .theme, count: .some)],
      options: [.exportFormat],
      notes: """
        Without --format, the command prints a nightd theme, with its name and without comments;
        nightctl theme path prints the path of the original. Style sheets and tables can contain
        several themes. Values that a format cannot express are listed on standard error.
        """,
      run: ExportThemes.exportThemes
    ),
    CommandEntry(
      name: "theme schema",
      summary: "print the JSON Schema of theme files, for editors",
      notes: """
        The command needs no daemon. nightd-theme(5) describes how an editor uses the schema. An
        editor checks only JSON, not JSON5, and checks each file without its parent themes. nightctl
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
    summary: "json, table, apptheme, simpletheme or base16"
  )
  static let importStyle = Option(
    name: "--style",
    value: "STYLE",
    summary: "light or dark, whatever the file says"
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
