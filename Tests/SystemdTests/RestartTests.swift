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

    // With systemd's default limit, the manager would refuse the sixth start within ten seconds.
    // After a refusal, all callers would wait two minutes for the bus's answer.
    @Test("A daemon that is killed six times is restarted each time, with the stored choice")
    func kills() throws {
      for _ in 1...6 {
        let process = try session.property("MainPID")
        _ = try session.said("systemctl --user kill -s KILL nightd")
        try session.awaitChange("MainPID", from: process, of: "nightd")
        #expect(try session.said("nightctl get") == "dark")
        #expect(try session.property("MainPID") == session.owner())
      }
    }

    // If nightd or one of its programs ended before the bus, the manager itself could hang. Before
    // this fault was fixed, the manager usually hung within three crashes of the bus.
    @Test("If the bus crashes, the daemon is started again on the next bus")
    func bus() throws {
      // A nightctl that ends at the moment of the crash would also make the manager hang, so no
      // nightctl may run.
      try session.startAfresh()
      _ = try session.said("nightctl programs off gnome")
      _ = try session.said("nightctl set dark")
      let units = "systemctl --user list-units --all --plain --no-legend 'nightd-gnome-*'"
      try session.awaitOutput(of: units, "")
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

    // If the bus ended first, an error would be logged at each logout.
    @Test("The daemon's unit ends before the bus")
    func order() throws {
      let after = try session.property("After").split(separator: " ")
      #expect(after.contains("dbus.service"))
    }
  }
}
