import TestSupport
import Testing

extension SystemdTests {
  @Suite struct ActivationTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    @Test("The first call on the bus makes systemd start the installed daemon")
    func activation() throws {
      #expect(try session.property("ActiveState") == "inactive")
      #expect(try session.said("nightctl get") == "light")
      #expect(try session.property("ActiveState") == "active")
      #expect(try session.property("MainPID") == session.owner())
      let file = try session.property("FragmentPath")
      #expect(file == "/usr/local/share/systemd/user/nightd.service")
      #expect(try session.said("readlink /proc/\(session.owner())/exe") == "/usr/local/bin/nightd")
    }

    @Test("`nightctl status` starts the daemon")
    func status() throws {
      #expect(try session.run("nightctl status").code == 0)
      #expect(try session.property("ActiveState") == "active")
    }

    @Test("A stopped daemon ends within a second, is not treated as failed, and keeps the choice")
    func stop() throws {
      _ = try session.said("nightctl set dark")
      _ = try session.said("systemctl --user stop nightd")
      // Read the times from the manager, because systemctl may start slowly on a loaded machine.
      let moments = try ["ActiveExitTimestampMonotonic", "InactiveEnterTimestampMonotonic"].map {
        try #require(Int(session.property($0)))
      }
      #expect((0..<1_000_000).contains(moments[1] - moments[0]), "\(moments)")
      #expect(try session.property("ActiveState") == "inactive")
      #expect(try session.property("SubState") == "dead")
      #expect(try session.property("Result") == "success")
      #expect(try session.property("ExecMainStatus") == "0")
      #expect(try session.said("nightctl get") == "dark")
    }

    @Test("A second daemon reports the first daemon's process, exits with 3, and disturbs nothing")
    func second() throws {
      _ = try session.said("nightctl get")
      let first = try session.owner()
      let words = "already running: process \(first) (nightd) owns org.nightd.Night1 on this bus"
      #expect(try session.run("nightd") == .init(output: "nightd: \(words)", code: 3))
      #expect(try session.owner() == first)
    }

    @Test("On a bus without systemd, the bus itself starts the daemon, which has the stored choice")
    func plainBus() throws {
      _ = try session.said("nightctl set dark")
      #expect(try session.said("dbus-run-session -- nightctl get 2>/dev/null") == "dark")
      #expect(try session.said("dbus-run-session -- nightctl toggle 2>/dev/null") == "light")
      try session.awaitOutput(of: "nightctl get", "light")
    }

    @Test(
      "In the journal, the daemon's lines have a priority, but no visible prefix for the priority"
    )
    func journal() throws {
      _ = try session.said("nightctl get")
      try session.awaitLine(
        "ready: the style is light (by default)",
        by: "--user-unit nightd -t nightd PRIORITY=6 _PID=\(session.owner())"
      )
    }
  }
}
