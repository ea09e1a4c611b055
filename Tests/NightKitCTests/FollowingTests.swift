import TestSupport
import Testing

@Suite(
  "C program that follows the style with libnightkit",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct FollowingTests {
  @Test("As soon as a C program has a handle, it knows the style and the theme")
  func atOnce() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    let probe = try Probe(desk)
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("theme") == "midnight 9")
    #expect(try probe.ask("color surface").hasPrefix("1 0.1"))
    #expect(
      try probe.ask("appearance")
        == "dark source 1 contrast 0 motion 0 fade 300 accent 0 0.00 0.00 0.00 0.00"
    )
    #expect(try probe.end() == (.exited(0), ""))
  }

  @Test(
    "A C program with a forced style has the theme of that style, and never follows the desktop"
  )
  func forced() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.nightctl("theme", "use", "--dark", "night-vision")
    for application in [nil, "org.example.Editor"] {
      let probe = try Probe(desk, application: application, adding: ["NIGHTD_FORCE_STYLE": "dark"])
      #expect(try probe.ask("style") == "dark")
      #expect(try probe.ask("theme").hasPrefix("night-vision "))
      try desk.nightctl("set", "dark")
      try desk.nightctl("set", "light")
      try desk.nightctl("contrast", "high")
      #expect(try probe.ask("await") == "readable")
      #expect(try probe.ask("dispatch") == "1")
      #expect(try probe.ask("style") == "dark")
      #expect(try probe.ask("theme").hasPrefix("midnight-high "))
      #expect(try probe.ask("status").hasPrefix("dark reason 7 next 0 held 0"))
      #expect(try probe.end() == (.exited(0), ""))
      try desk.nightctl("contrast", "normal")
    }
  }

  @Test("An invalid NIGHTD_FORCE_STYLE has no effect on a C program")
  func notForced() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk, adding: ["NIGHTD_FORCE_STYLE": "Dark"])
    #expect(try probe.ask("style") == "light")
    #expect(try probe.end() == (.exited(0), ""))
  }

  @Test("A C program's values stay the same until it calls `nightkit_dispatch` after a change")
  func dispatches() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("await") == "readable")
    #expect(try probe.ask("style") == "light")
    #expect(try probe.ask("theme") == "daylight 9")
    #expect(try probe.ask("dispatch") == "1")
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("theme") == "midnight 9")
    #expect(try probe.ask("dispatch") == "0")
  }

  @Test("nightkit_get_appearance returns accent, contrast and motion")
  func appearance() throws {
    let desk = try Desk()
    try desk.startDaemon()
    for arguments in [["accent", "#ff8000"], ["contrast", "high"], ["motion", "reduced"]] {
      try desk.nightctl(arguments)
    }
    let probe = try Probe(desk)
    #expect(
      try probe.ask("appearance")
        == "light source 1 contrast 1 motion 1 fade 0 accent 1 1.00 0.50 0.00 1.00"
    )
  }

  @Test("A C program keeps the style while no daemon runs, and follows the next daemon")
  func restart() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    daemon.killGroup()
    _ = try daemon.wait()
    #expect(try probe.ask("style") == "light")
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
  }

  @Test("A C program has the standard appearance until a daemon is started")
  func comesLater() throws {
    let desk = try Desk()
    let probe = try Probe(desk)
    #expect(
      try probe.ask("appearance")
        == "light source 0 contrast 0 motion 0 fade 300 accent 0 0.00 0.00 0.00 0.00"
    )
    #expect(try probe.ask("set dark").hasPrefix("2 nightd is not running"))
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
  }

  static let absent = [
    ("unix:path=/no/bus", "cannot reach the bus at unix:path=/no/bus: "),
    ("", "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and "),
    ("nonsense", "cannot reach the bus at nonsense: "),
  ]

  @Test(
    "Without a session bus, a C program still runs, but setting the style fails with the reason",
    arguments: absent
  )
  func noBus(address: String, why: String) throws {
    let probe = try Probe(try Desk(), adding: ["DBUS_SESSION_BUS_ADDRESS": address])
    #expect(try probe.ask("style") == "light")
    #expect(try probe.ask("theme") == "daylight 9")
    #expect(try probe.ask("set dark").hasPrefix("1 \(why)"))
    #expect(try probe.end().exit == .exited(0))
  }

  @Test("A handle with an application's name has the choice and preferences of that application")
  func application() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let name = "org.example.Editor"
    try desk.nightctl("prefs", "write", "zoom", "-float", "1.5", "--app", name)
    try desk.nightctl("prefs", "write", "wrap", "-bool", "true", "--app", name)
    try desk.nightctl("prefs", "write", "window.width", "-int", "800", "--app", name)
    try desk.nightctl("prefs", "write", "font", "Inter", "--app", name)
    try desk.nightctl("set", "dark", "--app", name)
    let probe = try Probe(desk, application: name)
    #expect(try probe.ask("style") == "dark")
    #expect(try probe.ask("get zoom") == "number 1.5 none")
    #expect(try probe.ask("get wrap") == "bool 1 none")
    #expect(try probe.ask("get window.width") == "integer 800 number 800 none")
    #expect(try probe.ask("get font") == "Inter")
    for name in ["none", "", "window"] {
      #expect(try probe.ask("get \(name)") == "none", "\(name)")
    }
    try desk.nightctl("prefs", "write", "zoom", "-float", "2", "--app", name)
    #expect(try probe.ask("next") == "dark")
    #expect(try probe.ask("get zoom") == "number 2 none")
    #expect(try Probe(desk).ask("style") == "light")
  }

  @Test(
    "A user's theme provides its own values, and the program's default replaces a missing value"
  )
  func theme() throws {
    let desk = try Desk()
    try desk.home.write(
      """
      { style: "dark", colors: { surface: "#ff000080", gull: "#0f0" }, numbers: { radius: 6.5 } }
      """,
      to: ".local/share/nightd/themes/Küste.json5"
    )
    try desk.startDaemon()
    try desk.nightctl("theme", "use", "Küste")
    let probe = try Probe(desk)
    #expect(try probe.ask("theme") == "Küste 7")
    // The name is shortened between two characters, never inside one.
    #expect(try probe.ask("theme 3") == "K 7")
    #expect(try probe.ask("theme 4") == "Kü 7")
    #expect(try probe.ask("color surface") == "1 1.000 0.000 0.000 0.502")
    #expect(try probe.ask("number radius") == "1 6.5")
    #expect(try probe.ask("number surface") == "0 -1")
    #expect(try probe.ask("color none") == "0 -1.000 -1.000 -1.000 -1.000")
  }

  @Test("When nightkit_desktop_set returns, the change is stored and visible to the whole desktop")
  func sets() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(try probe.ask("set dark") == "0 ")
    daemon.killGroup()
    _ = try daemon.wait()
    try desk.startDaemon()
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try probe.ask("next") == "dark")
  }

  @Test("If nightd refuses a style, the C function returns the reason")
  func refused() throws {
    let desk = try Desk()
    try desk.home.write("choice\n", to: ".config/system/nightd/locks")
    try desk.startDaemon(
      adding: ["XDG_CONFIG_DIRS": desk.home.file(".config/system")]
    )
    let probe = try Probe(desk)
    let answer = try probe.ask("set dark")
    #expect(answer.hasPrefix("5 choice is locked by "), "\(answer)")
  }

  @Test("A forked child cannot disturb its parent's handle")
  func forked() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let probe = try Probe(desk)
    #expect(
      try probe.ask("fork") == "0 light: the handle belongs to the process that forked this one"
    )
    try desk.nightctl("set", "dark")
    #expect(try probe.ask("next") == "dark")
  }
}
