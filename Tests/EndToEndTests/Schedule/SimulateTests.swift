import TestSupport
import Testing

/// The output of `nightctl schedule simulate` without a bus.
@Suite struct SimulateTests {
  static func simulate(_ words: [String]) throws -> Finished {
    try Program.run(Built.nightctl, ["schedule", "simulate"] + words)
  }

  /// Expected changes, worked out by hand from the known history of the zones.
  static let byTheClock: [(words: String, rules: String, lines: [String])] = [
    (
      // The clock goes from 02:00 to 03:00, so 02:30 does not exist and the rule applies at 03:00.
      "--zone Europe/Berlin --from 2026-03-28 --to 2026-03-30", "dark 02:30; light 08:00",
      [
        "2026-03-28 00:00 +01:00  light", "2026-03-28 02:30 +01:00  dark",
        "2026-03-28 08:00 +01:00  light", "2026-03-29 03:00 +02:00  dark",
        "2026-03-29 08:00 +02:00  light",
      ]
    ),
    (
      // At 03:00 the clock goes back to 02:00, so 02:30 comes twice, and the first one counts.
      "--zone Europe/Berlin --from 2026-10-25 --to 2026-10-25T12:00", "dark 02:30; light 08:00",
      [
        "2026-10-25 00:00 +02:00  light", "2026-10-25 02:30 +02:00  dark",
        "2026-10-25 08:00 +01:00  light",
      ]
    ),
    (
      // Samoa crossed the date line and skipped 30 December.
      "--zone Pacific/Apia --from 2011-12-29 --to 2012-01-01", "light 06:30; dark 19:00",
      [
        "2011-12-29 00:00 -10:00  dark", "2011-12-29 06:30 -10:00  light",
        "2011-12-29 19:00 -10:00  dark", "2011-12-31 06:30 +14:00  light",
        "2011-12-31 19:00 +14:00  dark",
      ]
    ),
    (
      "--zone Asia/Kathmandu --from 2026-11-21 --to 2026-11-22", "light 06:30; dark 18:15",
      [
        "2026-11-21 00:00 +05:45  dark", "2026-11-21 06:30 +05:45  light",
        "2026-11-21 18:15 +05:45  dark",
      ]
    ),
    (
      // At 03:45 the clock goes back to 02:45, so 03:00 comes twice.
      "--zone Pacific/Chatham --from 2026-04-05 --to 2026-04-06", "dark 03:00; light 07:00",
      [
        "2026-04-05 00:00 +13:45  light", "2026-04-05 03:00 +13:45  dark",
        "2026-04-05 07:00 +12:45  light",
      ]
    ),
    (
      // Here the clock goes back by half an hour in April, because winter is in July.
      "--zone Australia/Lord_Howe --from 2026-04-04T12:00 --to 2026-04-05T12:00",
      "dark 20:00; light 07:00",
      [
        "2026-04-04 12:00 +11:00  light", "2026-04-04 20:00 +11:00  dark",
        "2026-04-05 07:00 +10:30  light",
      ]
    ),
    (
      // Saturday and Sunday have other rules, and one night lasts past midnight.
      "--zone UTC --from 2026-11-20 --to 2026-11-22T12:00",
      "dark 18:00 on mon-fri; light 07:00 on mon-fri; dark 00:30 on sat,sun; light 10:00 on sat,sun",
      [
        "2026-11-20 00:00 +00:00  dark", "2026-11-20 07:00 +00:00  light",
        "2026-11-20 18:00 +00:00  dark", "2026-11-21 10:00 +00:00  light",
        "2026-11-22 00:30 +00:00  dark", "2026-11-22 10:00 +00:00  light",
      ]
    ),
    (
      // A change at the end of the range is listed. A change at the beginning of the range is not
      // listed, because the range begins with the style after this change.
      "--zone UTC --from 2026-11-20T07:00 --to 2026-11-20T18:00", "dark 18:00; light 07:00",
      ["2026-11-20 07:00 +00:00  light", "2026-11-20 18:00 +00:00  dark"]
    ),
    (
      "--zone UTC --from 2026-11-20T08:00 --to 2026-11-20T08:00", "dark 18:00; light 07:00",
      ["2026-11-20 08:00 +00:00  light"]
    ),
    (
      // Until 1 April 1893, the zone used local mean time instead of standard time.
      "--zone Europe/Berlin --from 1893-03-31 --to 1893-04-01T12:00", "dark 18:00; light 07:00",
      [
        "1893-03-31 00:00 +00:53:28  dark", "1893-03-31 07:00 +00:53:28  light",
        "1893-03-31 18:00 +00:53:28  dark", "1893-04-01 07:00 +01:00  light",
      ]
    ),
  ]

  @Test(
    "`schedule simulate` prints one line for each change, with the local time of the zone",
    arguments: byTheClock
  )
  func clock(words: String, rules: String, lines: [String]) throws {
    let finished = try Self.simulate(
      words.split(separator: " ").map(String.init) + ["--rules", rules]
    )
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    #expect(finished.output == lines.map { $0 + "\n" }.joined())
  }

  @Test("Without a place, `schedule simulate` uses 07:00 and 19:30 as sunrise and sunset")
  func placeless() throws {
    let finished = try Self.simulate([
      "--zone", "UTC", "--from", "2026-11-21", "--to", "2026-11-22",
    ])
    #expect(
      finished.output == """
        2026-11-21 00:00 +00:00  dark
        2026-11-21 07:00 +00:00  light
        2026-11-21 19:30 +00:00  dark

        """
    )
  }

  @Test("Without dates, `schedule simulate` covers a week from today")
  func week() throws {
    let zone = ["--zone", "UTC", "--rules", "light 07:00; dark 19:30"]
    #expect(try Self.simulate(zone).output.split(separator: "\n").count == 15)
    let later = try Self.simulate(zone + ["--from", "2026-11-21T08:00"]).output
    #expect(later.split(separator: "\n").last == "2026-11-28 07:00 +00:00  light")
  }

  @Test("`schedule simulate --json` prints one object on one line")
  func json() throws {
    let finished = try Self.simulate([
      "--zone", "Asia/Kathmandu", "--at", "27.7,85.3", "--rules", "light 06:30; dark 18:15",
      "--from", "2026-11-21", "--to", "2026-11-22", "--json",
    ])
    #expect(
      finished.output == #"{"zone":"Asia/Kathmandu","place":"27.7,85.3","#
        + #""rules":["light 06:30","dark 18:15"],"#
        + #""from":"2026-11-20T18:15:00Z","to":"2026-11-21T18:15:00Z","style":"dark","#
        + #""transitions":[{"time":"2026-11-21T00:45:00Z","local":"2026-11-21T06:30:00+05:45","#
        + #""style":"light"},{"time":"2026-11-21T12:30:00Z","local":"2026-11-21T18:15:00+05:45","#
        + #""style":"dark"}]}"# + "\n"
    )
  }

  @Test("`schedule simulate` starts no daemon and writes no file")
  func touchesNothing() throws {
    let desk = try Desk.withActivation()
    let before = desk.home.list()
    try desk.nightctl(
      "schedule",
      "simulate",
      "--zone",
      "UTC",
      "--at",
      "1,1",
      "--rules",
      "light 07:00; dark 20:00"
    )
    // The command `programs` itself never starts the daemon.
    #expect(try desk.nightctl("programs").exit == .exited(3))
    #expect(desk.home.list() == before)
  }
}
