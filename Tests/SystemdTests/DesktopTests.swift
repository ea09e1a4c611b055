import TestSupport
import Testing

extension SystemdTests {
  /// The installed unit in its sandbox, and the program outside the sandbox that reports GNOME's
  /// settings.
  @Suite(.enabled(if: SkipReason.settings == nil, "\(SkipReason.settings ?? "")"))
  struct DesktopTests {
    private static let units =
      "systemctl --user list-units --all --plain --no-legend 'nightd-desktop-*'"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // A desktop's session sets this variable in the manager's environment, so all programs that
      // the manager runs inherit it.
      _ = try session.said("systemctl --user set-environment GSETTINGS_BACKEND=keyfile")
    }

    @Test(
      "A separate unit reports the desktop's switch to the daemon, and ends when the daemon ends"
    )
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
