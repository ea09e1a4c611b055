import Glibc
import NightBus
import TestSupport
import Testing

/// The `gsettings` program and its schemas.
private enum GSettings {
  private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  static let skipReason =
    Tool.path("gsettings") != nil && access(schema, R_OK) == 0
    ? nil : "gsettings or its schemas (gsettings-desktop-schemas) are missing"
}

/// The real gsettings, nightd and nightctl together.
@Suite(
  "The desktop's switch",
  .enabled(if: GSettings.skipReason == nil, "\(GSettings.skipReason ?? "")")
)
struct FollowTests {
  private static let settings = [
    "GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share",
  ]
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func turn(_ scheme: String) throws {
    try set("org.gnome.desktop.interface", "color-scheme", scheme)
  }

  private func set(_ schema: String, _ key: String, _ value: String) throws {
    let done = try Program.run(
      "gsettings",
      ["set", schema, key, value],
      environment: desk.environment.merging(Self.settings) { $1 }
    )
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// Repeats the change of the desktop's setting until nightd signals it.
  ///
  /// The program that reports changes may report the first value before it starts to watch, so it
  /// could miss a change in between.
  private func turn(_ scheme: String, heardBy monitor: Monitor) throws {
    for attempt in 0..<3 {
      if attempt > 0 { try turn("default") }
      try turn(scheme)
      do {
        while try monitor.next() != "Desktop" {}
        return
      } catch { continue }
    }
    Issue.record("\(scheme) was not heard")
  }

  /// Starts a daemon, and returns when it knows the desktop's style.
  private func startDaemon() throws -> Program {
    let monitor = try Monitor(desk)
    let daemon = try desk.startDaemon(adding: Self.settings)
    while try monitor.next() != "Desktop" {}
    return daemon
  }

  @Test("The first status of a new daemon already reports the desktop's style")
  func firstStatus() throws {
    try turn("prefer-dark")
    try desk.startDaemon(adding: Self.settings)
    let facts = try Caller(desk).desktop()
    #expect(facts["source"]?.asString == "gsettings")
    #expect(facts["style"]?.asString == "dark")
  }

  @Test(
    "If you set a style while the desktop decides, a later `set --by-clock` can replace it"
  )
  func clock() throws {
    _ = try startDaemon()
    try desk.set("dark")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"choice""#))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "light")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"choice""#))
  }

  @Test("`set --by-clock` changes neither a hold nor a style that the desktop reports")
  func kept() throws {
    _ = try startDaemon()
    try desk.nightctl("set", "dark", "--for", "2h")
    #expect(try Caller(desk).awaitDesktop("dark"))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "dark")
    try desk.nightctl("resume")
    // First nightd restores the value that it had replaced during the hold.
    #expect(try Caller(desk).awaitDesktop("none"))
    try turn("prefer-dark")
    #expect(try Caller(desk).awaitDesktop("dark"))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "dark")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"system""#))
  }

  @Test(
    "With the choice `system`, the style follows the desktop, and `watch` prints each change"
  )
  func follows() throws {
    _ = try startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    try turn("prefer-dark", heardBy: Monitor(desk))
    #expect(try watch.nextLine() == "dark")
    try turn("default")
    #expect(try watch.nextLine() == "light")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"system""#))
  }

  @Test(
    "Under a schedule, a flip of the desktop's switch starts a hold, which `status` shows"
  )
  func holds() throws {
    // With these rules, the schedule's style is light now, whatever the time of day.
    let hour = MachineClock.now / 3_600_000_000
    func clock(_ hour: Int64) -> String { (hour % 24 < 10 ? "0" : "") + "\(hour % 24):00" }
    let rules = "'light \(clock(hour + 22))', 'dark \(clock(hour + 12))'"
    // The program `gnome` is switched off. If the program were on, nightd would set the switch to
    // light before or after this test does.
    try desk.home.write(
      "{choice: 'schedule', schedule: [\(rules)], 'programs-off': ['gnome']}",
      to: ".config/nightd/config.json5"
    )
    _ = try startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    // nightd only learns the first value; a later change counts as a flip of the switch.
    try turn("prefer-light", heardBy: Monitor(desk))
    let monitor = try Monitor(desk)
    try turn("prefer-dark", heardBy: monitor)
    #expect(try watch.nextLine() == "dark")
    while try monitor.next() != "PropertiesChanged" {}
    let json = try desk.nightctl("status", "--json").output
    #expect(json.contains(#""reason":"hold""#) && json.contains(#""by":"desktop""#))
    #expect(try desk.nightctl("why").output.contains("desktop"))
    #expect(try Caller(desk).history(1).first?["by"]?.asString == "desktop")
  }

  // From GNOME 47 on, the desktop also has an accent.
  @Test(
    "A restarted daemon uses the last known style and contrast until the desktop reports new ones",
    arguments: ["system", "dark"]
  )
  func startsAnew(choice: String) throws {
    try turn("prefer-dark")
    try set("org.gnome.desktop.a11y.interface", "high-contrast", "true")
    let first = try startDaemon()
    try desk.nightctl("set", choice)
    #expect(try desk.style() == "dark")
    _ = try desk.end(first)
    let monitor = try Monitor(desk)
    try desk.startDaemon(adding: Self.settings)
    #expect(try Caller(desk).shown().style == "dark")
    #expect(try desk.nightctl("get", "--json").output.contains(#""contrast":1"#))
    while try monitor.next() != "Desktop" {}
    // Serial 1 shows that no program had to redraw.
    #expect(try Caller(desk).shown().serial == 1)
  }
}
