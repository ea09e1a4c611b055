import TestSupport
import Testing

@Suite(
  "A C program with libnightkit",
  .enabled(if: InstalledLibrary.obstacle == nil, "\(InstalledLibrary.obstacle ?? "")")
)
struct FollowingTests {
  @Test("has the style and the theme at once")
  func atOnce() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.nightctl("set", "dark")
    let probe = try Probe(desk)
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("theme") == "midnight 8")
    #expect(try probe.ask("color surface").hasPrefix("1 0.1"))
    #expect(
      try probe.ask("appearance")
        == "dark source 1 contrast 0 motion 0 fade 300 accent 0 0.00 0.00 0.00 0.00"
    )
    #expect(try probe.end() == (.exited(0), ""))
    #expect(daemon.exit == nil)
  }

  @Test("answers as before until it dispatches what its descriptor announced")
  func dispatches() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("await") == "readable")
    #expect(try probe.ask("style") == "light")
    #expect(try probe.ask("theme") == "daylight 8")
    #expect(try probe.ask("dispatch") == "1")
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("theme") == "midnight 8")
    #expect(try probe.ask("dispatch") == "0")
    #expect(daemon.exit == nil)
  }

  @Test("has accent, contrast and motion")
  func appearance() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    for words in [["accent", "#ff8000"], ["contrast", "high"], ["motion", "reduced"]] {
      try desk.nightctl(words)
    }
    let probe = try Probe(desk)
    #expect(
      try probe.ask("appearance")
        == "light source 1 contrast 1 motion 1 fade 0 accent 1 1.00 0.50 0.00 1.00"
    )
    #expect(daemon.exit == nil)
  }

  @Test("goes on with the right value through the daemon's death and return")
  func restart() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    daemon.killGroup()
    _ = try daemon.wait()
    #expect(try probe.ask("style") == "light")
    let next = try desk.startDaemon()
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
    #expect(next.exit == nil)
  }

  @Test("waits for a daemon that comes later, with the standard appearance until then")
  func comesLater() throws {
    let desk = try Desk()
    let probe = try Probe(desk)
    #expect(
      try probe.ask("appearance")
        == "light source 0 contrast 0 motion 0 fade 300 accent 0 0.00 0.00 0.00 0.00"
    )
    #expect(try probe.ask("set dark").hasPrefix("2 nightd is not running"))
    let daemon = try desk.startDaemon()
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
    #expect(daemon.exit == nil)
  }

  static let absent = [
    ("unix:path=/no/bus", "cannot reach the bus at unix:path=/no/bus: "),
    ("", "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and "),
    ("nonsense", "cannot reach the bus at nonsense: "),
  ]

  @Test("runs without a session bus, and says why", arguments: absent)
  func noBus(address: String, why: String) throws {
    let probe = try Probe(try Desk(), adding: ["DBUS_SESSION_BUS_ADDRESS": address])
    #expect(try probe.ask("style") == "light")
    #expect(try probe.ask("theme") == "daylight 8")
    #expect(try probe.ask("set dark").hasPrefix("1 \(why)"))
    #expect(try probe.end().exit == .exited(0))
  }

  @Test("has its application's own choice and preferences")
  func application() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let name = "org.example.Editor"
    try desk.nightctl("prefs", "write", "zoom", "-float", "1.5", "--app", name)
    try desk.nightctl("prefs", "write", "wrap", "-bool", "true", "--app", name)
    try desk.nightctl("prefs", "write", "window.width", "-int", "800", "--app", name)
    try desk.nightctl("prefs", "write", "font", "Inter", "--app", name)
    try desk.nightctl("set", "dark", "--app", name)
    let probe = try Probe(desk, application: name)
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("preference zoom") == "1 1.5")
    #expect(try probe.ask("preference wrap") == "1 1")
    #expect(try probe.ask("preference window.width") == "1 800")
    for name in ["font", "none", "", "window"] {
      #expect(try probe.ask("preference \(name)") == "0 -1", "\(name)")
    }
    try desk.nightctl("prefs", "write", "zoom", "-float", "2", "--app", name)
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("preference zoom") == "1 2")
    #expect(try Probe(desk).ask("style") == "light")
    #expect(daemon.exit == nil)
  }

  @Test("has what a theme of the person's own gives, and its own values for the rest")
  func theme() throws {
    let desk = try Desk()
    try desk.home.write(
      """
      { style: "dark", colors: { surface: "#ff000080", gull: "#0f0" }, numbers: { radius: 6.5 } }
      """,
      to: ".local/share/nightd/themes/Küste.json5"
    )
    let daemon = try desk.startDaemon()
    try desk.nightctl("theme", "use", "Küste")
    let probe = try Probe(desk)
    #expect(try probe.ask("theme") == "Küste 6")
    // Not through the middle of a character.
    #expect(try probe.ask("theme 3") == "K 6")
    #expect(try probe.ask("theme 4") == "Kü 6")
    #expect(try probe.ask("color surface") == "1 1.000 0.000 0.000 0.502")
    #expect(try probe.ask("number radius") == "1 6.5")
    #expect(try probe.ask("number surface") == "0 -1")
    #expect(try probe.ask("color none") == "0 -1.000 -1.000 -1.000 -1.000")
    #expect(daemon.exit == nil)
  }

  @Test("sets for the whole desktop, durably before it returns")
  func sets() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("set dark") == "0 ")
    daemon.killGroup()
    _ = try daemon.wait()
    let next = try desk.startDaemon()
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try probe.ask("next") == "dark")
    #expect(next.exit == nil)
  }

  @Test("learns why it may not set")
  func refused() throws {
    let desk = try Desk()
    try desk.home.write("choice\n", to: ".config/system/nightd/locks")
    let daemon = try desk.startDaemon(
      adding: ["XDG_CONFIG_DIRS": desk.home.file(".config/system")]
    )
    let probe = try Probe(desk)
    let answer = try probe.ask("set dark")
    #expect(answer.hasPrefix("5 choice is locked by "), "\(answer)")
    #expect(daemon.exit == nil)
  }

  @Test("a child that was forked leaves its parent's handle alone, whatever it tries")
  func forked() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("fork") == "6 0 light")
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
    #expect(daemon.exit == nil)
  }
}
