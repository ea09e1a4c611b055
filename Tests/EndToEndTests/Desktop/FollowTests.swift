import Glibc
import NightBus
import TestSupport
import Testing

/// The program of that name, and what it needs.
private enum GSettings {
  private static let schema = "/usr/share/glib-2.0/schemas/org.gnome.desktop.interface.gschema.xml"
  static let obstacle =
    Tool.path("gsettings") != nil && access(schema, R_OK) == 0
    ? nil : "gsettings or its schemas (gsettings-desktop-schemas) are missing"
}

/// The whole way: other people's gsettings, nightd, and nightctl.
@Suite(
  "The desktop's switch",
  .enabled(if: GSettings.obstacle == nil, "\(GSettings.obstacle ?? "")")
)
struct FollowTests {
  private static let settings = [
    "GSETTINGS_BACKEND": "keyfile", "XDG_DATA_DIRS": "/usr/share",
  ]
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func turn(_ scheme: String) throws {
    let done = try Program.run(
      "gsettings",
      ["set", "org.gnome.desktop.interface", "color-scheme", scheme],
      environment: desk.environment.merging(Self.settings) { $1 }
    )
    try #require(done.exit == .exited(0), "\(done)")
  }

  /// The same until nightd has heard it: the program that tells it may not watch yet when it has told
  /// what it found first.
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

  /// A daemon that has heard what the program says.
  private func startDaemon() throws -> Program {
    let monitor = try Monitor(desk)
    let daemon = try desk.startDaemon(adding: Self.settings)
    while try monitor.next() != "Desktop" {}
    return daemon
  }

  @Test("The first status of a fresh daemon tells what the desktop says")
  func firstStatus() throws {
    try turn("prefer-dark")
    try desk.startDaemon(adding: Self.settings)
    let facts = try Caller(desk).desktop()
    #expect(facts["source"]?.asString == "gsettings")
    #expect(facts["style"]?.asString == "dark")
  }

  @Test("What is set while the desktop decides is the choice, which the clock may change")
  func clock() throws {
    _ = try startDaemon()
    try desk.set("dark")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"choice""#))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "light")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"choice""#))
  }

  @Test("A hold, and a desktop that says something, are kept from the clock")
  func kept() throws {
    _ = try startDaemon()
    try desk.nightctl("set", "dark", "--for", "2h")
    #expect(try Caller(desk).awaitDesktop("dark"))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "dark")
    try desk.nightctl("resume")
    // What nightd wrote for the hold is taken back first.
    #expect(try Caller(desk).awaitDesktop("none"))
    try turn("prefer-dark")
    #expect(try Caller(desk).awaitDesktop("dark"))
    _ = try desk.nightctl("set", "--by-clock", "00:00=light")
    #expect(try desk.style() == "dark")
    #expect(try desk.nightctl("get", "--json").output.contains(#""reason":"system""#))
  }

  @Test("under system it is followed, and told to whoever watches")
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

  @Test("under the schedule it is a hold, and says so")
  func holds() throws {
    // Light around now, whatever the hour is.
    let hour = MachineClock.now / 3_600_000_000
    func clock(_ hour: Int64) -> String { (hour % 24 < 10 ? "0" : "") + "\(hour % 24):00" }
    let rules = "'light \(clock(hour + 22))', 'dark \(clock(hour + 12))'"
    // Nobody else may turn the switch: nightd would have it say light, before this test or over it.
    try desk.home.write(
      "{choice: 'schedule', schedule: [\(rules)], mirror: {gsettings: false}}",
      to: ".config/nightd/config.json5"
    )
    _ = try startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    // What it says first is learned, and only a change is a word.
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

  @Test("a daemon that is started anew shows no other style until it is told")
  func startsAnew() throws {
    try turn("prefer-dark")
    let first = try startDaemon()
    #expect(try desk.style() == "dark")
    _ = try desk.end(first)
    let monitor = try Monitor(desk)
    try desk.startDaemon(adding: Self.settings)
    #expect(try Caller(desk).shown().style == "dark")
    while try monitor.next() != "Desktop" {}
    // Nothing was to be painted anew.
    #expect(try Caller(desk).shown().serial == 1)
  }
}
