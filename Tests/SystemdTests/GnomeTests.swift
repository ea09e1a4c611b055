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
      // A desktop's session sets this variable for the manager, and so for all programs that the
      // manager runs.
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
      // If the machine has a pair of themes, the record contains their names, too.
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
      // dconf's service starts only once the gate is open, so the write takes until then.
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
      // The desktop's source ends with the daemon, so now only nightctl is waiting at the gate.
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
