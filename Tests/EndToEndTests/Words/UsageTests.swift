import TestSupport
import Testing

/// Invalid arguments; each is refused with the reason, the help to read, and exit code 2.
@Suite struct UsageTests {
  static let nightctl: [(words: [String], sentence: String)] = [
    ([""], "“” is not a command; see nightctl --help"),
    (["gte"], "“gte” is not a command; did you mean “get”?; see nightctl --help"),
    (["intro"], "“intro” is not a command; did you mean “introspect”?; see nightctl --help"),
    (["Get"], "“Get” is not a command; did you mean “get”?; see nightctl --help"),
    (["dark"], "“dark” is not a command; did you mean “set dark”?; see nightctl --help"),
    (["system"], "“system” is not a command; did you mean “set system”?; see nightctl --help"),
    (["Dark"], "“Dark” is not a command; did you mean “set dark”?; see nightctl --help"),
    (["drak"], "“drak” is not a command; did you mean “set dark”?; see nightctl --help"),
    (["--hlp"], "“--hlp” is not an option; did you mean “--help”?; see nightctl --help"),
    (["--json"], "a command is missing; see nightctl --help"),
    (["--jsn", "get"], "“--jsn” is not an option; see nightctl --help"),
    (["--json", "get", "--json"], "--json was given twice; see nightctl get --help"),
    (["--days", "3", "get"], "“--days” is not an option of get; see nightctl get --help"),
    (["--"], "“--” is not an option; see nightctl --help"),
    (["-"], "“-” is not an option; see nightctl --help"),
    (["--version", "get"], "--version takes no further argument; see nightctl --help"),
    (["-V", "-V"], "-V takes no further argument; see nightctl --help"),
    (["help", "get", "set"], "help takes the name of one command; see nightctl --help"),
    (["help", "stat"], "“stat” is not a command; did you mean “status”?; see nightctl --help"),
    (["help", "statu"], "“statu” is not a command; did you mean “status”?; see nightctl --help"),
    (
      ["get", "dark"],
      "get takes no further argument, but “dark” was given; see nightctl get --help"
    ),
    (["get", ""], "get takes no further argument, but “” was given; see nightctl get --help"),
    (["get", "-"], "get takes no further argument, but “-” was given; see nightctl get --help"),
    (
      ["get", "--", "--json"],
      "get takes no further argument, but “--json” was given; see nightctl get --help"
    ),
    (
      ["get", "--jsn"],
      "“--jsn” is not an option of get; did you mean “--json”?; see nightctl get --help"
    ),
    (["get", "-x"], "“-x” is not an option of get; see nightctl get --help"),
    (["get", "--json=yes"], "--json takes no value; see nightctl get --help"),
    (["get", "--help=yes"], "--help takes no value; see nightctl get --help"),
    (["get", "--json", "--json"], "--json was given twice; see nightctl get --help"),
    (
      ["get", "--terminal", "--app", "x"],
      "either --terminal or --app, not both; see nightctl get --help"
    ),
    (
      ["inhibit", "sleep", "1", "--why", "x"],
      "“--why” comes after the command; put -- before the command: "
        + "nightctl inhibit -- sleep 1 --why x; see nightctl inhibit --help"
    ),
    (
      ["watch", "--exec", "pkill", "-USR1", "dunst"],
      "“-USR1” is not an option of watch; put -- before the command: "
        + "nightctl watch --exec -- pkill -USR1 dunst; see nightctl watch --help"
    ),
    (
      ["watch", "--format", "plain", "--json"],
      "either --format or --json, not both; see nightctl watch --help"
    ),
    (
      ["watch", "--exec", "--format", "plain", "ls"],
      "either --format or --exec, not both; see nightctl watch --help"
    ),
    (["watch", "--exec"], "watch needs a COMMAND; see nightctl watch --help"),
    (
      ["watch", "--app", "x", "--terminal"],
      "either --terminal or --app, not both; see nightctl watch --help"
    ),
    (
      ["get", "--by-clock", "00:00=dark"],
      "“--by-clock” is not an option of get; see nightctl get --help"
    ),
    (
      ["set"],
      "set needs light, dark, schedule, system or the name of a theme; see nightctl set --help"
    ),
    (
      ["set", "--json"],
      "set needs light, dark, schedule, system or the name of a theme; see nightctl set --help"
    ),
    (
      ["set", ""],
      "“” is not light, dark, schedule, system or the name of a theme; see nightctl set --help"
    ),
    (
      ["set", "follow"],
      "“follow” is not light, dark, schedule, system or the name of a theme without --app; see nightctl set --help"
    ),
    (
      ["set", "--app", "x", "--by-clock", "00:00=dark"],
      "either --by-clock or --app, not both; see nightctl set --help"
    ),
    (
      ["set", "dark", "--always", "--until", "next"],
      "either --always or --until, not both; see nightctl set --help"
    ),
    (
      ["set", "schedule", "--always"],
      "“schedule” is not light or dark, and --always takes nothing else; see nightctl set --help"
    ),
    (
      ["set", "--app", "x"],
      "set needs light, dark, follow or the name of a theme; see nightctl set --help"
    ),
    (
      ["set", "--app", "", "dark"],
      "an application's identifier is missing; see nightctl set --help"
    ),
    (
      ["set", "drak"],
      "“drak” is not light, dark, schedule, system or the name of a theme; did you mean “dark”?; see nightctl set --help"
    ),
    (
      ["set", "Light"],
      "“Light” is not light, dark, schedule, system or the name of a theme; did you mean “light”?; see nightctl set --help"
    ),
    (
      ["set", "light", "dark"],
      "set takes one of light, dark, schedule, system or the name of a theme; see nightctl set --help"
    ),
    (
      ["set", "dark", "--unitl", "20:00"],
      "“--unitl” is not an option of set; did you mean “--until”?; see nightctl set --help"
    ),
    (["set", "--by-clock"], "--by-clock needs a value: TIMES; see nightctl set --help"),
    (
      ["set", "dark", "--by-clock=00:00=dark"],
      "set --by-clock takes no further argument, but “dark” was given; see nightctl set --help"
    ),
    (
      ["set", "--by-clock", ""],
      "“” in --by-clock: expected a time, “=” and a style; see nightctl set --help"
    ),
    (
      ["set", "--by-clock", "7=light"],
      "“7=light” in --by-clock: expected a time from 00:00 to 23:59; "
        + "see nightctl set --help"
    ),
    (
      ["set", "--by-clock", "07:00=light,24:00=dark"],
      "“24:00=dark” in --by-clock: expected a time from 00:00 to 23:59; "
        + "see nightctl set --help"
    ),
    (
      ["set", "--by-clock", "07:00=system"],
      "“07:00=system” in --by-clock: expected light or dark after “=”; "
        + "see nightctl set --help"
    ),
    (
      ["set", "--by-clock", "07:00=light,07:00=dark"],
      "“07:00=dark” in --by-clock: expected each time once; see nightctl set --help"
    ),
    (
      ["toggle", "dark"],
      "toggle takes no further argument, but “dark” was given; see nightctl toggle --help"
    ),
    (["wacth", "x"], "“wacth” is not a command; did you mean “watch”?; see nightctl --help"),
    (
      ["get", "\u{1b}[31m\u{202e}red\n"],
      "get takes no further argument, but “\\u{1b}[31m\\u{202e}red\\u{a}” was given; "
        + "see nightctl get --help"
    ),
  ]

  static let nightd: [(words: [String], sentence: String)] = [
    ([""], "“” is not an option of nightd; see nightd --help"),
    (["start"], "“start” is not an option of nightd; see nightd --help"),
    (["--hepl"], "“--hepl” is not an option of nightd; did you mean “--help”?; see nightd --help"),
    (
      ["--print-confg"],
      "“--print-confg” is not an option of nightd; did you mean “--print-config”?; see nightd --help"
    ),
    (["--help", "--version"], "nightd accepts at most one option; see nightd --help"),
  ]

  @Test("Without a bus, nightctl refuses invalid arguments with the reason", arguments: nightctl)
  func client(words: [String], sentence: String) throws {
    let finished = try Program.run(Built.nightctl, words)
    #expect(finished.exit == .exited(2))
    #expect(finished.errors == "nightctl: \(sentence)\n")
    #expect(finished.output == "")
  }

  @Test(
    "Messages have typographic quotes only if the locale is UTF-8",
    arguments: [
      ([:], false), (["LANG": "C"], false), (["LANG": "de_DE.ISO-8859-1"], false),
      (["LANG": "C.UTF-8"], true), (["LANG": "en_US.utf8"], true),
      (["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], true),
      (["LC_ALL": "C", "LC_CTYPE": "C.UTF-8", "LANG": "C.UTF-8"], false),
      (["LC_ALL": "", "LC_CTYPE": "", "LANG": "C.UTF-8"], true),
    ] as [([String: String], Bool)]
  )
  func quotes(locale: [String: String], isUTF8: Bool) throws {
    let finished = try Program.run(Built.nightctl, ["gte"], environment: locale)
    #expect(
      finished.errors
        == (isUTF8
          ? "nightctl: “gte” is not a command; did you mean “get”?; see nightctl --help\n"
          : "nightctl: \"gte\" is not a command; did you mean \"get\"?; see nightctl --help\n")
    )
  }

  @Test("nightctl without arguments prints its help")
  func bare() throws {
    let finished = try Program.run(Built.nightctl, [])
    #expect(finished.exit == .exited(0))
    #expect(finished.output == HelpTests.all)
    #expect(finished.errors == "")
  }

  @Test("Without a bus, nightd refuses invalid arguments with the reason", arguments: nightd)
  func daemon(words: [String], sentence: String) throws {
    let finished = try Program.run(Built.nightd, words)
    #expect(finished.exit == .exited(2))
    #expect(finished.errors == "nightd: \(sentence)\n")
    #expect(finished.output == "")
  }

  @Test("An argument that is not UTF-8 is refused", arguments: ["nightd", "nightctl"])
  func bytes(name: String) throws {
    let program = name == "nightd" ? Built.nightd : Built.nightctl
    let what =
      name == "nightd" ? "not an option of nightd" : "not valid UTF-8"
    let finished = try Program.run(program, bytes: [[0xff, 0xfe, 0x67]])
    #expect(finished.exit == .exited(2))
    #expect(finished.errors == "\(name): “\u{FFFD}\u{FFFD}g” is \(what); see \(name) --help\n")
    for words in [[[0x2d, 0x2d, 0xc3]], [[0x67, 0x65, 0x74], [0xed, 0xa0, 0x80]]] as [[[UInt8]]] {
      #expect(try Program.run(program, bytes: words).exit == .exited(2))
    }
  }

  @Test("An argument of the kernel's maximum length is shortened in the error")
  func longWord() throws {
    let word = String(repeating: "x", count: 100_000)
    let finished = try Program.run(Built.nightctl, ["set", word])
    #expect(finished.exit == .exited(2))
    let shown = String(repeating: "x", count: 60)
    #expect(
      finished.errors
        == "nightctl: “\(shown)…” is not light, dark, schedule, system or the name of a theme; see nightctl set --help\n"
    )
  }

  @Test(
    "A command refuses an argument that is not UTF-8 before it does anything",
    arguments: ["get", "prefs write key --app x", "set dark --app", "help", "complete", ""]
  )
  func notUTF8(words: String) throws {
    let line = "exec \"$0\" \(words) \"$(printf 'caf\\351')\""
    let finished = try Program.run("/bin/sh", ["-c", line, Built.nightctl])
    #expect(finished.exit == .exited(2), "\(finished)")
    #expect(
      finished.errors == "nightctl: “caf\u{FFFD}” is not valid UTF-8; "
        + "see nightctl --help\n"
    )
    #expect(finished.output == "")
  }
}
