/// What nightctl says of its commands on preferences and applications, to the letter.
enum PreferenceHelp {
  static let group = """
    nightctl prefs - read and change preferences

    usage: nightctl prefs COMMAND [OPTION...]

    commands:
      prefs read [KEY]            print what is in force
      prefs write KEY [VALUE...]  set a preference
      prefs delete KEY            take back what was set
      prefs list                  list the keys and their values
      prefs explain KEY           say what each layer has for a key, and which one decides
      prefs watch [KEY...]        print preferences, and then each change on a line
      prefs export                print what was set, for nightctl prefs import
      prefs import FILE           set what a file says, all of it or nothing
      prefs check                 read every file anew and say what is wrong
      prefs edit                  edit config.json5, and check it before it is in force

    nightctl prefs COMMAND --help says more of a command.

    """

  static let commands: [(name: String, help: String)] = [
    (
      "prefs read",
      """
      nightctl prefs read - print what is in force

      usage: nightctl prefs read [KEY] [--app ID] [--default] [--json]

      options:
        --app ID   for one application instead of the desktop
        --default  what holds where nobody says anything; asks no daemon
        --json     print JSON, one object on one line
        --help     print this text

      With a KEY its value alone: a text as it is, anything else as JSON. Without one, a line
      for each key that has a value.

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

      nightd knows the type of its own keys. An application's own key takes its value for a
      text where no type is given. A date is a time in UTC such as 2026-11-21T07:10:00Z, data
      are hexadecimal digits, or base64 after base64: and an array or a dictionary may also be
      one word of JSON5. A VALUE that begins with a dash stands after --; a number does not
      need it.

      """
    ),
    (
      "prefs delete",
      """
      nightctl prefs delete - take back what was set

      usage: nightctl prefs delete KEY [--app ID] [--json]
             nightctl prefs delete --app ID --all [--json]

      options:
        --app ID  for one application instead of the desktop
        --all     all that was set for the application
        --json    print JSON, one object on one line
        --help    print this text

      What the files say, or else the registered default, is in force then.

      """
    ),
    (
      "prefs list",
      """
      nightctl prefs list - list the keys and their values

      usage: nightctl prefs list [--origin] [--app ID] [--json]

      options:
        --origin  say where each value comes from
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      """
    ),
    (
      "prefs explain",
      """
      nightctl prefs explain - say what each layer has for a key, and which one decides

      usage: nightctl prefs explain KEY [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      The layers stand in the order in which they are searched.

      """
    ),
    (
      "prefs watch",
      """
      nightctl prefs watch - print preferences, and then each change on a line

      usage: nightctl prefs watch [KEY...] [--app ID] [--json]

      options:
        --app ID  for one application instead of the desktop
        --json    print JSON, one object on one line
        --help    print this text

      A KEY also stands for the keys below it: theme for theme.light. Private keys are in no
      signal and cannot be watched; the desktop's choice is told by nightctl watch. It ends as
      nightctl watch does.

      """
    ),
    (
      "prefs export",
      """
      nightctl prefs export - print what was set, for nightctl prefs import

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
      nightctl prefs import - set what a file says, all of it or nothing

      usage: nightctl prefs import FILE [--format FORMAT] [--dry-run] [--json]

      options:
        --format FORMAT  json, json5 or plist, a property list in XML
        --dry-run        print what would change, and set nothing
        --json           print JSON, one object on one line
        --help           print this text

      What is set and not in the file stays. A FILE of - is standard input.

      """
    ),
    (
      "prefs check",
      """
      nightctl prefs check - read every file anew and say what is wrong

      usage: nightctl prefs check [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      The exit code is 1 where a file cannot be read or a value or a lock in it does not count.

      """
    ),
    (
      "prefs edit",
      """
      nightctl prefs edit - edit config.json5, and check it before it is in force

      usage: nightctl prefs edit

      options:
        --help  print this text

      The editor is $VISUAL, or else $EDITOR, or else vi. It is given a copy.

      """
    ),
    (
      "apps",
      """
      nightctl apps - list the applications that have a style of their own

      usage: nightctl apps [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      """
    ),
    (
      "apps remove",
      """
      nightctl apps remove - forget an application's own style

      usage: nightctl apps remove ID [--json]

      options:
        --json  print JSON, one object on one line
        --help  print this text

      Its other preferences stay; nightctl prefs delete --app ID --all takes them back as well.

      """
    ),
  ]
}
