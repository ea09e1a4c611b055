import NightCore

extension CommandTable {
  static let themeFileCommands: [CommandEntry] = [
    CommandEntry(
      name: "theme import",
      summary: "take in themes from files of other programs",
      operands: [Operand(name: "FILE", kind: .file, count: .some)],
      options: [.importFormat, .importStyle, .importName, .replace, .json],
      notes: """
        Taken are the colour table of DKNightVersion, Themes.json of AppTheme, schemes of base16
        and base24, and themes of nightd; which one it is, is told by the file's name or its
        beginning. All files are checked before one theme is written. Where none is declared, the
        background tells the style, which is said. A FILE of - is standard input.

        A FILE may also be the folder of a theme of nightd, which is taken with all that stands in
        it. A scheme is called by its slug, or else as its file is; a theme of nightd by its own name,
        or else as its file is, or the folder of its theme.json5.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.importThemes(invocation) }
    ),
    CommandEntry(
      name: "theme export",
      summary: "print themes for other programs",
      operands: [Operand(name: "NAME", kind: .theme, count: .some)],
      options: [.exportFormat],
      notes: """
        Without --format it is a theme of nightd, with its name in it and without comments;
        nightctl theme path says where its own file is. Style sheets and tables take several
        themes. What a format has no words for is listed on standard error.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.exportThemes(invocation) }
    ),
  ]
}

extension Option {
  static let importFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, table, apptheme or base16"
  )
  static let importStyle = Option(
    name: "--style",
    value: "STYLE",
    summary: "light or dark, whatever the file says"
  )
  static let importName = Option(
    name: "--as",
    value: "NAME",
    summary: "what the theme is to be called"
  )
  static let replace = Option(
    name: "--replace",
    summary: "in place of a theme of yours that has the name"
  )
  static let exportFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, css, gtk, base16 or table"
  )
}
