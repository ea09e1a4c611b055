import TestSupport
import Testing

/// `nightctl schedule` and its subcommands with the real daemon.
@Suite struct RuleCommandTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func start() throws -> Program {
    try desk.startDaemon(adding: ["XDG_CONFIG_DIRS": desk.home.file("system")])
  }

  private func schedule(_ words: String...) throws -> String {
    let finished = try desk.nightctl(["schedule"] + words)
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output
  }

  private static let nobody =
    "decides  nobody yet, because no choice has been made; "
    + "to let the schedule decide, run nightctl set schedule\n"

  @Test("`nightctl schedule` prints a line for each coming day, and then the rules, zone and place")
  func days() throws {
    _ = try start()
    let printed = try schedule()
    let day = #/[A-Z][a-z]{2} \d{4}-\d\d-\d\d  light 07:00  dark 19:30\n/#
    #expect(printed.matches(of: day).count == 7)
    #expect(
      printed.replacing(day, with: "") == """

        rules    dark sunset
                 light sunrise
        zone     UTC
        place    none: the zone UTC has no place, so 19:30 is used as sunset and 07:00 as sunrise; \
        to set a place, run nightctl location LAT,LON
        \(Self.nobody)
        """
    )
    try desk.nightctl("set", "schedule")
    #expect(!(try schedule()).contains("decides"))
    #expect(try schedule("--days", "400").matches(of: day).count == 400)
    let json = try schedule("--days=1", "--json")
    let date = #/\d{4}-\d\d-\d\d/#
    #expect(
      json.replacing(date, with: "…") == #"""
        {"days":[{"date":"…","style":"dark","transitions":[{"time":"…T07:00:00Z","style":"light"},\#
        {"time":"…T19:30:00Z","style":"dark"}]}],"rules":["dark sunset","light sunrise"],\#
        "zone":"UTC","place-from":"none","choice":"schedule"}

        """#
    )
  }

  @Test("`nightctl schedule` prints a day without a change as light or dark all day")
  func polar() throws {
    _ = try start()
    try desk.nightctl("location", "52,13")
    for (style, elevation) in [("light", "-89"), ("dark", "89")] {
      // At this place, the sun does not reach these elevations.
      let printed = try schedule(
        "set",
        "dark dusk@\(elevation)",
        "light dawn@\(elevation)"
      )
      let plan = "\(style) for good: with these rules, the style never changes at your location"
      #expect(printed.contains("\nplan     \(plan)\n"))
      #expect(
        try schedule("--days", "2").matches(of: #/\d  (light|dark) all day\n/#).map(\.1)
          == [Substring(style), Substring(style)]
      )
    }
  }

  @Test(
    "The rules for some days can be set, listed and cleared without a change to other days"
  )
  func setAndClear() throws {
    _ = try start()
    let plan = #/plan     (light|dark) until \d\d:\d\d .*\n/#
    let weekdays = """
      rules    dark sunset-30m not before 17:00 on mon-fri
               light 07:00 on mon-fri
      default  dark sunset on sat,sun
               light sunrise on sat,sun
      from     nightctl schedule set

      """
    let printed = try schedule(
      "set",
      "dark sunset-30m  not before 17:00 on mon-fri",
      "light 07:00 on mon-fri"
    )
    #expect(printed.contains(plan))
    #expect(printed.replacing(plan, with: "") == weekdays + Self.nobody)
    #expect(try schedule("list") == weekdays)
    #expect(
      try schedule("set", "dark 20:00", "light 09:30", "--days", "sun,sat", "--json")
        == #"""
        {"rules":["dark sunset-30m not before 17:00 on mon-fri","light 07:00 on mon-fri",\#
        "dark 20:00 on sat,sun","light 09:30 on sat,sun"],"origin":"set","choice":"system"}

        """#
    )
    #expect(try desk.nightctl("set", "schedule").exit == .exited(0))
    #expect(
      try schedule("clear").replacing(plan, with: "") == """
        rules    dark sunset
                 light sunrise
        from     built-in defaults

        """
    )
    #expect(
      try schedule("list", "--json")
        == #"{"rules":["dark sunset","light sunrise"],"origin":"registered"}"# + "\n"
    )
  }

  @Test("`schedule set` without --days replaces all rules")
  func wholeList() throws {
    _ = try start()
    _ = try schedule("set", "dark 20:00 on sat", "light 09:00 on sat")
    _ = try schedule("set", "dark 21:00", "light 06:00")
    #expect(try schedule("list").hasPrefix("rules    dark 21:00\n         light 06:00\nfrom"))
  }

  @Test("`schedule set` refuses rules under which the style is never light")
  func neverLight() throws {
    _ = try start()
    _ = try schedule("set", "dark 20:00 on mon-sat", "light 09:00 on sun", "dark 21:00 on sun")
    let finished = try desk.nightctl("schedule", "set", "dark 20:00", "--days", "sun")
    #expect(finished.exit == .exited(2))
    #expect(
      finished.errors
        == "nightctl: no rule on any day gives light, so the style would stay dark forever; "
        + "see nightctl schedule set --help\n"
    )
    #expect(try schedule("list").contains("light 09:00 on sun"))
  }

  @Test(
    "`schedule list` shows which file sets rules, and `schedule clear` restores that file's rules"
  )
  func file() throws {
    try desk.home.write(
      "{schedule: ['dark 20:00', 'light 08:30']}",
      to: ".config/nightd/config.json5"
    )
    _ = try start()
    let file = desk.home.file(".config/nightd/config.json5")
    let list = """
      rules    dark 20:00
               light 08:30
      from     your config.json5 (\(file):1:12)

      """
    #expect(try schedule("list") == list)
    #expect(
      try schedule("set", "dark 21:00", "--days", "sat")
        .hasPrefix(
          """
          rules    dark 20:00 on sun-fri
                   light 08:30 on sun-fri
                   dark 21:00 on sat
          from     nightctl schedule set
          note     no rule on sat makes the style light

          """
        )
    )
    #expect(try schedule("clear").hasPrefix(list))
  }

  @Test(
    "If the rules of the schedule are locked, nightctl cannot change them",
    arguments: [
      ["set", "dark 20:00", "light 09:00"], ["set", "dark 20:00", "--days=sat"], ["clear"],
    ]
  )
  func locked(words: [String]) throws {
    try desk.home.write("schedule\n", to: "system/nightd/locks")
    _ = try start()
    let finished = try desk.nightctl(["schedule"] + words)
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix("nightctl: schedule is locked by "), "\(finished)")
  }

  @Test("If several clients set the rules of different days at the same time, no rule is lost")
  func together() throws {
    _ = try start()
    let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    let calls = days.enumerated().map { index, day in
      "$NIGHTCTL schedule set 'dark 2\(index % 4):0\(index)' 'light 08:0\(index)' --days \(day) & p\(index)=$!"
    }
    let waits = days.indices.map { "wait $p\($0) || exit 1" }
    let finished = try desk.shell((calls + waits).joined(separator: "\n"))
    #expect(finished.exit == .exited(0), "\(finished)")
    let list = try schedule("list")
    for (index, day) in days.enumerated() {
      #expect(list.contains("dark 2\(index % 4):0\(index) on \(day)\n"), "\(list)")
    }
  }
}
