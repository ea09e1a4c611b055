/// The commands on preferences.
extension CommandTable {
  static let preferenceCommands: [CommandEntry] = [
    CommandEntry(
      name: "prefs read",
      summary: "print what is in force",
      operands: [.optionalKey],
      options: [.application, .registeredDefault, .json],
      notes: """
        With a KEY its value alone: a text as it is, anything else as JSON. Without one, a line
        for each key that has a value.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.readPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs write",
      summary: "set a preference",
      operands: [.key, Operand(name: "VALUE", kind: .value, count: .any)],
      options: Option.types + [.application, .json],
      notes: """
        nightd knows the type of its own keys. An application's own key takes its value for a
        text where no type is given. A date is a time in UTC such as 2026-11-21T07:10:00Z, data
        are hexadecimal digits, or base64 after base64: and an array or a dictionary may also be
        one word of JSON5. A VALUE that begins with a dash stands after --; a number does not
        need it.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.writePreference(invocation) }
    ),
    CommandEntry(
      name: "prefs delete",
      summary: "take back what was set",
      forms: [
        .init(operands: [.key], options: [.application, .json]),
        .init(needs: [.application, .everything], options: [.json]),
      ],
      notes: "What the files say, or else the registered default, is in force then.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.deletePreference(invocation) }
    ),
    CommandEntry(
      name: "prefs list",
      summary: "list the keys and their values",
      options: [.origin, .application, .json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.listPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs explain",
      summary: "say what each layer has for a key, and which one decides",
      operands: [.key],
      options: [.application, .json],
      notes: "The layers stand in the order in which they are searched.",
      run: { (invocation, nightctl) throws(Failure) in try nightctl.explainPreference(invocation) }
    ),
    CommandEntry(
      name: "prefs watch",
      summary: "print preferences, and then each change on a line",
      operands: [Operand(name: "KEY", kind: .key, count: .any)],
      options: [.application, .json],
      notes: """
        A KEY also stands for the keys below it: theme for theme.light. Private keys are in no
        signal and cannot be watched; the desktop's choice is told by nightctl watch. It ends as
        nightctl watch does.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.watchPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs export",
      summary: "print what was set, for nightctl prefs import",
      options: [.format, .json],
      run: { (invocation, nightctl) throws(Failure) in try nightctl.exportPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs import",
      summary: "set what a file says, all of it or nothing",
      operands: [Operand(name: "FILE", kind: .file)],
      options: [.format, .dryRun, .json],
      notes: """
        What is set and not in the file stays. A FILE of - is standard input.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.importPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs check",
      summary: "read every file anew and say what is wrong",
      options: [.json],
      notes: """
        The exit code is 1 where a file cannot be read or a value or a lock in it does not count.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.checkPreferences(invocation) }
    ),
    CommandEntry(
      name: "prefs edit",
      summary: "edit config.json5, and check it before it is in force",
      notes: """
        The editor is $VISUAL, or else $EDITOR, or else vi. It is given a copy.
        """,
      run: { (invocation, nightctl) throws(Failure) in try nightctl.editPreferences(invocation) }
    ),
  ]
}

extension Operand {
  static let key = Operand(name: "KEY", kind: .key)
  static let optionalKey = Operand(name: "KEY", kind: .key, count: .optional)
}

extension Option {
  /// As macOS `defaults` has them.
  static let types = [
    ("-bool", "true, yes, 1, false, no or 0"),
    ("-int", "a whole number"),
    ("-float", "a number"),
    ("-string", "a text"),
    ("-date", "a time in UTC, to the second"),
    ("-data", "bytes, in hexadecimal"),
    ("-array", "texts, or an array in JSON5"),
    ("-dict", "names and texts, or an object in JSON5"),
  ].map { Option(name: $0.0, group: "TYPE", summary: $0.1) }

  static let longTypes = ["-boolean": "-bool", "-integer": "-int", "-real": "-float"]

  static let registeredDefault = Option(
    name: "--default",
    summary: "what holds where nobody says anything; asks no daemon"
  )
  static let everything = Option(name: "--all", summary: "all that was set for the application")
  static let origin = Option(name: "--origin", summary: "say where each value comes from")
  static let format = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, json5 or plist, a property list in XML"
  )
  static let dryRun = Option(name: "--dry-run", summary: "print what would change, and set nothing")
}
