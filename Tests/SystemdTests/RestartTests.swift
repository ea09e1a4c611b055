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

    // systemd alone would give up at the sixth start within ten seconds. The bus would then keep
    // all callers waiting for two minutes.
    @Test("A daemon that is killed six times comes back each time with the choice")
    func kills() throws {
      for _ in 1...6 {
        let process = try session.property("MainPID")
        _ = try session.said("systemctl --user kill -s KILL nightd")
        try session.awaitChange("MainPID", from: process, of: "nightd")
        #expect(try session.said("nightctl get") == "dark")
        #expect(try session.property("MainPID") == session.owner())
      }
    }

    // If nightd, or a program that it runs, ends before the bus does, the manager itself may hang.
    // Without the fix it hung most times within the first three rounds.
    @Test("A daemon whose bus crashed comes back on the next bus")
    func bus() throws {
      // A mirror that ends at that moment would make the manager hang, so none may run.
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

    // The other order would log an error at each logout.
    @Test("The daemon's unit ends before the bus")
    func order() throws {
      let after = try session.property("After").split(separator: " ")
      #expect(after.contains("dbus.service"))
    }
  }
}
