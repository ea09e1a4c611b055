import TestSupport
import Testing

extension SystemdTests {
  /// The installed unit, in its sandbox, and the program outside of it that tells GNOME's settings.
  @Suite(.enabled(if: Obstacle.settings == nil, "\(Obstacle.settings ?? "")"))
  struct DesktopTests {
    private static let units =
      "systemctl --user list-units --all --plain --no-legend 'nightd-desktop-*'"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // As a desktop's session has it: for the manager, and so for all that it runs.
      _ = try session.said("systemctl --user set-environment GSETTINGS_BACKEND=keyfile")
    }

    @Test("the desktop's switch is followed through a unit beside nightd's, which ends with that")
    func followed() throws {
      #expect(try session.said("nightctl get") == "light")
      let source = "nightctl status --json | grep -c desktop-source...gsettings"
      try session.awaitOutput(of: source, "1")
      let set = "GSETTINGS_BACKEND=keyfile gsettings set org.gnome.desktop.interface color-scheme"
      _ = try session.said("\(set) prefer-dark")
      try session.awaitOutput(of: "nightctl get", "dark")
      _ = try session.said("\(set) default")
      try session.awaitOutput(of: "nightctl get", "light")
      #expect(try session.said("\(Self.units) | wc -l") == "1")
      _ = try session.said("systemctl --user stop nightd")
      try session.awaitOutput(of: Self.units, "")
      _ = try session.said("systemctl --user unset-environment GSETTINGS_BACKEND")
    }
  }
}
