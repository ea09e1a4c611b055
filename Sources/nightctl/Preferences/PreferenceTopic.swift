/// The entries of the command table for `prefs`.
enum PreferenceTopic {
  static let rows: [CommandEntry] = [
    CommandEntry(
      name: "prefs read",
      summary: "print the values in force",
      operands: [.optionalKey],
      options: [.application, .registeredDefault, .json],
      notes: """
        With a KEY, the command prints only the value: a string unchanged, any other value as JSON.
        Without a KEY, the command prints a line for each key that has a value.
        """,
      run: ReadPreferences.readPreferences
    ),
    CommandEntry(
      name: "prefs write",
      summary: "set a preference",
      operands: [.key, Operand(name: "VALUE", kind: .value, count: .any)],
      options: Option.types + [.application, .json],
      notes: """
        nightd knows the type of its own keys. The value of an application's own key is a string
        unless you give a type. A date is a time in UTC such as 2026-11-21T07:10:00Z. Data are
        hexadecimal digits, or base64 after the prefix base64:. You may also give an array or a
        dictionary as one argument in JSON5. Put -- before a VALUE that begins with a dash; a
        negative number does not need it.
        """,
      run: WritePreference.writePreference
    ),
    CommandEntry(
      name: "prefs delete",
      summary: "delete a value that you have set",
      forms: [
        .init(operands: [.key], options: [.application, .json]),
        .init(needs: [.application, .everything], options: [.json]),
      ],
      notes: "After that, the value in a file is in force, or else the built-in default.",
      run: WritePreference.deletePreference
    ),
    CommandEntry(
      name: "prefs list",
      summary: "list the keys and their values",
      options: [.origin, .application, .json],
      run: ReadPreferences.listPreferences
    ),
    CommandEntry(
      name: "prefs explain",
      summary: "show the value of a key in each layer, and which layer wins",
      operands: [.key],
      options: [.application, .json],
      notes: "The layers are listed in the order in which nightd searches them.",
      run: ReadPreferences.explainPreference
    ),
    CommandEntry(
      name: "prefs watch",
      summary: "print preferences, then a line for each change",
      operands: [Operand(name: "KEY", kind: .key, count: .any)],
      options: [.application, .json],
      notes: """
        A KEY includes the keys below it: theme includes theme.light. No signal contains a private
        key, so you cannot watch private keys. To follow the style, use nightctl watch. The exit
        codes are the same as for nightctl watch.
        """,
      run: WatchPreferences.watchPreferences
    ),
    CommandEntry(
      name: "prefs export",
      summary: "print what you have set, in a form that prefs import reads",
      options: [.format, .json],
      run: ExportPreferences.exportPreferences
    ),
    CommandEntry(
      name: "prefs import",
      summary: "set all preferences from a file, or none if one of them is invalid",
      operands: [Operand(name: "FILE", kind: .file)],
      options: [.format, .dryRun, .json],
      notes: """
        Preferences that the file does not mention keep their values. A FILE of - means standard
        input.
        """,
      run: ExportPreferences.importPreferences
    ),
    CommandEntry(
      name: "prefs check",
      summary: "read all preference files again, and list the mistakes",
      options: [.json],
      notes: "The command exits with 1 if a file cannot be read or has an invalid value or lock.",
      run: CheckPreferences.checkPreferences
    ),
    CommandEntry(
      name: "prefs edit",
      summary: "edit config.json5; only a valid file takes effect",
      notes: """
        The editor is $VISUAL, or else $EDITOR, or else vi. The editor opens a copy of the file. If
        your editor opens a window and returns at once, add the editor's option to wait, such as
        EDITOR='code --wait'.
        """,
      run: EditPreferences.editPreferences
    ),
    CommandEntry(
      name: "prefs schema",
      summary: "print the JSON Schema of config.json5, for editors",
      notes: """
        The command needs no daemon. nightd.conf(5) describes how to use the schema in an editor.
        Editors check only JSON, not JSON5, and a schema cannot express every rule; nightctl prefs
        check and prefs edit find all mistakes.
        """,
      run: ReadPreferences.printSchema
    ),
  ]
}

extension Operand {
  static let key = Operand(name: "KEY", kind: .key)
  static let optionalKey = Operand(name: "KEY", kind: .key, count: .optional)
}

extension Option {
  /// The options that select the type of a value; they have the names that macOS `defaults` uses.
  static let types = [
    ("-bool", "true, yes, 1, false, no or 0"),
    ("-int", "a whole number"),
    ("-float", "a number"),
    ("-string", "a string"),
    ("-date", "a time in UTC, to the second"),
    ("-data", "bytes, in hexadecimal"),
    ("-array", "strings, or an array in JSON5"),
    ("-dict", "names and strings, or an object in JSON5"),
  ].map { Option(name: $0.0, group: "TYPE", summary: $0.1) }

  static let longTypes = ["-boolean": "-bool", "-integer": "-int", "-real": "-float"]

  static let registeredDefault = Option(
    name: "--default",
    summary: "print the built-in default; needs no daemon"
  )
  static let everything = Option(
    name: "--all",
    summary: "delete all values that were set for the application"
  )
  static let origin = Option(name: "--origin", summary: "show where each value comes from")
  static let format = Option(
    name: "--format",
    value: "FORMAT",
    summary: "json, json5 or plist, a property list in XML"
  )
  static let dryRun = Option(name: "--dry-run", summary: "print what would change, and set nothing")
}
