import Glibc
import NightBus
import TestSupport
import Testing

@Suite struct WatchTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// Starts a watch while nobody has chosen a style yet.
  private func watching() throws -> Program {
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    return watch
  }

  @Test("`nightctl watch` prints the style first, and then each change")
  func lines() throws {
    try desk.startDaemon()
    let watch = try watching()
    let json = try desk.start("watch", "--json")
    #expect(try json.nextLine().timeless == GetAndSetTests.fallback.dropLast())
    for (index, style) in ["dark", "light", "dark"].enumerated() {
      // The watch prints no line if the same style is chosen again, so set the other style first.
      if style == "dark" { try desk.set("light") }
      if index == 0 {
        let chosen = GetAndSetTests.chosen("light", serial: 1).dropLast()
        #expect(try json.nextLine().timeless == chosen, "only who decides has changed")
      }
      try desk.set(style)
      #expect(try watch.nextLine() == style)
      let expected = GetAndSetTests.chosen(style, serial: index + 2).dropLast()
      #expect(try json.nextLine().timeless == expected)
    }
  }

  @Test("`watch` prints changes of the style, and `watch --json` all changes of the appearance")
  func everything() throws {
    try desk.startDaemon()
    let watch = try watching()
    let json = try desk.start("watch", "--json")
    _ = try json.nextLine()
    let deeds: [(words: [String], tells: String)] = [
      (["set", "light"], #""reason":"choice""#),
      (["contrast", "high"], #""contrast":1"#),
      (["set", "light", "--for", "2h"], #""hold-until":"#),
      (["resume"], #""reason":"choice""#),
      (["set", "schedule"], #""choice":"schedule""#),
      (["set", "light", "--always"], #""choice":"light""#),
      (["prefs", "write", "fade", "70"], #""fade":70"#),
      (["set", "dark"], #""style":"dark""#),
    ]
    var style = "light"
    for (words, tells) in deeds {
      let done = try desk.nightctl(words)
      #expect(done.exit == .exited(0), "\(done)")
      let line = try json.nextLine()
      #expect(line.contains(tells), "\(words): \(line)")
      // The schedule's style depends on the clock.
      let next = line.contains(#""style":"dark""#) ? "dark" : "light"
      if next != style { #expect(try watch.nextLine() == next, "\(words)") }
      style = next
    }
    #expect(style == "dark")
    for program in [watch, json] {
      program.send(signal: SIGINT)
      #expect(try program.readAll() == "", "no further line was printed")
    }
  }

  @Test("Signals end `nightctl watch` with exit code 0", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(signal: Int32) throws {
    try desk.startDaemon()
    let watch = try watching()
    watch.send(signal: signal)
    #expect(try watch.wait() == .exited(0))
    #expect(watch.errorsSoFar == "")
  }

  @Test("`nightctl watch` exits with 0 as soon as the program that reads its output exits")
  func readerLeaves() throws {
    try desk.startDaemon()
    let watch = try watching()
    watch.closeOutput()
    #expect(try watch.wait() == .exited(0))
    #expect(watch.errorsSoFar == "")
  }

  @Test("`nightctl watch` starts the daemon if none runs")
  func activation() throws {
    let desk = try Desk.withActivation()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
  }

  @Test("After a restart of nightd, `nightctl watch` prints a line only if the style has changed")
  func restart() throws {
    var daemon = try desk.startDaemon()
    try desk.set("dark")
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "dark")
    for _ in 1...3 {
      _ = try desk.end(daemon)
      daemon = try desk.startDaemon()
    }
    _ = try desk.end(daemon)
    try desk.replaceStore(Desk.intent("light"))
    daemon = try desk.startDaemon()
    #expect(try watch.nextLine() == "light", "the three restarts with dark printed nothing")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    watch.send(signal: SIGINT)
    #expect(try watch.wait() == .exited(0))
    #expect(try watch.readAll() == "")
    #expect(watch.errorsSoFar == "")
  }

  @Test("If the daemon is killed, `nightctl watch` waits for a new daemon and does not start one")
  func killed() throws {
    var daemon = try desk.startDaemon()
    let watch = try desk.start("watch", "--json")
    #expect(try watch.nextLine().contains(#""serial":1"#))
    // From this line on, a call could make the bus start the daemon.
    try desk.bus.addService(name: "org.nightd.Night1", command: [Built.nightd])
    daemon.send(signal: SIGKILL)
    #expect(try daemon.wait() == .signalled(SIGKILL))
    daemon = try desk.startDaemon()
    try desk.set("dark")
    // Before the line for this change, the watch may print a line for the new daemon, whose style
    // began at another time.
    while try !watch.nextLine().contains(#""style":"dark""#) {}
    #expect(watch.exit == nil)
    #expect(watch.errorsSoFar == "")
  }

  @Test("`nightctl watch` exits with 3 when the bus ends", arguments: [SIGTERM, SIGKILL])
  func busGone(signal: Int32) throws {
    let daemon = try desk.startDaemon()
    let watch = try watching()
    let orphan = try watching()
    if signal == SIGTERM { try desk.bus.stop() } else { try desk.bus.kill() }
    for watch in [watch, orphan] {
      #expect(try watch.wait() == .exited(3))
      #expect(watch.errorsSoFar == "nightctl: the connection to the bus was lost\n")
      #expect(try watch.readAll() == "")
    }
    #expect(try daemon.wait() == .exited(1))
  }

  @Test("`nightctl watch` ignores signals that do not come from the daemon")
  func forged() throws {
    try desk.startDaemon()
    let watch = try watching()
    let json = try desk.start("watch", "--json")
    _ = try json.nextLine()
    let caller = try Caller(desk)
    let targets = try [watch, json].map { try #require(try caller.uniqueName(of: $0)) }
    let facts: BusValue = .options([("Appearance", .options([("reason", .string("hold"))]))])
    for destination in [nil] + targets.map(Optional.some) {
      let style = try Message.signal(
        from: Caller.object,
        .style,
        "Changed",
        [.string("dark"), .uint64(9), .options([])]
      )
      let properties = try Message.signal(
        from: Caller.object,
        .properties,
        "PropertiesChanged",
        [.string(InterfaceName.style.text), facts, .strings([])]
      )
      if let destination {
        try style.setDestination(destination)
        try properties.setDestination(destination)
      }
      try caller.connection.send(style)
      try caller.connection.send(properties)
    }
    // Once the bus has answered this call, it has delivered both signals.
    _ = try caller.askBus("GetId", [])
    try desk.set("dark")
    try desk.set("light")
    #expect(try watch.nextLine() == "dark")
    #expect(try watch.nextLine() == "light")
    #expect(try json.nextLine().contains(#""style":"dark""#))
  }
}
