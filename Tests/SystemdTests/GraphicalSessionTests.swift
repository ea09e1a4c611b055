import TestSupport
import Testing

extension SystemdTests {
  @Suite struct GraphicalSessionTests {
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // A compositor starts the target in this way, because nobody can start the target by hand.
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

    // The target becomes active only after all units that it wants.
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
