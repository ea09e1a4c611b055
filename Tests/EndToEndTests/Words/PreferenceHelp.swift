/// The exact help of the commands for preferences and applications.
enum PreferenceHelp {
  static let group = """
    nightctl prefs - read and change preferences

    usage: nightctl prefs COMMAND [OPTION...]

    commands:
      prefs read [KEY]            print the values in force
      prefs write KEY [VALUE...]  set a preference
      prefs delete KEY            delete a value that you have set
      prefs list                  list the keys and their values
      prefs explain KEY           show the value of a key in each layer, and which layer wins
      prefs watch [KEY...]        print preferences, then a line for each change
      prefs export                print what you have set, in a form that prefs import reads
      prefs import FILE           set all preferences in a file, or none if one is not valid
      prefs check                 read all preference files again, and list the mistakes
      prefs edit                  edit config.json5; only a valid file takes effect
      prefs schema                print the JSON Schema of config.json5, for editors

    nightctl prefs COMMAND --help explains one command.

    """

  static let commands: [(name: String, help: String)] = [
    (
      "prefs read",
      """
      nightctl prefs read - print the values in force

      usage: nightctl prefs read [KEY] [--app ID] [--default] [--json]

      options:
        --app ID   for one application instead of the desktop
        --default  print the built-in default; needs no daemon
        --json     print JSON, one object on one line
        --help     print this text

      With a KEY it prints only the value: a text as it is, anything else as JSON. Without a KEY
      it prints a line for each key that has a value.

      """
    ),
    (
      "prefs write",
      """
      nightctl prefs write - set a preference

      usage: nightctl prefs write KEY [VALUE...] [-TYPE] [--app ID] [--json]

      options:
        -bool     true, yes, 1, false, no or 0
        -int      a whole number
        -float    a number
        -string   a text
        -date     a time in UTC, to the second
        -data     bytes, in hexadecimal
        -array    texts, or an array in JSON5
        -dict     names and texts, or an object in JSON5
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      nightd knows the type of its own keys. The value of an application's own key is a text
      unless you give a type. A date is a time in UTC such as 2026-11-21T07:10:00Z. Data are
      hexadecimal digits, or base64 with base64: in front. An array or a dictionary may also be
      one argument in JSON5. Put -- before a VALUE that begins with a dash; a negative number
      does not need it.

      """
    ),
    (
      "prefs delete",
      """
      nightctl prefs delete - delete a value that you have set

      usage: nightctl prefs delete KEY [--app ID] [--json]
             nightctl prefs delete --app ID --all [--json]

      options:
        --app ID  for one application instead of the desktop
        --all     delete everything that was set for the application
        --json    print JSON, one object on one line
        --help    print this text

      The value in a file, or else the built-in default, is then in force.

      """
    ),
    (
      "prefs list",
      """
      nightctl prefs list - list the keys and their values

      usage: nightctl prefs list [--origin] [--app ID] [--json]

      options:
        --origin  show where each value comes from
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      """
    ),
    (
      "prefs explain",
      """
      nightctl prefs explain - show the value of a key in each layer, and which layer wins

      usage: nightctl prefs explain KEY [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      The layers are listed in the order in which they are searched.

      """
    ),
    (
      "prefs watch",
      """
      nightctl prefs watch - print preferences, then a line for each change

      usage: nightctl prefs watch [KEY...] [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      A KEY includes the keys below it: theme includes theme.light. Private keys are in no signal
      and cannot be watched. For the desktop's choice use nightctl watch. This command ends as
      nightctl watch does.

      """
    ),
    (
      "prefs export",
      """
      nightctl prefs export - print what you have set, in a form that prefs import reads

      usage: nightctl prefs export [--format FORMAT] [--json]

      options:
        --format FORMAT  json, json5 or plist, a property list in XML
        --json           print JSON, one object on one line
        --help           print this text

      """
    ),
    (
      "prefs import",
      """
      nightctl prefs import - set all preferences in a file, or none if one is not valid

      usage: nightctl prefs import FILE [--format FORMAT] [--dry-run] [--json]

      options:
        --format FORMAT  json, json5 or plist, a property list in XML
        --dry-run        print what would change, and set nothing
        --json           print JSON, one object on one line
        --help           print this text

      Preferences that the file does not name keep their values. A FILE of - is standard input.

      """
    ),
    (
      "prefs check",
      """
      nightctl prefs check - read all preference files again, and list the mistakes

      usage: nightctl prefs check [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      The exit code is 1 if a file cannot be read or has an invalid value or lock.

      """
    ),
    (
      "prefs edit",
      """
      nightctl prefs edit - edit config.json5; only a valid file takes effect

      usage: nightctl prefs edit

      options:
        --help  print this text

      The editor is $VISUAL, or else $EDITOR, or else vi. It edits a copy. If it opens a window
      and returns at once, give it its option to wait, such as EDITOR='code --wait'.

      """
    ),
    (
      "prefs schema",
      """
      nightctl prefs schema - print the JSON Schema of config.json5, for editors

      usage: nightctl prefs schema

      options:
        --help  print this text

      It needs no daemon. nightd.conf(5) says how an editor uses it. An editor checks JSON only, not
      JSON5, and cannot express every rule: nightctl prefs check and prefs edit find all mistakes.

      """
    ),
    (
      "apps",
      """
      nightctl apps - list the applications that have a style or theme of their own

      usage: nightctl apps [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "apps remove",
      """
      nightctl apps remove - remove an application's own style and themes

      usage: nightctl apps remove ID [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Its other preferences stay; nightctl prefs delete --app ID --all deletes those as well.

      """
    ),
  ]
}
