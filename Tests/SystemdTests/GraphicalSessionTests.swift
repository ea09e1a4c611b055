import TestSupport
import Testing

extension SystemdTests {
  @Suite struct GraphicalSessionTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // A compositor starts the target through another unit, because the target refuses a manual
      // start.
      _ = try session.said(
        """
        mkdir -p ~/.config/systemd/user
        cat >~/.config/systemd/user/desktop.target <<'END'
        [Unit]
        BindsTo=graphical-session.target
        Before=graphical-session.target
        END
        systemctl --user daemon-reload
        """
      )
    }

    @Test("The enabled daemon starts and ends with the graphical session")
    func enabled() throws {
      _ = try session.said("systemctl --user enable nightd")
      try logIn()
      #expect(try session.property("ActiveState") == "active")
      #expect(try session.property("MainPID") == session.owner())
      try logOut()
      #expect(try session.property("Result") == "success")
    }

    @Test("A daemon that a call started also ends when the graphical session ends")
    func activated() throws {
      try logIn()
      #expect(try session.property("ActiveState") == "inactive")
      _ = try session.said("nightctl get")
      try logOut()
      #expect(
        try session.said("nightctl get") == "light",
        "the daemon starts again when it is needed"
      )
    }

    @Test(
      "Without graphical-session.target, the enabled daemon starts when systemd has WAYLAND_DISPLAY"
    )
    func withoutTarget() throws {
      defer { _ = try? session.said("systemctl --user unset-environment WAYLAND_DISPLAY") }
      _ = try session.said(
        "systemctl --user enable nightd && systemctl --user start default.target"
      )
      try session.awaitProperty("ActiveState", "active", of: Self.login)
      // When this client connects to the bus, the script checks again; since no screen is set, it
      // keeps waiting.
      _ = try session.said("busctl --user list")
      #expect(try session.property("ActiveState") == "inactive")
      _ = try session.said(
        "WAYLAND_DISPLAY=wayland-1 dbus-update-activation-environment --systemd WAYLAND_DISPLAY"
      )
      try session.awaitProperty("ActiveState", "active", of: "nightd")
      #expect(try session.property("ActiveState", of: "graphical-session.target") == "inactive")
      let nightds = "tr '\\0' '\\n' </proc/\(try session.owner())/environ | grep ^WAYLAND_"
      #expect(try session.said(nightds) == "WAYLAND_DISPLAY=wayland-1")
      try session.awaitProperty("ActiveState", "inactive", of: Self.login)
      #expect(try session.property("Result", of: Self.login) == "success")
    }

    @Test("If nightd's unit is disabled, nightd-login.service is disabled, too")
    func disabled() throws {
      _ = try session.said("systemctl --user enable nightd")
      #expect(try session.said("systemctl --user is-enabled \(Self.login)") == "enabled")
      _ = try session.said("systemctl --user disable nightd")
      #expect(try session.run("systemctl --user is-enabled \(Self.login)").output == "disabled")
    }

    private static let login = "nightd-login.service"

    // The target becomes active only after all units that it wants have started.
    private func logIn() throws {
      _ = try session.said("systemctl --user start desktop.target")
      try session.awaitProperty("ActiveState", "active", of: "graphical-session.target")
    }

    private func logOut() throws {
      _ = try session.said("systemctl --user stop desktop.target")
      try session.awaitProperty("ActiveState", "inactive", of: "nightd")
    }
  }
}
