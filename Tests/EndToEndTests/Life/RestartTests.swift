import Glibc
import NightBus
import TestSupport
import Testing

/// The choice survives the end of the daemon, however the daemon ends.
@Suite struct RestartTests {
  @Test(
    "After SIGTERM, SIGINT or SIGHUP, the daemon exits with 0 and prints no message",
    arguments: [SIGTERM, SIGINT, SIGHUP]
  )
  func order(signal: Int32) throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    try desk.set("dark")
    _ = try daemon.awaitError("the style is now dark (as chosen)")
    daemon.send(signal: signal)
    #expect(try daemon.wait() == .exited(0))
    #expect(try daemon.readAllErrors() == "")
    #expect(try daemon.readAll() == "")
    #expect(try desk.nightctl("get").exit == .exited(3))
    let next = try desk.launchDaemon()
    #expect(try next.nextErrorLine() == "nightd: ready: the style is dark (as chosen)")
    #expect(try desk.style() == "dark")
  }

  @Test("If the daemon is killed right after a reply, a restarted daemon still has the choice")
  func kill() throws {
    let desk = try Desk()
    for round in 1...6 {
      let style = round.isMultiple(of: 2) ? "light" : "dark"
      let daemon = try desk.startDaemon()
      try desk.set(style)
      daemon.send(signal: SIGKILL)
      #expect(try daemon.wait() == .signalled(SIGKILL))
      #expect(desk.storedStyle == style)
    }
    let daemon = try desk.launchDaemon()
    #expect(try daemon.nextErrorLine() == "nightd: ready: the style is light (as chosen)")
    #expect(desk.storeLeftovers == [])
  }

  @Test("The daemon removes the unfinished files that a killed daemon left")
  func leftover() throws {
    let desk = try Desk()
    try desk.home.write(Desk.intent("dark"), to: Desk.store)
    for name in ["intent.json", "desktop.json", "place.json", "history.jsonl"] {
      try desk.home.write("{torn", to: "\(Desk.storeFolder)/\(name).new")
    }
    let daemon = try desk.startDaemon()
    #expect(try desk.style() == "dark")
    #expect(desk.home.list(Desk.storeFolder) == ["intent.json", "intent.lock"])
    #expect(try desk.end(daemon) == "")
  }

  @Test(
    "`nightctl get`, `nightctl toggle` and `nightctl set` start the daemon if it does not run",
    arguments: ["get", "toggle", "set dark"]
  )
  func activation(words: String) throws {
    let desk = try Desk.withActivation()
    try desk.home.write(Desk.intent("light"), to: Desk.store)
    let finished = try desk.shell("$NIGHTCTL \(words)")
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    #expect(desk.bus.log.contains("nightd: ready: the style is light (as chosen)\n"))
    #expect(try desk.style() == (words == "get" ? "light" : "dark"))
  }

  @Test("If eight clients call at the same time, only one daemon is started")
  func thunderingHerd() throws {
    let desk = try Desk.withActivation()
    let clients = try (1...8).map { _ in try desk.start("toggle") }
    for client in clients { #expect(try client.wait() == .exited(0)) }
    #expect(try desk.style() == "light", "eight toggles cancel out")
    let starts = desk.bus.log.split(separator: "\n").filter { $0.contains("ready: ") }
    #expect(starts.count == 1)
  }

  @Test("If the bus cannot start nightd, each client says that nightd is not running")
  func brokenActivation() throws {
    let desk = try Desk()
    try desk.bus.addService(name: "org.nightd.Night1", command: ["/bin/false"])
    for words in ["get", "set dark", "toggle", "watch", "introspect"] {
      let finished = try desk.shell("$NIGHTCTL \(words)")
      #expect(finished.exit == .exited(3))
      #expect(finished.errors.hasPrefix("nightctl: nightd is not running"))
    }
  }

  @Test("A second daemon ends at once and reports the first daemon's process")
  func second() throws {
    let desk = try Desk()
    let first = try desk.startDaemon()
    let second = try desk.launchDaemon()
    #expect(try second.wait() == .exited(3))
    #expect(
      try second.readAllErrors()
        == "nightd: already running: process \(first.processIdentifier) (nightd) owns "
        + "org.nightd.Night1 on this bus\n"
    )
    try desk.set("dark")
    #expect(try desk.end(first) == "nightd: the style is now dark (as chosen)\n")
  }

  @Test(
    "If a daemon is killed and a new one starts right away, the new one takes over the bus name"
  )
  func killed() throws {
    // The bus notices a daemon's death a little later, so most new daemons start too early to get
    // the name.
    let desk = try Desk()
    var daemon = try desk.startDaemon()
    for _ in 1...6 {
      daemon.send(signal: SIGKILL)
      let next = try desk.launchDaemon()
      #expect(try next.nextErrorLine().hasPrefix("nightd: ready: "))
      _ = try daemon.wait()
      daemon = next
    }
  }

  @Test("If another program owns the daemon's bus name, the daemon reports that program and ends")
  func squatter() throws {
    let desk = try Desk()
    let caller = try Caller(desk)
    _ = try caller.connection.request(Caller.night, milliseconds: 10_000)
    let daemon = try desk.launchDaemon()
    #expect(try daemon.wait() == .exited(3))
    let errors = try daemon.readAllErrors()
    #expect(errors.hasPrefix("nightd: already running: process \(getpid()) ("))
    #expect(desk.home.list(Desk.storeFolder) == [], "a second daemon writes nothing")
  }

  @Test("If the daemon has no home folder, it says which variable to set")
  func noHome() throws {
    let desk = try Desk()
    var environment = desk.environment
    environment["HOME"] = nil
    environment["XDG_STATE_HOME"] = nil
    for arguments in [[], ["--print-config"]] {
      let finished = try Program.run(Built.nightd, arguments, environment: environment)
      #expect(finished.exit == .exited(1))
      #expect(
        finished.errors
          == "nightd: HOME is not set, so there is no place to store the choice; "
          + "set HOME or XDG_STATE_HOME\n"
      )
    }
  }

  @Test(
    "If its bus ends, the daemon prints one line on standard error and ends",
    arguments: [SIGTERM, SIGKILL]
  )
  func busGone(signal: Int32) throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    if signal == SIGTERM { try desk.bus.stop() } else { try desk.bus.kill() }
    #expect(try daemon.wait() == .exited(1))
    #expect(try daemon.readAllErrors() == "nightd: the connection to the bus was lost; ending\n")
  }

  @Test("Lines on standard error have a log priority only if standard error goes to the journal")
  func journal() throws {
    let desk = try Desk()
    let inherited = try desk.launchDaemon(adding: ["JOURNAL_STREAM": "8:15"])
    #expect(try inherited.nextErrorLine() == "nightd: ready: the style is light (by default)")
    _ = try desk.end(inherited)
    let script = "JOURNAL_STREAM=$(stat -L -c %d:%i /proc/self/fd/2) exec $NIGHTD"
    let journal = try desk.startShell(script)
    #expect(try journal.nextErrorLine() == "<6>ready: the style is light (by default)")
  }
}
