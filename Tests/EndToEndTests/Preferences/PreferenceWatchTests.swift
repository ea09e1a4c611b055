import Glibc
import NightBus
import TestSupport
import Testing

@Suite("nightctl prefs watch")
struct PreferenceWatchTests {
  private func write(_ desk: Desk, _ words: String) throws {
    let finished = try desk.shell("$NIGHTCTL prefs " + words)
    #expect(finished.exit == .exited(0), "\(finished)")
  }

  @Test("`prefs watch` prints the values in force, and then each change")
  func changes() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let watch = try desk.start("prefs", "watch", "fade", "theme")
    #expect(try watch.nextLine() == "fade = 300")
    #expect(try watch.nextLine() == #"theme.dark = "midnight""#)
    #expect(try watch.nextLine() == #"theme.dark-high = "midnight-high""#)
    #expect(try watch.nextLine() == #"theme.light = "daylight""#)
    #expect(try watch.nextLine() == #"theme.light-high = "daylight-high""#)
    try write(desk, "write fade 5")
    try write(desk, "write fade 5")
    // The watch does not cover this key, so it prints no line.
    try write(desk, "write location.latitude 5")
    try write(desk, "write theme.dark-high midnight")
    try write(desk, "delete theme.dark-high")
    #expect(try watch.nextLine() == "fade = 5")
    #expect(try watch.nextLine() == #"theme.dark-high = "midnight""#)
    #expect(try watch.nextLine() == #"theme.dark-high = "midnight-high""#)
    watch.send(signal: SIGTERM)
    #expect(try watch.wait() == .exited(0))
  }

  @Test(
    "`prefs watch --app` prints the desktop's value only if the application has no value itself"
  )
  func shared() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let watch = try desk.start("prefs", "watch", "--app", "x", "--json")
    #expect(try watch.nextLine() == #"{"key":"choice","app":"x","value":"follow"}"#)
    #expect(try watch.nextLine() == #"{"key":"fade","app":"x","value":300}"#)
    for (name, theme) in [
      ("dark", "midnight"), ("dark-high", "midnight-high"), ("light", "daylight"),
      ("light-high", "daylight-high"),
    ] {
      #expect(
        try watch.nextLine() == #"{"key":"theme.\#(name)","app":"x","value":"\#(theme)"}"#
      )
    }
    try write(desk, "write fade 5")
    #expect(try watch.nextLine() == #"{"key":"fade","app":"x","value":5}"#)
    try write(desk, "write fade 7 --app x")
    #expect(try watch.nextLine() == #"{"key":"fade","app":"x","value":7}"#)
    try write(desk, "write fade 6")
    try write(desk, "write other v --app y")
    try write(desk, "write k v --app x")
    #expect(try watch.nextLine() == #"{"key":"k","app":"x","value":"v"}"#)
    try write(desk, "delete fade --app x")
    #expect(try watch.nextLine() == #"{"key":"fade","app":"x","value":6}"#)
    try write(desk, "delete k --app x")
    #expect(try watch.nextLine() == #"{"key":"k","app":"x"}"#)
    try write(desk, "write theme.dark night-vision")
    #expect(try watch.nextLine() == #"{"key":"theme.dark","app":"x","value":"night-vision"}"#)
    try write(desk, "write theme.dark midnight-high --app x")
    #expect(try watch.nextLine() == #"{"key":"theme.dark","app":"x","value":"midnight-high"}"#)
    try write(desk, "delete theme.dark")
    try write(desk, "delete theme.dark --app x")
    #expect(try watch.nextLine() == #"{"key":"theme.dark","app":"x","value":"midnight"}"#)
  }

  @Test("`prefs watch` follows a dictionary's member, whether the member or the dictionary is set")
  func within() throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    try write(desk, "write window -dict width 1 --app x")
    let watch = try desk.start("prefs", "watch", "window.height", "--app", "x")
    let whole = try desk.start("prefs", "watch", "window", "--app", "x")
    #expect(try whole.nextLine() == #"window = {"width":"1"}"#)
    try write(desk, "write window.height -int 5 --app x")
    #expect(try watch.nextLine() == "window.height = 5")
    #expect(try whole.nextLine() == #"window = {"height":5,"width":"1"}"#)
    try write(desk, "write window.width -int 2 --app x")
    #expect(try whole.nextLine() == #"window = {"height":5,"width":2}"#)
    try write(desk, "write window -dict '{height: 6}' --app x")
    #expect(try watch.nextLine() == "window.height = 6")
    #expect(try whole.nextLine() == #"window = {"height":6}"#)
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    daemon = try desk.startDaemon()
    try write(desk, "write window.height -int 7 --app x")
    #expect(try watch.nextLine() == "window.height = 7")
    #expect(try whole.nextLine() == #"window = {"height":7}"#)
  }

  @Test(
    "`prefs watch choice` is refused with advice, and `prefs watch` of all keys omits `choice`"
  )
  func choice() throws {
    let desk = try Desk()
    let refused = try desk.nightctl("prefs", "watch", "choice")
    #expect(refused.exit == .exited(2))
    #expect(
      refused.errors == "nightctl: choice says what decides the style, not which style is in "
        + "effect; use nightctl watch; see nightctl prefs watch --help\n"
    )
    var daemon = try desk.startDaemon()
    let watch = try desk.start("prefs", "watch")
    #expect(try watch.nextLine() == #"accent = "system""#)
    for _ in 0..<28 { _ = try watch.nextLine() }
    try desk.nightctl("set", "dark")
    _ = try desk.end(daemon)
    daemon = try desk.startDaemon()
    try write(desk, "write fade 5")
    #expect(try watch.nextLine() == "fade = 5")
  }

  @Test(
    "`prefs watch` prints an application's key once, even if it is named like a desktop key"
  )
  func namedAlike() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let watch = try desk.start("prefs", "watch", "--app", "x")
    #expect(try watch.nextLine() == #"choice = "follow""#)
    for _ in 0..<5 { _ = try watch.nextLine() }
    try write(desk, "write gtk-theme.light v --app x")
    try write(desk, "write fade 5 --app x")
    #expect(try watch.nextLine() == #"gtk-theme = {"light":"v"}"#)
    #expect(try watch.nextLine() == "fade = 5")
  }

  @Test(
    "After a restart of the daemon, `prefs watch` continues and prints only values that changed"
  )
  func restarted() throws {
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    try write(desk, "write fade 5")
    let watch = try desk.start("prefs", "watch")
    for _ in 0..<29 { _ = try watch.nextLine() }
    _ = try desk.end(daemon)
    daemon = try desk.startDaemon()
    try write(desk, "write fade 6")
    #expect(try watch.nextLine() == "fade = 6")
    _ = try desk.end(daemon)
    let text = try #require(desk.home.text(Desk.store))
    try desk.replaceStore(text.replacing("\"fade\": 6", with: "\"fade\": 7"))
    daemon = try desk.startDaemon()
    #expect(try watch.nextLine() == "fade = 7")
  }

  @Test("`prefs watch` ignores signals from programs other than the daemon")
  func stranger() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let watch = try desk.start("prefs", "watch", "fade")
    #expect(try watch.nextLine() == "fade = 300")
    let caller = try Caller(desk)
    let address = try #require(try caller.uniqueName(of: watch))
    for destination in [nil, address] {
      let facts = BusValue.options([("value", .int64(1)), ("revision", .uint64(1_000))])
      let signal = try Message.signal(
        from: Caller.object,
        "org.nightd.Night1.Preferences",
        "Changed",
        [.string("fade"), .string(""), facts]
      )
      if let destination { try signal.setDestination(destination) }
      try caller.connection.send(signal)
    }
    caller.connection.flush(milliseconds: 10_000)
    try write(desk, "write fade 5")
    #expect(try watch.nextLine() == "fade = 5")
  }
}
