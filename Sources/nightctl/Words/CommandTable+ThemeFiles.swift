import NightCore

extension CommandTable {
  static let themeFileCommands: [CommandEntry] = [
    CommandEntry(
      name: "theme import",
      summary: "import themes from files, also of other programs",
      operands: [Operand(name: "FILE", kind: .file, count: .some)],
      options: [.importFormat, .importStyle, .importName, .replace, .json],
      notes: """
        Imports DKNightVersion colour tables, AppTheme's Themes.json, base16 and base24 schemes, and
        nightd themes. The file's name or its beginning tells the format. All files are checked
        before any theme is written. If a file does not declare a style, the background decides, and
        the import says so. A FILE of - is standard input.

        A FILE may also be the folder of a nightd theme, which is imported with everything in it. A
        scheme is named after its slug, or else after its file. A nightd theme keeps its own name, or
        is named after its file, or after the folder of its theme.json5.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.importThemes(invocation) }
    ),
    CommandEntry(
      name: "theme export",
      summary: "print themes for other programs",
      operands: [Operand(name: "NAME", kind: .theme, count: .some)],
      options: [.exportFormat],
      notes: """
        Without --format it prints a nightd theme, with its name and without comments; nightctl
        theme path prints the path of the original. Style sheets and tables take several themes.
        What a format cannot express is listed on standard error.
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
    summary: "the name of the new theme"
  )
  static let replace = Option(
    name: "--replace",
    summary: "replace your theme of the same name"
  )
  static let exportFormat = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, css, gtk, base16 or table"
  )
}
