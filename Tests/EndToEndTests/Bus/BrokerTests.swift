import Glibc
import TestSupport
import Testing

/// Everyday commands on a session bus that is a bare dbus-broker; `make check-broker` runs all
/// tests on such a bus.
@Suite(.enabled(if: BusKind.installed.contains(.broker))) struct BrokerTests {
  @Test("With dbus-broker as the bus, `set`, `toggle`, `get` and `watch` agree on the style")
  func daily() throws {
    let desk = try Desk(.broker)
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    #expect(try desk.nightctl("toggle").output == "light\n")
    #expect(try watch.nextLine() == "light")
    #expect(try desk.style() == "light")
    _ = try desk.end(daemon)
  }

  @Test(
    "If nightd has ended, dbus-broker starts it with the stored choice; `nightctl watch` continues"
  )
  func activation() throws {
    let desk = try Desk.withActivation(.broker)
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    try desk.set("dark")
    #expect(try watch.nextLine() == "dark")
    try desk.endOwner()
    #expect(try desk.style() == "dark")
    #expect(try desk.nightctl("toggle").output == "light\n")
    #expect(try watch.nextLine() == "light")
    try desk.endOwner()
  }

  @Test("If the broker cannot start nightd, nightctl says that nightd is not running")
  func absence() throws {
    let desk = try Desk(.broker)
    for _ in 1...2 {
      for words in ["get", "set dark", "status", "watch"] {
        let finished = try desk.shell("$NIGHTCTL \(words)")
        #expect(finished.exit == .exited(3))
        #expect(finished.errors.hasPrefix("nightctl: nightd is not running; "), "\(finished)")
      }
      try desk.bus.addService(name: "org.nightd.Night1", command: ["/bin/false"])
    }
  }

  @Test(
    "With dbus-broker, a second daemon exits immediately and reports the first daemon's process"
  )
  func second() throws {
    let desk = try Desk(.broker)
    let first = try desk.startDaemon()
    let second = try desk.launchDaemon()
    #expect(try second.wait() == .exited(3))
    let errors = try second.readAllErrors()
    #expect(errors.hasPrefix("nightd: already running: process \(first.processIdentifier) ("))
  }

  @Test(
    "If dbus-broker ends, the daemon prints one line on standard error and ends",
    arguments: [SIGTERM, SIGKILL]
  )
  func busGone(signal: Int32) throws {
    let desk = try Desk(.broker)
    let daemon = try desk.startDaemon()
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == "light")
    if signal == SIGTERM { try desk.bus.stop() } else { try desk.bus.kill() }
    #expect(try daemon.wait() == .exited(1))
    #expect(try daemon.readAllErrors() == "nightd: the connection to the bus was lost; ending\n")
    #expect(try watch.wait() == .exited(3))
  }
}
