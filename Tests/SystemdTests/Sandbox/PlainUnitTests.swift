import TestSupport
import Testing

extension SystemdTests {
  /// The unit that serves where the daemon's own cannot have the namespaces of its sandbox.
  @Suite struct PlainUnitTests {
    private static let plain = "nightd-plain.service"

    @Test(
      "where namespaces are denied the daemon serves at once, without them",
      .enabled(if: Strace.obstacle == nil, "\(Strace.obstacle ?? "")")
    )
    func denied() throws {
      let session = try UserSession(denyingNamespaces: true)
      let start = ContinuousClock.now
      #expect(try session.said("nightctl get") == "light")
      #expect(.now - start < .seconds(5))
      #expect(try session.property("ExecMainStatus") == "217")
      #expect(try session.property("NRestarts") == "0")
      #expect(try session.said("nightctl set dark && nightctl get") == "dark")
      #expect(try session.property("MainPID", of: Self.plain) == session.owner())

      // It ends with the unit whose place it takes, and is back with the next call.
      _ = try session.said("systemctl --user stop nightd")
      #expect(try session.property("ActiveState", of: Self.plain) == "inactive")
      #expect(try session.said("nightctl get") == "dark")
      let process = try session.owner()
      _ = try session.run("systemctl --user restart nightd")
      #expect(try session.said("nightctl get") == "dark")
      #expect(try session.owner() != process)
      _ = try session.said("systemctl --user kill -s KILL nightd-plain")
      #expect(try session.said("nightctl get") == "dark")

      _ = try session.said("systemctl --user start night-switch")
      #expect(try session.property("Result", of: "night-switch.service") == "success")
      #expect(try session.end() == .exited(0))
    }

    @Test("it does not start where another daemon has the name")
    func taken() throws {
      let session = try #require(UserSession.current)
      try session.startAfresh()
      _ = try session.said("nightd >~/log 2>&1 & echo $! >~/other; nightctl get")
      defer { _ = try? session.said("kill $(cat ~/other)") }
      try session.awaitOutput(of: "nightctl status >/dev/null && grep -c ready ~/log", "1")
      #expect(try session.run("systemctl --user start nightd").code == 1)
      #expect(try session.property("ExecMainStatus") == "3")
      try expectRefusal(in: session)
    }

    @Test("it does not start where the daemon fails again and again")
    func failing() throws {
      let session = try #require(UserSession.current)
      try session.startAfresh()
      try session.dropIn(
        """
        [Unit]
        StartLimitBurst=2
        [Service]
        ExecStart=
        ExecStart=/bin/false
        RestartSec=10ms
        """
      )
      #expect(try session.run("systemctl --user start nightd").code == 1)
      try expectRefusal(in: session)

    }

    private func expectRefusal(in session: UserSession) throws {
      try session.awaitProperty("Result", "exec-condition", of: Self.plain)
      #expect(try session.property("ActiveState", of: Self.plain) == "inactive")
      #expect(try session.property("ExecMainStartTimestamp", of: Self.plain).isEmpty)
    }
  }
}
