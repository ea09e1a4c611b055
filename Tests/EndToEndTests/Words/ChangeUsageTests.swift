import TestSupport
import Testing

/// Invalid arguments of commands that change the style, the schedule or the place.
@Suite struct ChangeUsageTests {
  private static let ends =
    "is not a valid end of a hold: expected next, an event such as sunset or civil-dawn, a time "
    + "such as 22:30, tomorrow, tomorrow 07:00, a date such as 2026-12-24 or 2026-12-24 07:00, or a "
    + "moment such as 2026-12-24T06:00:00Z"
  private static let lengths =
    "is not a duration: expected days, hours, minutes and seconds, such as 90s, 90m, 1h30m or 3d"

  static let holds: [(words: [String], sentence: String)] = [
    (["--until", "yesterday"], "“yesterday” \(ends)"),
    (["--until", ""], "“” \(ends)"),
    (["--until", "25:00"], "“25:00” \(ends)"),
    (["--until", "7:0"], "“7:0” \(ends)"),
    (["--until", "2026-02-30"], "“2026-02-30” \(ends)"),
    (["--until", "Sunste"], "“Sunste” \(ends); did you mean “sunset”?"),
    (
      ["--until", "tomorrow", "07:00"],
      "put “tomorrow 07:00” in quotation marks, so that it is one argument"
    ),
    (
      ["--until", "2026-12-24", "07:00"],
      "put “2026-12-24 07:00” in quotation marks, so that it is one argument"
    ),
    (["--until"], "--until needs a value: WHEN"),
    (["--until", "next", "--for", "2h"], "either --until or --for, not both"),
    (["--for", "2h", "--for", "3h"], "--for was given twice"),
    (
      ["--for", "90"], "“90” has no unit: 90s is seconds, 90m is minutes, 90h is hours, 90d is days"
    ),
    (["--for", "30ms"], "“30ms” \(lengths)"),
    (["--for", "2 hours"], "“2 hours” \(lengths)"),
    (["--for", "-2h"], "“-2h” \(lengths)"),
    (["--for", "0h"], "a hold lasts from 1s to 400d"),
    (["--for", "9999d"], "a hold lasts from 1s to 400d"),
    (["--for", "1000000y"], "“1000000y” \(lengths)"),
  ]

  @Test("A hold with an invalid end is refused even without a bus", arguments: holds)
  func hold(words: [String], sentence: String) throws {
    try expect(["set", "dark"] + words, sentence, help: "set")
    // toggle takes no style. So with toggle, the second word of an invalid end of the hold counts
    // as an extra argument.
    guard !sentence.contains("quotation") else { return }
    try expect(["toggle"] + words, sentence, help: "toggle")
  }

  static let choices: [(words: [String], sentence: String)] = [
    (
      ["schedule", "--for", "2h"],
      "“schedule” is not light, dark or the name of a theme, and --for takes nothing else"
    ),
    (
      ["system", "--until", "next"],
      "“system” is not light, dark or the name of a theme, and --until takes nothing else"
    ),
    (
      ["drak", "--for", "2h"],
      "“drak” is not light, dark or the name of a theme; did you mean “dark”?"
    ),
    (["--for", "2h"], "set needs light, dark or the name of a theme"),
    (
      ["follow", "--for", "2h"], "“follow” is not light, dark or the name of a theme without --app"
    ),
    (["dark", "--for", "2h", "--app", "x"], "either --for or --app, not both"),
  ]

  @Test(
    "An impossible hold is refused, and so is an invalid combination of options",
    arguments: choices
  )
  func choice(words: [String], sentence: String) throws {
    try expect(["set"] + words, sentence, help: "set")
  }

  static let rules: [(words: [String], sentence: String)] = [
    ([], "schedule set needs a RULE"),
    (
      ["dark 25:00"],
      "rule 1, column 6: “25:00” is not a time; expected HH:MM from 00:00 to 23:59"
    ),
    (
      ["light 07:00", "dark sunset+13h"],
      "rule 2, column 12: “+13h” is too far from the event; expected at most 12 hours"
    ),
    (
      ["dark sunset", "dark sunset"],
      "rule 2: “dark sunset” repeats rule 1, “dark sunset”"
    ),
    (
      ["dark 07:00 on sat,sun", "light 07:00"],
      "rule 2: “light 07:00” starts at the same time as rule 1, “dark 07:00 on sat,sun”, on sat,sun"
    ),
    (
      ["dark sunset"], "no rule on any day gives light, so the style would stay dark forever"
    ),
    (
      ["dark sunset", "--days", "weekend"],
      "in --days: column 1: “weekend” is not a day; expected one of mon, tue, wed, thu, fri, sat or sun "
        + "(did you mean sat,sun?)"
    ),
    (
      ["light 07:00", "dark sunset on sat", "--days", "sat,sun"],
      "rule 2: “dark sunset on sat” already contains days; give days either in every rule or "
        + "with --days"
    ),
    (
      ["dark sunsett", "--days", "sat"],
      "rule 1, column 6: “sunsett” is not a time; expected \(times) (did you mean sunset?)"
    ),
    (
      ["light", "07:00"],
      "rule 1, column 6: the rule ends here; expected \(times); put each RULE in quotation marks"
    ),
  ]

  private static let times =
    "HH:MM or one of sunrise, sunset, civil-dawn, civil-dusk, nautical-dawn, nautical-dusk, "
    + "astronomical-dawn, astronomical-dusk, dawn@DEGREES or dusk@DEGREES"

  @Test(
    "A rule with a mistake is refused with the mistake's position, even without a bus",
    arguments: rules
  )
  func rule(words: [String], sentence: String) throws {
    try expect(["schedule", "set"] + words, sentence, help: "schedule set")
  }

  static let others: [(words: [String], sentence: String, help: String)] = [
    (["schedule", "--days", "0"], "--days takes a number from 1 to 400, not “0”", "schedule"),
    (["schedule", "--days", "401"], "--days takes a number from 1 to 400, not “401”", "schedule"),
    (
      ["schedule", "--days=mon-fri"], "--days takes a number from 1 to 400, not “mon-fri”",
      "schedule"
    ),
    (["schedule", "sett"], "“sett” is not a command of schedule; did you mean “set”?", "schedule"),
    (
      ["schedule", "list", "x"], "schedule list takes no further argument, but “x” was given",
      "schedule list"
    ),
    (["location", "47.6", "-122.3", "5"], "location takes one LAT,LON|auto|zone|show", "location"),
    (
      ["location", "91,5"],
      "latitude 91 does not exist; expected one from -90 (south) to 90 (north)", "location"
    ),
    (
      ["location", "-33.9,181"],
      "longitude 181 does not exist; expected one from -180 (west) to 180 (east)", "location"
    ),
    (["location", "nan,nan"], "“nan,nan” \(form)", "location"),
    (["location", "47,6;122,3"], "“47,6;122,3” \(form)", "location"),
    (["location", "zoen"], "“zoen” \(form); did you mean “zone”?", "location"),
    (
      ["contrast", "hihg"], "“hihg” is not high, normal or system; did you mean “high”?", "contrast"
    ),
    (["contrast", "high", "low"], "contrast takes one of high, normal or system", "contrast"),
    (
      ["motion", "reducd"], "“reducd” is not reduced, full or system; did you mean “reduced”?",
      "motion"
    ),
    (["accent", "#F0"], "“#F0” \(colour)", "accent"),
    (["accent", "#FF000080"], "“#FF000080” \(colour)", "accent"),
    (["accent", "SYSTEM"], "“SYSTEM” \(colour); did you mean “system”?", "accent"),
    (
      ["contrast", "HIGH"], "“HIGH” is not high, normal or system; did you mean “high”?", "contrast"
    ),
    (["location", "AUTO"], "“AUTO” \(form); did you mean “auto”?", "location"),
    (["accent", "#12345"], "“#12345” \(colour)", "accent"),
    (["accent", "sytem"], "“sytem” \(colour); did you mean “system”?", "accent"),
    (["accent", ""], "“” \(colour)", "accent"),
    (["history", "-n", "0"], "-n takes a number from 1 to 1000, not “0”", "history"),
    (["history", "-n", "1001"], "-n takes a number from 1 to 1000, not “1001”", "history"),
    (["history", "-n"], "-n needs a value: COUNT", "history"),
    (
      ["history", "5"],
      "history takes no further argument, but “5” was given; did you mean “-n 5”?", "history"
    ),
    (["inhibit"], "inhibit needs a COMMAND", "inhibit"),
    (["inhibit", "--"], "inhibit needs a COMMAND", "inhibit"),
    (["inhibit", "--why"], "--why needs a value: TEXT", "inhibit"),
    (
      ["inhibit", "--wyh", "x"], "“--wyh” is not an option of inhibit; did you mean “--why”?",
      "inhibit"
    ),
    (["inhibit", "--why", "a\nb", "--", "ls"], "--why must be one line", "inhibit"),
    (
      ["inhibit", "mpv", "-v"],
      "“-v” is not an option of inhibit; put -- before the command: nightctl inhibit -- mpv -v",
      "inhibit"
    ),
    (
      ["inhibit", "sh", "-c", "sleep 5"],
      "“-c” is not an option of inhibit; put -- before the command: nightctl inhibit -- COMMAND [ARG...]",
      "inhibit"
    ),
    (["why", "--app", ""], "an application's identifier is missing", "why"),
    (["why", "--aap", "x"], "“--aap” is not an option of why; did you mean “--app”?", "why"),
    (["location", "-x"], "“-x” is not an option of location", "location"),
  ]

  private static let colour =
    "is not “none”, “system”, “theme” or an opaque colour, such as #3584E4"
  private static let form =
    "is not LAT,LON, auto, zone or show: expected latitude,longitude in degrees with decimal points, "
    + "such as 69.65,18.96"

  @Test(
    "Every command that changes something refuses invalid arguments even without a bus",
    arguments: others
  )
  func other(words: [String], sentence: String, help: String) throws {
    try expect(words, sentence, help: help)
  }

  private func expect(_ words: [String], _ sentence: String, help: String) throws {
    let finished = try Program.run(Built.nightctl, words)
    #expect(finished.exit == .exited(2))
    #expect(finished.errors == "nightctl: \(sentence); see nightctl \(help) --help\n")
    #expect(finished.output == "")
  }
}
