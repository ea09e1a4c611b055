import TestSupport
import Testing

extension SystemdTests {
  @Suite struct RestartTests {
    /// Prints the name without digits and the state of each unit of nightd and GNOME's settings.
    private static let units =
      #"systemctl --user list-units --plain --no-legend "nightd*" "dconf*""#
      + #" | tr -d 0-9 | tr -s " " | cut -d " " -f 1,4"#
    /// The units that remain while nothing happens.
    private static let lastingUnits =
      (SkipReason.settings == nil ? "nightd-desktop-.-.service running\n" : "")
      + "nightd.service running"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // Without GNOME's settings, no program and no dconf.service runs after a change.
      _ = try session.said("nightctl programs off gnome && nightctl set dark")
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

    // The manager of a systemd older than 262 blocks for 90 s if a unit starts or ends after the
    // bus's connections were closed and before the manager knows that the bus has ended
    // (systemd#21177). On a loaded machine, this time is up to 50 ms long. So no unit that starts or
    // ends by itself may run at a crash; the units that remain must outlive the bus. Before nightd
    // and its programs did so, the manager usually hung within three crashes. It still hangs once in
    // a while, and then the next tests fail too. So only `make torture` runs this test.
    @Test(
      "If the bus crashes, the daemon is started again on the next bus",
      .enabled(if: SkipReason.crashes == nil, Comment(rawValue: SkipReason.crashes ?? ""))
    )
    func bus() throws {
      for _ in 1...4 {
        try session.awaitOutput(of: Self.units, Self.lastingUnits)
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
