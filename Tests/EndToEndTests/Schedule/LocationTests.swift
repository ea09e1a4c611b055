import TestSupport
import Testing

/// The command line for the place that decides sunrise and sunset.
@Suite struct LocationTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func start(_ zone: String, _ more: [String: String] = [:]) throws -> Program {
    let own = ["TZ": zone, "XDG_CONFIG_DIRS": desk.home.file("system")]
    return try desk.startDaemon(adding: own.merging(more) { $1 })
  }

  private static let none =
    "none: the zone UTC has no place, so 19:30 is used as sunset and 07:00 as sunrise; "
    + "to set a place, run nightctl location LAT,LON\n"

  @Test("`nightctl location` accepts LAT,LON in several forms; `location zone` deletes the place")
  func setAndTakeBack() throws {
    _ = try start("UTC")
    #expect(try desk.printed("location", "show") == Self.none)
    #expect(
      try desk.printed("location", "show", "--json") == #"{"zone":"UTC","place-from":"none"}"#
        + "\n"
    )
    #expect(try desk.printed("location", "47.6,-122.3") == "47.6,-122.3 (you set it)\n")
    #expect(try desk.printed("location", "-33.9, 151.2") == "-33.9,151.2 (you set it)\n")
    #expect(try desk.printed("location", "47.6", "-122.3") == "47.6,-122.3 (you set it)\n")
    #expect(try desk.printed("location", "-33.9,", "151.2") == "-33.9,151.2 (you set it)\n")
    #expect(try desk.printed("location", "47.6 -122.3") == "47.6,-122.3 (you set it)\n")
    #expect(
      try desk.printed("location", "-0.5,0", "--json")
        == #"{"zone":"UTC","place-from":"set","latitude":-0.5,"longitude":0.0,"origin":"set"}"#
        + "\n"
    )
    #expect(try desk.printed("prefs", "read", "location.latitude") == "-0.5\n")
    #expect(try desk.printed("location", "zone") == Self.none)
    #expect(try desk.nightctl("prefs", "read", "location.longitude").exit == .exited(1))
  }

  @Test("`prefs write`, `prefs check` and `why` report that a single coordinate has no effect")
  func half() throws {
    _ = try start("UTC")
    let half = "location.latitude has no effect without location.longitude"
    let finished = try desk.nightctl("prefs", "write", "location.latitude", "48")
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "nightctl: \(half); to set both, run nightctl location LAT,LON\n")
    let finding = "\(half); nightd uses the place from GeoClue or the time zone instead"
    #expect(
      try desk.nightctl("prefs", "check").output.contains(
        "\(finding)\n  nightctl location LAT,LON\n"
      )
    )
    let why = try desk.printed("why")
    #expect(
      why.contains("\(finding) (nightctl location LAT,LON).\n") && !why.contains("mistake"),
      "\(why)"
    )
    let second = try desk.nightctl("prefs", "write", "location.longitude", "11")
    #expect(second.exit == .exited(0) && second.errors == "")
    #expect(try desk.printed("why").contains("location") == false)
    #expect(try desk.printed("location", "show") == "48,11 (you set it)\n")
  }

  private static let system = ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"]
  private static let unreachable =
    "none: the zone UTC has no place, and GeoClue cannot be asked without a system bus, "
    + "so 19:30 is used as sunset and 07:00 as sunrise; to set a place, run nightctl location "
    + "LAT,LON\n"

  @Test("New coordinates or `location zone` undo `location auto`, which deletes the coordinates")
  func auto() throws {
    _ = try start("UTC", Self.system)
    #expect(try desk.printed("location", "1,2") == "1,2 (you set it)\n")
    #expect(
      try desk.printed("location", "auto").hasSuffix(
        "\nThe place that you had set, 1,2, is deleted; to set it again, run "
          + "nightctl location 1,2.\n"
      )
    )
    #expect(try desk.printed("prefs", "read", "location.auto") == "true\n")
    #expect(try desk.nightctl("prefs", "read", "location.latitude").exit == .exited(1))
    #expect(try desk.printed("location", "1,2") == "1,2 (you set it)\n")
    #expect(try desk.printed("prefs", "read", "location.auto") == "false\n")
    _ = try desk.printed("location", "auto")
    #expect(try desk.printed("location", "zone") == Self.none)
    #expect(try desk.printed("prefs", "read", "location.auto") == "false\n")
  }

  @Test("`nightctl location` reports that GeoClue is unreachable")
  func unreachable() throws {
    _ = try start("UTC", Self.system)
    _ = try desk.printed("location", "auto")
    while try desk.printed("location", "--json").contains("searching") {}
    #expect(try desk.printed("location") == Self.unreachable)
    #expect(try desk.printed("location", "auto") == Self.unreachable)
    #expect(try desk.printed("location", "--json").contains(#""geoclue":"unreachable""#))
  }

  @Test("A place can be set even if the administrator forbids GeoClue")
  func forbidden() throws {
    try desk.home.write("location.auto\n", to: "system/nightd/locks")
    _ = try start("UTC")
    let finished = try desk.nightctl("location", "auto")
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix("nightctl: location.auto is locked by "))
    #expect(try desk.printed("location", "1,2") == "1,2 (you set it)\n")
    #expect(try desk.printed("location", "zone") == Self.none)
  }

  @Test("If one coordinate of the place is locked, the other coordinate cannot be changed either")
  func locked() throws {
    try desk.home.write("location.longitude\n", to: "system/nightd/locks")
    _ = try start("UTC")
    for word in ["52.5,13.4", "zone"] {
      let finished = try desk.nightctl("location", word)
      #expect(finished.exit == .exited(1), "\(finished)")
      #expect(finished.errors.hasPrefix("nightctl: location.longitude is locked by "))
    }
    #expect(try desk.printed("location", "show") == Self.none)
  }

  @Test("If a file sets the place, `nightctl location` prints the file's path, line and column")
  func file() throws {
    try desk.home.write(
      "{location: {latitude: 1.5, longitude: 2.5}}",
      to: ".config/nightd/config.json5"
    )
    _ = try start("UTC")
    let place = desk.home.file(".config/nightd/config.json5") + ":1:23"
    #expect(
      try desk.printed("location", "show") == "1.5,2.5 (your config.json5 sets it: \(place))\n"
    )
  }

  @Test(
    "Without a place, `status` shows the times used as sunrise and sunset, and how to set a place"
  )
  func statusWithoutPlace() throws {
    _ = try start("UTC")
    try desk.nightctl("set", "schedule")
    let lines = try desk.printed("status").split(separator: "\n")
    #expect(lines.contains("zone     UTC"))
    #expect(
      lines.contains(
        "place    none: the zone UTC has no place, so the style is dark from 19:30 and light from 07:00; "
          + "to set a place, run nightctl location LAT,LON"
      )
    )
    #expect(
      lines.contains { $0.contains(#/^next     (dark at 19:30|light at 07:00) to(day|morrow)$/#) }
    )
    #expect(
      try desk.printed("status", "--json").contains(
        #""zone":"UTC","place-from":"none","desktop-ignored":false"#
      )
    )
    try desk.nightctl("schedule", "set", "dark sunset-1h", "light 07:00")
    #expect(
      try desk.printed("status").contains(
        "\nplace    none: the zone UTC has no place, so 19:30 is used as sunset and 07:00 as sunrise; "
      )
    )
  }

  @Test("If nobody has set a place, the place of the time zone is used")
  func zone() throws {
    _ = try start("Europe/Berlin")
    let place = "52.5,13.37 (the place of the zone Europe/Berlin)"
    #expect(try desk.printed("location", "show") == place + "\n")
    try desk.nightctl("set", "schedule")
    let status = try desk.printed("status")
    #expect(status.contains("\nzone     Europe/Berlin\nplace    \(place)\n"))
    #expect(status.contains(#/\nnext     (light|dark) at \d\d:\d\d to(day|morrow)\n/#))
    #expect(try desk.printed("schedule").contains("\nzone     Europe/Berlin\nplace    \(place)\n"))
  }

  @Test(
    "`nightctl schedule` shows the coming days in the schedule's zone, even if TZ is another zone"
  )
  func otherZone() throws {
    _ = try start("Asia/Kolkata")
    try desk.nightctl("schedule", "set", "dark 20:00", "light 06:30")
    for zone in ["UTC", "Asia/Kolkata", "America/Los_Angeles"] {
      let days = try desk.nightctl("schedule", adding: ["TZ": zone]).output
      #expect(days.matches(of: #/\d  light 06:30  dark 20:00\n/#).count == 7, "\(days)")
    }
  }
}
