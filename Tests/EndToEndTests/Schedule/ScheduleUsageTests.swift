import TestSupport
import Testing

/// Invalid arguments of schedule commands: each is refused with exit code 2, without a bus.
@Suite struct ScheduleUsageTests {
  static let simulate: [(words: [String], sentence: String)] = [
    (
      ["--from", "2026-13-01"],
      "“2026-13-01” after --from is not a date; expected one such as 2026-11-21 or 2026-11-21T07:30"
    ),
    (
      ["--to", "tomorrow"],
      "“tomorrow” after --to is not a date; expected one such as 2026-11-21 or 2026-11-21T07:30"
    ),
    (["--from", "2026-11-21", "--to", "2026-11-20"], "--to is before --from"),
    (["--from", "2026-11-21", "--to", "2426-11-22"], "--to is more than 400 years after --from"),
    (["--from", "2026-11-21", "--from", "2026-11-21"], "--from was given twice"),
    (
      ["--zone", "Europe/Berln"],
      "“Europe/Berln” is not a zone in /usr/share/zoneinfo; did you mean “Europe/Berlin”?"
    ),
    (
      ["--zone", "berlin"],
      "“berlin” is not a zone in /usr/share/zoneinfo; did you mean “Europe/Berlin”?"
    ),
    (["--zone", "../zoneinfo/UTC"], "“../zoneinfo/UTC” is not a zone in /usr/share/zoneinfo"),
    (["--zone", ""], "“” is not a zone in /usr/share/zoneinfo"),
    (["--zone", "Asia"], "in --zone: “/usr/share/zoneinfo/Asia” is a folder"),
    (
      ["--zone", "/dev/null"],
      "in --zone: “/dev/null” is not a file"
    ),
    (
      ["--zone", "zone.tab"],
      "in --zone: “/usr/share/zoneinfo/zone.tab” is not a zone: byte 0: expected “TZif” at the "
        + "start of a zone"
    ),
    (
      ["--at", "91,0"],
      "in --at: latitude 91 does not exist; expected one from -90 (south) to 90 (north)"
    ),
    (
      ["--at", "52.5"],
      "in --at: expected latitude,longitude in degrees with decimal points, such as 69.65,18.96"
    ),
    (
      ["--rules", "dark 18:00; light 25:00"],
      "in --rules: rule 2, column 7: “25:00” is not a time; expected HH:MM from 00:00 to 23:59"
    ),
    (
      ["--rules", "dark 18:00;"],
      "in --rules: no rule on any day gives light, so the style would stay dark forever"
    ),
    (["--rules", "; ;"], "in --rules: expected 1 to 64 rules in a schedule, found none"),
    (
      ["x"],
      "schedule simulate takes no further argument, but “x” was given"
    ),
  ]

  @Test(
    "`schedule simulate` reports an invalid argument, and says which form was expected",
    arguments: simulate
  )
  func simulated(words: [String], sentence: String) throws {
    try expect(["schedule", "simulate"] + words, sentence, help: "schedule simulate")
  }

  static let plot: [(words: [String], sentence: String)] = [
    (["--year", "0"], "“0” after --year is not a year; expected one from 1 to 9999"),
    (["--year", "MMXXVI"], "“MMXXVI” after --year is not a year; expected one from 1 to 9999"),
    (["--json"], "“--json” is not an option of schedule plot"),
    (["--svg"], "--svg needs a value: FILE"),
  ]

  @Test(
    "`schedule plot` reports an invalid argument, and says which form was expected",
    arguments: plot
  )
  func plotted(words: [String], sentence: String) throws {
    try expect(["schedule", "plot"] + words, sentence, help: "schedule plot")
  }

  @Test("If the session's time zone is unusable, the error suggests --zone")
  func brokenZone() throws {
    for words in [["schedule", "plot"], ["schedule", "simulate"]] {
      let finished = try Program.run(
        Built.nightctl,
        words,
        environment: ["TZ": "Mars/Olympus", "LANG": "C.UTF-8"]
      )
      #expect(finished.exit == .exited(1))
      #expect(
        finished.errors == """
          nightctl: TZ is set to “Mars/Olympus”, which is not in /usr/share/zoneinfo; \
          give another zone with --zone

          """
      )
    }
  }

  private func expect(_ words: [String], _ sentence: String, help: String) throws {
    let finished = try Program.run(Built.nightctl, words)
    #expect(finished.exit == .exited(2))
    #expect(finished.errors == "nightctl: \(sentence); see nightctl \(help) --help\n")
    #expect(finished.output == "")
  }
}
