import Glibc
import TestSupport
import Testing

@Suite struct GetAndSetTests {
  static let fallback = #"""
    {"style":"light","serial":1,"choice":"system","chosen":false,"theme":"daylight",\#
    "theme-digest":"","contrast":0,"reduced-motion":false,"reason":"fallback","since":"…",\#
    "fade":300,"inhibited":false}

    """#

  static func chosen(_ style: String, serial: Int) -> String {
    let theme = style == "dark" ? "midnight" : "daylight"
    return #"""
      {"style":"\#(style)","serial":\#(serial),"choice":"\#(style)","chosen":true,\#
      "theme":"\#(theme)","theme-digest":"","contrast":0,"reduced-motion":false,\#
      "reason":"choice","since":"…","fade":300,"inhibited":false}

      """#
  }

  @Test("The style is light until somebody chooses a style")
  func fallback() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    #expect(try desk.nightctl("get").output == "light\n")
    #expect(try desk.nightctl("get", "--json").output.timeless == Self.fallback)
    #expect(try desk.nightctl("--json", "get").output.timeless == Self.fallback)
    #expect(desk.home.list(Desk.storeFolder) == ["intent.lock"], "get stores nothing")
    #expect(try desk.end(daemon) == "")
  }

  @Test("`nightctl set` prints nothing, and `nightctl get` then returns the new style")
  func set() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let finished = try desk.nightctl("set", "dark")
    #expect(finished.description == "exited with 0; standard output: \"\"; standard error: \"\"")
    #expect(try desk.nightctl("get").output == "dark\n")
    #expect(try desk.nightctl("get", "--json").output.timeless == Self.chosen("dark", serial: 2))
    let json = try desk.nightctl("set", "light", "--json")
    #expect(json.output.timeless == Self.chosen("light", serial: 3))
    #expect(try desk.nightctl("--", "set").exit == .exited(2))
    #expect(try desk.nightctl("set", "--", "dark").exit == .exited(0))
    #expect(
      try desk.end(daemon) == """
        nightd: the style is now dark (as chosen)
        nightd: the style is now light (as chosen)
        nightd: the style is now dark (as chosen)

        """
    )
  }

  @Test("`nightctl toggle` prints the style that it chose")
  func toggle() throws {
    let desk = try Desk()
    try desk.startDaemon()
    #expect(try desk.nightctl("toggle").output == "dark\n")
    #expect(
      try desk.nightctl("toggle", "--json").output.timeless == Self.chosen("light", serial: 3)
    )
    #expect(try desk.style() == "light")
  }

  @Test(
    "If nobody has chosen a style and you choose light, the choice is stored, but no signal is sent"
  )
  func lightOverFallback() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("light")
    #expect(try desk.nightctl("get", "--json").output.timeless == Self.chosen("light", serial: 1))
    #expect(desk.storedStyle == "light")
    #expect(try desk.end(daemon) == "")
  }

  @Test("Setting the current style again writes no file and sends no signal")
  func sameAgain() throws {
    let desk = try Desk()
    try desk.startDaemon()
    try desk.set("dark")
    let before = desk.storeIdentity
    let answer = try desk.nightctl("get", "--json").output
    let monitor = try Monitor(desk)
    #expect(try desk.nightctl("set", "dark", "--json").output == answer)
    try desk.set("dark")
    #expect(desk.storeIdentity == before)
    try desk.set("light")
    #expect(try monitor.next(2) == ["Changed light 3", "PropertiesChanged"])
  }

  @Test(
    "A style's start time is the time of the call that set it, and a restart keeps this time"
  )
  func since() throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    try desk.set("dark")
    let answer = try desk.nightctl("get", "--json").output
    _ = try desk.end(daemon)
    daemon = try desk.startDaemon()
    let later = try desk.nightctl("get", "--json").output
    #expect(later == answer.replacing("\"serial\":2", with: "\"serial\":1"))
  }

  @Test("`set --by-clock` sets the style that fits the time, except during a hold or under a lock")
  func byClock() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    let always = ["00:00=dark", "00:00=light"]
    let clock = #/The clock says \d\d:\d\d: /#
    var said = try desk.nightctl("set", "--by-clock", always[0]).output
    #expect(said.replacing(clock, with: "") == "the style is dark now.\n")
    said = try desk.nightctl("set", "--by-clock", always[0]).output
    #expect(said.replacing(clock, with: "") == "the style is dark already.\n")
    let json = try desk.nightctl("set", "--by-clock=\(always[1])", "--json").output
    #expect(json.timeless == Self.chosen("light", serial: 3))

    try desk.nightctl("set", "dark", "--for", "2h")
    said = try desk.nightctl("set", "--by-clock", always[1]).output
    #expect(said == "Nothing was done: a temporary hold keeps the style dark.\n")
    #expect(try desk.style() == "dark")

    try desk.home.write("choice\n", to: "system/config/nightd/locks")
    #expect(try daemon.awaitError("the style is now light (by default)"))
    let locked = try desk.nightctl("set", "--by-clock", always[0])
    let place = desk.home.file("system/config/nightd/locks")
    #expect(locked.output == "Nothing was done: choice is locked by \(place):1:1.\n")
    #expect(locked.exit == .exited(0))
  }

  @Test("`nightctl set` prints one line on a terminal, and nothing into a pipe")
  func terminal() throws {
    try #require(Tool.path("script") != nil)
    let desk = try Desk()
    try desk.startDaemon()
    for (words, line) in [
      ("set dark", "dark"), ("set dark", "dark"), ("toggle", "light"), ("set system", "light"),
    ] {
      let finished = try desk.shell("script -qec \"$NIGHTCTL \(words)\" /dev/null")
      #expect(finished.output == line + "\r\n")
    }
    let held = try desk.shell("script -qec \"$NIGHTCTL set dark --for 2h\" /dev/null").output
    #expect(held.wholeMatch(of: #/dark until \d\d:\d\d \(2 hours\)\r\n/#) != nil, "\(held)")
    let long = try desk.shell("script -qec \"$NIGHTCTL set dark --for 49h1m\" /dev/null").output
    let days = #/dark until [A-Z][a-z]{2} \d{4}-\d\d-\d\d \d\d:\d\d \(2 days 1 hour 1 minute\)\r\n/#
    #expect(long.wholeMatch(of: days) != nil, "\(long)")
    #expect(try desk.nightctl("set", "light").output.isEmpty)
  }

  @Test(
    "`nightctl introspect --json` prints the same text as `nightctl introspect`, as a JSON string"
  )
  func introspect() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let plain = try desk.nightctl("introspect")
    #expect(plain.exit == .exited(0))
    #expect(plain.output.hasPrefix("<!DOCTYPE node"))
    #expect(plain.output.hasSuffix("</node>\n"))
    let json = try desk.nightctl("introspect", "--json").output
    let escaped = plain.output.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    #expect(json == "{\"xml\":\"\(escaped)\"}\n")
  }
}
