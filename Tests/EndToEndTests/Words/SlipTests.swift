import TestSupport
import Testing

/// Arguments that people may try first, because other programs accept them.
@Suite struct SlipTests {
  private static let choices = "is not light, dark, schedule, system or the name of a theme"

  static let commands: [(arguments: [String], sentence: String, help: String)] = [
    (["night"], "“night” is not a command; did you mean “set dark”?", ""),
    (["day"], "“day” is not a command; did you mean “set light”?", ""),
    (["auto"], "“auto” is not a command; did you mean “set schedule”?", ""),
    (["on"], "“on” is not a command; did you mean “set dark”?", ""),
    (["off"], "“off” is not a command; did you mean “set light”?", ""),
    (["version"], "“version” is not a command; did you mean “--version”?", ""),
    (["-v"], "“-v” is not an option; did you mean “--version”?", ""),
    (["set", "sunset"], "“sunset” \(choices); did you mean “schedule”?", "set"),
    (["set", "night"], "“night” \(choices); did you mean “dark”?", "set"),
    (["set", "Day"], "“Day” \(choices); did you mean “light”?", "set"),
    (["set", "auto"], "“auto” \(choices); did you mean “schedule”?", "set"),
    (["set", "default"], "“default” \(choices); did you mean “system”?", "set"),
    (
      ["set", "night", "--always"], "“night” is not light or dark; did you mean “dark”?", "set"
    ),
    (
      ["prefs", "get"], "“get” is not a command of prefs; did you mean “nightctl prefs read”?",
      "prefs"
    ),
    (
      ["prefs", "set"], "“set” is not a command of prefs; did you mean “nightctl prefs write”?",
      "prefs"
    ),
    (
      ["theme", "set"], "“set” is not a command of theme; did you mean “nightctl theme use”?",
      "theme"
    ),
    (
      ["theme", "delete"],
      "“delete” is not a command of theme; did you mean “nightctl theme remove”?", "theme"
    ),
    (
      ["programs", "list"],
      "“list” is not a command of programs; did you mean “nightctl programs”?",
      "programs"
    ),
    (
      ["programs", "enable", "kitty"],
      "“enable” is not a command of programs; did you mean “nightctl programs on”?", "programs"
    ),
    (
      ["hooks", "list"], "“list” is not a command of hooks; did you mean “nightctl hooks”?", "hooks"
    ),
    (["apps", "list"], "“list” is not a command of apps; did you mean “nightctl apps”?", "apps"),
    (
      ["schedule", "show"],
      "“show” is not a command of schedule; did you mean “nightctl schedule”?",
      "schedule"
    ),
    (
      ["location", "Berlin"],
      "nightctl does not know place names such as “Berlin”; give a latitude and longitude, such as "
        + "69.65,18.96, the word “zone” for the main city of your time zone, or “auto” to ask "
        + "GeoClue",
      "location"
    ),
    (
      ["accent", "teel"],
      "“teel” is not “none”, “system”, “theme” or an opaque colour, such as #3584E4; did you mean “teal”?",
      "accent"
    ),
  ]

  static let options: [(arguments: [String], sentence: String, help: String)] = [
    (
      ["set", "dark", "for", "2h"],
      "set takes one of light, dark, schedule, system or the name of a theme; "
        + "did you mean “--for 2h”?",
      "set"
    ),
    (
      ["toggle", "in", "2h"],
      "toggle takes no further argument, but “in” was given; did you mean “--for 2h”?", "toggle"
    ),
    (
      ["toggle", "--until", "in", "2h"],
      "toggle --until takes no further argument, but “2h” was given; did you mean “--for 2h”?",
      "toggle"
    ),
    (
      ["toggle", "until", "sunset"],
      "toggle takes no further argument, but “until” was given; did you mean “--until sunset”?",
      "toggle"
    ),
    (
      ["schedule", "plot", "2027"],
      "schedule plot takes no further argument, but “2027” was given; "
        + "did you mean “--year 2027”?",
      "schedule plot"
    ),
    (
      ["history", "2"],
      "history takes no further argument, but “2” was given; did you mean “-n 2”?", "history"
    ),
  ]

  static let ends: [(end: String, meant: String)] = [
    ("2h", "--for 2h"), ("in 2h", "--for 2h"), ("sunrse", "sunrise"), ("noon", "12:00"),
    ("midnight", "tomorrow"), ("Midnight", "tomorrow"), ("7pm", "19:00"),
    ("tommorow", "tomorrow"), ("7", "07:00"), ("23", "23:00"),
  ]

  static let times: [(rule: String, meant: String)] = [
    ("dark 7pm", "19:00"), ("dark 7:05PM", "19:05"), ("dark 12am", "00:00"),
    ("dark 12pm", "12:00"), ("dark 12:30am", "00:30"), ("dark 7", "07:00"),
  ]

  @Test(
    "If you type a command of a similar program, the error suggests nightctl's own command",
    arguments: commands
  )
  func command(arguments: [String], sentence: String, help: String) throws {
    try expect(arguments, sentence, help: help)
  }

  @Test(
    "If an option lacks its dashes, the error shows the option with its dashes",
    arguments: options
  )
  func option(arguments: [String], sentence: String, help: String) throws {
    try expect(arguments, sentence, help: help)
  }

  @Test(
    "If a hold's end is given in a common but invalid form, the error suggests a valid one",
    arguments: ends
  )
  func end(end: String, meant: String) throws {
    let finished = try run(["set", "dark", "--until", end])
    #expect(finished.exit == .exited(2))
    #expect(
      finished.errors.hasSuffix("; did you mean “\(meant)”?; see nightctl set --help\n"),
      "\(finished.errors)"
    )
  }

  @Test("The error for a twelve-hour time in a rule shows the 24-hour time", arguments: times)
  func time(rule: String, meant: String) throws {
    let finished = try run(["schedule", "set", rule])
    #expect(finished.exit == .exited(2))
    #expect(
      finished.errors.contains(" (did you mean \(meant)?); see nightctl"),
      "\(finished.errors)"
    )
  }

  @Test("An unknown theme is refused, and the error mentions the command that lists all themes")
  func theme() throws {
    let sentence = "there is no theme “nope”; to list all themes, run nightctl theme list"
    try expect(["prefs", "write", "theme.dark", "nope"], sentence, help: "prefs write")
  }

  private func run(_ arguments: [String]) throws -> Finished {
    try Program.run(Built.nightctl, arguments, environment: ["LANG": "C.UTF-8"])
  }

  private func expect(_ arguments: [String], _ sentence: String, help: String) throws {
    let finished = try run(arguments)
    #expect(finished.exit == .exited(2))
    let command = help.isEmpty ? "nightctl" : "nightctl \(help)"
    #expect(finished.errors == "nightctl: \(sentence); see \(command) --help\n")
    #expect(finished.output == "")
  }
}
