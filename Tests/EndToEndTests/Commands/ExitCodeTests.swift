import Glibc
import TestSupport
import Testing

@Suite struct ExitCodeTests {
  static let asking: [[String]] = [
    ["get"], ["get", "--json"], ["set", "dark"], ["set", "--by-clock=00:00=dark"], ["toggle"],
    ["status"], ["status", "--json"], ["watch"], ["watch", "--json"], ["introspect"],
    ["set", "dark", "--app", "x"], ["apps"], ["apps", "remove", "x"], ["prefs", "read"],
    ["prefs", "read", "fade"], ["prefs", "write", "fade", "5"], ["prefs", "delete", "fade"],
    ["prefs", "list"], ["prefs", "explain", "fade"], ["prefs", "watch"], ["prefs", "export"],
    ["prefs", "check"], ["set", "dark", "--for", "2h"], ["resume"], ["schedule"],
    ["schedule", "list"],
    ["schedule", "set", "dark 20:00", "light 08:00"], ["schedule", "clear"],
    ["schedule", "set", "dark 20:00", "light 08:00", "--days", "sat"], ["location", "show"],
    ["location", "1,2"],
  ]

  @Test(
    "Each command exits with 3 if no daemon runs and the bus cannot start one",
    arguments: asking
  )
  func noDaemon(words: [String]) throws {
    let desk = try Desk()
    let finished = try Program.run(Built.nightctl, words, environment: desk.environment)
    #expect(finished.exit == .exited(3))
    #expect(finished.output == "")
    #expect(
      finished.errors == "nightctl: nightd is not running; start it with systemctl --user start "
        + "nightd, or run nightd\n"
    )
  }

  /// Environments without a reachable bus, and the error message for each.
  static let buses: [(environment: [String: String], sentence: String)] = [
    (
      [:],
      "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
    ),
    (
      ["XDG_RUNTIME_DIR": "relative"],
      "there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR is set"
    ),
    (
      ["XDG_RUNTIME_DIR": "/nowhere"],
      "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and /nowhere/bus does not exist"
    ),
    (
      ["DBUS_SESSION_BUS_ADDRESS": "", "XDG_RUNTIME_DIR": "/nowhere"],
      "there is no session bus: DBUS_SESSION_BUS_ADDRESS is not set and /nowhere/bus does not exist"
    ),
    (
      ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:"],
      "there is no session bus: DBUS_SESSION_BUS_ADDRESS is “autolaunch:”, which is not supported"
    ),
    (
      ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"],
      "cannot reach the bus at unix:path=/nowhere: Failed to connect to socket /nowhere: "
        + "No such file or directory"
    ),
    (
      ["DBUS_SESSION_BUS_ADDRESS": "autolaunch:;unix:path=/nowhere"],
      "cannot reach the bus at unix:path=/nowhere: Failed to connect to socket /nowhere: "
        + "No such file or directory"
    ),
    (
      ["DBUS_SESSION_BUS_ADDRESS": "nonsense"],
      "cannot reach the bus at nonsense: Address does not contain a colon"
    ),
  ]

  @Test("Each command exits with 3 and prints the reason if no bus exists", arguments: buses)
  func noBus(environment: [String: String], sentence: String) throws {
    for words in Self.asking {
      let finished = try Program.run(
        Built.nightctl,
        words,
        environment: environment.merging(["LANG": "C.UTF-8"]) { $1 }
      )
      #expect(finished.exit == .exited(3), "\(words)")
      #expect(finished.errors == "nightctl: \(sentence)\n", "\(words)")
      #expect(finished.output == "")
    }
    let daemon = try Program.run(
      Built.nightd,
      environment: environment.merging(["HOME": "/nowhere"]) { $1 }
    )
    #expect(daemon.exit == .exited(1))
    #expect(daemon.errors == "nightd: \(sentence)\n")
  }

  @Test(
    "If the bus belongs to another user, for example after su, each command says whose bus it is",
    .enabled(if: geteuid() == 0, "needs root"),
    arguments: [
      "get", "set dark", "status", "why", "watch", "apps", "prefs write fade 5", "theme list",
    ]
  )
  func otherUsersBus(command: String) throws {
    let home = try TemporaryFolder()
    try home.write("", to: "bus")
    #expect(chown(home.file("bus"), 12_345, 12_345) == 0)
    let finished = try Program.run(
      Built.nightctl,
      command.split(separator: " ").map(String.init),
      environment: ["LANG": "C.UTF-8", "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(home.file("bus"))"]
    )
    #expect(finished.exit == .exited(3))
    #expect(
      finished.errors.hasSuffix(
        "; this bus belongs to user 12345, and you are user 0: run nightctl as user 12345, without "
          + "su or sudo\n"
      ),
      "\(finished)"
    )
  }

  @Test(
    "Under sudo, nightctl explains why no bus is found",
    .enabled(if: geteuid() == 0, "needs root")
  )
  func sudo() throws {
    let finished = try Program.run(
      Built.nightctl,
      ["get"],
      environment: ["LANG": "C.UTF-8", "SUDO_USER": "ada"]
    )
    #expect(finished.exit == .exited(3))
    #expect(
      finished.errors == "nightctl: there is no session bus: neither DBUS_SESSION_BUS_ADDRESS nor "
        + "XDG_RUNTIME_DIR is set; you are root, and nightd runs in the session of ada: run "
        + "nightctl without sudo\n"
    )
  }

  @Test("If the bus refuses connections, nightctl exits with 3 and prints the address")
  func deafBus() throws {
    let desk = try Desk()
    try desk.bus.stop()
    let finished = try desk.nightctl("get")
    #expect(finished.exit == .exited(3))
    #expect(finished.errors.hasPrefix("nightctl: cannot reach the bus at unix:path="))
  }

  @Test(
    "Each command exits with 4 if its output cannot be written",
    arguments: [
      "get", "get --json", "set light --json", "set --by-clock 00:00=dark", "status",
      "status --json", "toggle", "toggle --json", "introspect", "introspect --json", "watch",
      "watch --json", "--help", "help set", "--version", "prefs --help", "prefs read",
      "prefs read fade", "prefs list --origin", "prefs explain fade", "prefs watch",
      "prefs export --format plist", "prefs check", "apps --json", "complete g", "prefs schema",
      "theme schema",
      "schedule simulate --zone UTC", "schedule plot --zone UTC",
      "schedule plot --zone UTC --svg -",
      "resume --json", "schedule", "schedule --json", "schedule list", "schedule clear",
      "location show",
    ]
  )
  func full(words: String) throws {
    let desk = try Desk()
    try desk.startDaemon()
    let finished = try desk.shell("$NIGHTCTL \(words) >/dev/full")
    #expect(finished.exit == .exited(4))
    #expect(
      finished.errors == "nightctl: cannot write to standard output: No space left on device\n"
    )
    let closed = try desk.shell("$NIGHTCTL \(words) >&-")
    #expect(closed.exit == .exited(4))
    #expect(
      closed.errors == "nightctl: cannot write to standard output: Bad file descriptor\n"
    )
  }

  @Test(
    "If the program that reads a command's output exits, the command ends silently with code 141"
  )
  func noReader() throws {
    let desk = try Desk()
    try desk.startDaemon()
    // Pause the bus, so that the reply comes only after the reader of the output has gone.
    try desk.bus.pause()
    let program = try desk.start("get", "--bus")
    program.closeOutput()
    desk.bus.resume()
    #expect(try program.wait() == .exited(141))
    #expect(program.errorsSoFar == "")
  }

  @Test("`nightctl set`, which prints nothing, succeeds even without usable standard streams")
  func silentSet() throws {
    let desk = try Desk()
    try desk.startDaemon()
    #expect(try desk.shell("$NIGHTCTL set dark >/dev/full").exit == .exited(0))
    #expect(try desk.shell("$NIGHTCTL set light <&- >&- 2>&-").exit == .exited(0))
    #expect(desk.storedStyle == "light")
  }

  @Test("The daemon answers calls even if all its standard streams are closed")
  func closedStreams() throws {
    let desk = try Desk()
    try desk.bus.addService(
      name: "org.nightd.Night1",
      command: ["/bin/sh", "-c", "exec \(Built.nightd) <&- >&- 2>&-"]
    )
    #expect(try desk.nightctl("toggle").output == "dark\n")
    #expect(try desk.nightctl("toggle").output == "light\n")
    #expect(try desk.style() == "light")
  }

  @Test("nightd exits with 1 if it cannot write its own output, such as its version")
  func daemonFull() throws {
    for words in ["--help", "--version", "--print-config"] {
      let finished = try Program.run(
        "/bin/sh",
        ["-c", "\(Built.nightd) \(words) >/dev/full"],
        environment: ["HOME": "/home"]
      )
      #expect(finished.exit == .exited(1))
      #expect(
        finished.errors == "nightd: cannot write to standard output: No space left on device\n"
      )
    }
  }
}
