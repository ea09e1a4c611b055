import TestSupport
import Testing

extension SystemdTests {
  @Suite struct RestartTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      _ = try session.said("nightctl set dark")
    }

    // systemd alone would give up at the sixth start within ten seconds, and the bus would then
    // hold up all callers for two minutes.
    @Test("a daemon that is killed again and again comes back each time, with the choice")
    func kills() throws {
      for _ in 1...6 {
        let process = try session.property("MainPID")
        _ = try session.said("systemctl --user kill -s KILL nightd")
        try session.awaitChange("MainPID", from: process, of: "nightd")
        #expect(try session.said("nightctl get") == "dark")
        #expect(try session.property("MainPID") == session.owner())
      }
    }

    // Should nightd, or what it runs beside it, be gone before the bus is, the manager itself would
    // hang, most times within the first three.
    @Test("a daemon whose bus crashed comes back on the next one")
    func bus() throws {
      // A mirror that ends by itself at that very moment would be such a one, and none runs then.
      try session.startAfresh()
      _ = try session.said("nightctl prefs write mirror.gsettings false")
      _ = try session.said("nightctl set dark")
      let mirrors = "systemctl --user list-units --all --plain --no-legend 'nightd-gsettings-*'"
      try session.awaitOutput(of: mirrors, "")
      for _ in 1...4 {
        _ = try session.said("systemctl --user reset-failed dbus.service dbus.socket")
        let process = try session.property("MainPID")
        _ = try session.said("systemctl --user kill -s KILL dbus")
        try session.awaitChange("MainPID", from: process, of: "nightd")
        try session.awaitChange("MainPID", from: "0", of: "nightd")
        #expect(try session.said("nightctl get") == "dark")
        #expect(try session.property("MainPID") == session.owner())
      }
    }

    // The other order would cost a line of error at each logout.
    @Test("the daemon ends before its bus")
    func order() throws {
      let after = try session.property("After").split(separator: " ")
      #expect(after.contains("dbus.service"))
    }
  }
}
