import TestSupport
import Testing

extension SystemdTests {
  /// The installed unit in its sandbox, and the settings that it writes outside the sandbox.
  @Suite(.enabled(if: SkipReason.settings == nil, "\(SkipReason.settings ?? "")"))
  struct GnomeTests {
    static let get = "gsettings get org.gnome.desktop.interface color-scheme | tr -cd a-z-"
    private static let units =
      "systemctl --user list-units --all --plain --no-legend 'nightd-gnome-*'"

    private static let source =
      "systemctl --user list-units --all --plain --no-legend 'nightd-desktop-*'"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      // A desktop's session sets this variable in the manager's environment, so all programs that
      // the manager runs inherit it.
      _ = try session.said("systemctl --user set-environment GSETTINGS_BACKEND=keyfile")
    }

    private func scheme() -> String { "GSETTINGS_BACKEND=keyfile \(Self.get)" }

    @Test("nightd writes each style to GSettings, and `programs off` restores the earlier value")
    func written() throws {
      _ = try session.said("nightctl set dark --always")
      try session.awaitOutput(of: scheme(), "prefer-dark")
      try session.awaitOutput(of: Self.units, "")
      #expect(try session.said("nightctl programs").contains("  done, in "))
      let record = "~/.local/state/nightd/gsettings.json"
      // If the machine has a pair of themes, the record also contains their names, so read only the
      // colour scheme.
      let found = try session.said(
        #"tr -d ' \n' <\#(record) | grep -o "color-scheme.*original.:.'[a-z]*'""#
      )
      #expect(found.hasSuffix(#""original":"'default'"#), "\(found)")
      _ = try session.said("nightctl set light --always")
      try session.awaitOutput(of: scheme(), "prefer-light")
      _ = try session.said("nightctl programs off gnome")
      try session.awaitOutput(of: scheme(), "default")
      try session.awaitOutput(of: "ls ~/.local/state/nightd | grep -c gsettings.json", "0")
      try end()
    }

    @Test(
      "If the daemon ends, a running update of GNOME's settings continues, with a time limit",
      .enabled(if: SkipReason.dconf == nil, "\(SkipReason.dconf ?? "")")
    )
    func left() throws {
      // dconf's service cannot start before the test opens the gate (a named pipe), so the write
      // hangs until then.
      _ = try session.said(
        #"""
        mkfifo ~/gate
        mkdir -p ~/.config/systemd/user/dconf.service.d
        printf '[Service]\nExecStartPre=/bin/sh -c ": <%%h/gate"\n' \
          >~/.config/systemd/user/dconf.service.d/gate.conf
        systemctl --user daemon-reload
        systemctl --user stop dconf
        systemctl --user set-environment GSETTINGS_BACKEND=dconf
        nightctl set dark --always
        """#
      )
      try session.awaitOutput(of: "systemctl --user show -P ActiveState dconf", "activating")
      let unit = try session.said("\(Self.units) | cut -d ' ' -f 1")
      #expect(try session.property("RuntimeMaxUSec", of: unit) == "30s")
      _ = try session.said("systemctl --user stop nightd")
      // The program that reports GNOME's settings ends with the daemon, so now only nightctl waits
      // at the gate.
      try session.awaitOutput(of: Self.source, "")
      try session.awaitOutput(of: "\(Self.units) | grep -c running", "1")
      _ = try session.said(": >~/gate")
      try session.awaitOutput(of: Self.units, "")
      #expect(try session.said("GSETTINGS_BACKEND=dconf \(Self.get)") == "prefer-dark")
      _ = try session.said(
        """
        systemctl --user stop dconf
        rm -r ~/gate ~/.config/systemd/user/dconf.service.d ~/.config/dconf
        systemctl --user daemon-reload
        """
      )
      try end()
    }

    private func end() throws {
      _ = try session.said("systemctl --user unset-environment GSETTINGS_BACKEND")
    }
  }
}
