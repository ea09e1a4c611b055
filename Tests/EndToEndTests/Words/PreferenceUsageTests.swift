import TestSupport
import Testing

/// Invalid arguments of preference commands: each is refused with exit code 2, without a bus.
@Suite struct PreferenceUsageTests {
  static let commands: [(words: String, sentence: String)] = [
    (
      "",
      "prefs needs one of read, write, delete, list, explain, watch, export, import, check, edit "
        + "or schema; see nightctl prefs --help"
    ),
    ("reed", "“reed” is not a command of prefs; did you mean “read”?; see nightctl prefs --help"),
    ("--json", "“--json” is not a command of prefs; see nightctl prefs --help"),
    ("explain", "prefs explain needs a KEY; see nightctl prefs explain --help"),
    ("read fade fade", "prefs read takes one KEY; see nightctl prefs read --help"),
    (
      "list fade",
      "prefs list takes no further argument, but “fade” was given; see nightctl prefs list --help"
    ),
    ("import", "prefs import needs a FILE; see nightctl prefs import --help"),
    ("delete", "prefs delete needs a KEY; see nightctl prefs delete --help"),
    ("delete --app x", "prefs delete needs a KEY, or --all; see nightctl prefs delete --help"),
    ("delete --all", "--all needs --app; see nightctl prefs delete --help"),
    (
      "delete fade --app x --all",
      "prefs delete --app takes no further argument, but “fade” was given; "
        + "see nightctl prefs delete --help"
    ),
    (
      "export --format plist --json",
      "either --format plist or --json, not both; see nightctl prefs export --help"
    ),
    ("export --format xml", "“xml” is not json, json5 or plist; see nightctl prefs export --help"),
    (
      "export --format plst",
      "“plst” is not json, json5 or plist; did you mean “plist”?; "
        + "see nightctl prefs export --help"
    ),
  ]

  static let keys: [(words: String, sentence: String)] = [
    (
      "read fad",
      "“fad” is not a preference of the desktop; did you mean fade?; "
        + "for an application's key, add --app ID"
    ),
    (
      "write window.width 800",
      "“window.width” is not a preference of the desktop; for an application's key, add --app ID"
    ),
    (
      "read theme",
      "“theme” contains theme.light, theme.dark, theme.light-high, theme.dark-high; "
        + "give the name of one of these keys"
    ),
    (
      "write location 52",
      "“location” contains location.auto, location.latitude, location.longitude; "
        + "give the name of one of these keys"
    ),
    (
      "read theme..light",
      "“theme..light” is not a key: a key has letters, digits, - and _, "
        + "in parts with dots between them"
    ),
    (
      "explain location.lattitude",
      "“location.lattitude” is not a preference of the desktop; "
        + "did you mean location.latitude?; for an application's key, add --app ID"
    ),
    (
      "watch fade location.latitude",
      "location.latitude is private and cannot be watched"
    ),
  ]

  static let values: [(words: String, sentence: String)] = [
    ("fade", "fade needs a VALUE: a whole number from 0 to 10000 (milliseconds)"),
    ("fade 1 2", "fade takes one VALUE; for several values, use -array or -dict"),
    ("fade -5", "fade takes a whole number from 0 to 10000 (milliseconds), and this is -5"),
    (
      "fade 0.5",
      "fade takes a whole number from 0 to 10000 (milliseconds), "
        + "and this is the string “0.5”"
    ),
    (
      "fade -string 5",
      "fade takes a whole number from 0 to 10000 (milliseconds), "
        + "and this is the string “5”"
    ),
    ("fade -bool -int 5", "either -bool or -int, not both"),
    ("fade -boolean -integer 5", "either -bool or -integer, not both"),
    ("fade -bol true", "“-bol” is not an option of prefs write; did you mean “-bool”?"),
    (
      "location.latitude 91",
      "location.latitude takes a number from -90 to 90 (degrees north)"
    ),
    (
      "location.latitude inf",
      "location.latitude takes a number from -90 to 90 (degrees north)"
    ),
    ("choice dark", "to change choice, use nightctl set"),
    ("k -bool maybe --app x", "“maybe” is not true or false"),
    (
      "k -int 0x10 --app x",
      "“0x10” is not a whole number from -9223372036854775808 to "
        + "9223372036854775807"
    ),
    (
      "k -int 9223372036854775808 --app x",
      "“9223372036854775808” is not a whole number from "
        + "-9223372036854775808 to 9223372036854775807"
    ),
    ("k -float 1e999 --app x", "“1e999” is not a number such as -70.6 or 1e3"),
    ("k -float nan --app x", "“nan” is not a number such as -70.6 or 1e3"),
    ("k -date 2026-11-21 --app x", "“2026-11-21” is not a time such as 2026-11-21T07:10:00Z"),
    ("k -data abc --app x", "“abc” is not pairs of hexadecimal digits, or base64 after base64:"),
    ("k -data base64:A --app x", "“base64:A” is not base64 with its padding after base64:"),
    ("k -dict a --app x", "-dict takes pairs of a name and a string, or an object in JSON5"),
    ("k -dict a 1 a 2 --app x", "-dict takes each name once"),
    (
      "k -array [1, --app x",
      "in the value: 1:4: expected a value or “]”, found the end of the text, with 1:1 still open"
    ),
    ("k -array [null] --app x", "in the value: 1:2: null is not allowed: leave the name out"),
  ]

  private func expect(_ words: String, _ sentence: String) throws {
    let words = ["prefs"] + words.split(separator: " ").map(String.init)
    let finished = try Program.run(Built.nightctl, words)
    #expect(finished.exit == .exited(2), "\(words)")
    #expect(finished.errors == "nightctl: \(sentence)\n")
    #expect(finished.output == "")
  }

  @Test("An invalid call of a preference command is refused with the reason", arguments: commands)
  func command(words: String, sentence: String) throws { try expect(words, sentence) }

  @Test("If a key is unknown, the error suggests a similar key", arguments: keys)
  func key(words: String, sentence: String) throws {
    let command = words.split(separator: " ")[0]
    try expect(words, sentence + "; see nightctl prefs \(command) --help")
  }

  @Test(
    "An invalid value is refused, and the error lists the values that the key accepts",
    arguments: values
  )
  func value(words: String, sentence: String) throws {
    try expect("write " + words, sentence + "; see nightctl prefs write --help")
  }

  @Test("`prefs read --default` prints the default values without a bus")
  func registered() throws {
    func read(_ words: String...) throws -> Finished {
      try Program.run(Built.nightctl, ["prefs", "read", "--default"] + words)
    }
    #expect(try read("fade").output == "300\n")
    #expect(try read("theme.dark").output == "midnight\n")
    #expect(
      try read("theme.dark", "--json").output == #"{"key":"theme.dark","value":"midnight"}"# + "\n"
    )
    #expect(try read("choice", "--app", "x").output == "follow\n")
    let values = try read().output
    #expect(
      try GoldenText.inFile("Tests/golden/preferences/defaults.txt", found: values) == values,
      "make texts"
    )
    let none = try read("location.latitude")
    #expect(none.exit == .exited(1))
    #expect(none.errors == "nightctl: location.latitude has no built-in default\n")
  }
}
