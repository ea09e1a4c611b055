import TestSupport
import Testing

extension SystemdTests {
  /// Messages from an application into nightd's sandbox and back, through the installed parts.
  ///
  /// The parts are the bus, the portal with its unit, and nightd with its unit.
  @Suite(
    .enabled(if: SkipReason.portal == nil, "\(SkipReason.portal ?? "")"),
    .enabled(if: SkipReason.settings == nil, "\(SkipReason.settings ?? "")")
  )
  struct PortalTests {
    private static let unit = "xdg-desktop-portal.service"
    private static let portal = "org.freedesktop.portal.Desktop"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try stop()
      try session.startAfresh()
      #expect(try session.property("ActiveState") == "inactive")
      #expect(try session.property("ActiveState", of: Self.unit) == "inactive")
      _ = try session.said("systemctl --user set-environment GSETTINGS_BACKEND=keyfile")
    }

    /// Stops the portal and the programs that it started, so that the document portal is unmounted.
    private func stop() throws {
      _ = try session.said(
        """
        systemctl --user stop \(Self.unit) xdg-document-portal xdg-permission-store
        systemctl --user unset-environment GSETTINGS_BACKEND
        """
      )
    }

    /// The portal's answer to an application, in which the portal wraps the backend's variant in a
    /// variant of its own.
    private func read() throws -> String {
      try session.said(
        "busctl --user call \(Self.portal) /org/freedesktop/portal/desktop "
          + "org.freedesktop.portal.Settings Read ss org.freedesktop.appearance color-scheme"
      )
    }

    /// Expects that the main processes of the units own the bus names.
    private func expectUnits() throws {
      #expect(try session.property("MainPID", of: Self.unit) == session.owner(of: Self.portal))
      let process = try session.property("MainPID")
      #expect(try session.owner() == process)
      #expect(try session.owner(of: "org.freedesktop.impl.portal.desktop.nightd") == process)
    }

    @Test(
      "The first request of an application starts the portal and nightd, and returns no preference"
    )
    func undecided() throws {
      defer { try? stop() }
      #expect(try read() == "v v u 0")
      try expectUnits()
    }

    @Test(
      "An application reads the choice, and gets each change even after nightd or the portal restarts"
    )
    func decided() throws {
      defer { try? stop() }
      _ = try session.said(
        """
        mkdir -p ~/\(Desk.storeFolder)
        cat >~/\(Desk.store) <<'END'
        \(Desk.intent("dark"))
        END
        """
      )
      #expect(try read() == "v v u 1")
      try expectUnits()

      try listen()
      _ = try session.said("nightctl set light")
      #expect(try heard() == 2)
      try session.awaitOutput(
        of: "GSETTINGS_BACKEND=keyfile \(GnomeTests.get)",
        "prefer-light"
      )

      let portal = try session.property("MainPID", of: Self.unit)
      _ = try session.said("systemctl --user kill -s KILL nightd; nightctl set dark")
      // The new daemon signals the style as soon as it owns the portal backend's name, which may be
      // before or after the change by `nightctl set`.
      let first = try heard()
      #expect(try first == 1 || first == 2 && heard() == 1)
      #expect(try session.property("MainPID", of: Self.unit) == portal)
      try expectUnits()

      _ = try session.said("systemctl --user restart \(Self.unit)")
      #expect(try session.property("MainPID", of: Self.unit) != portal)
      #expect(try read() == "v v u 1")
      _ = try session.said("nightctl set light")
      // The daemon signals the current style to the new portal. Unlike an application, this
      // listener subscribes to the new portal only after the portal has appeared, so it may miss
      // the signal.
      let again = try heard()
      #expect(try again == 2 || again == 1 && heard() == 2)
      _ = try session.said("kill $listener; exec 3<&-; rm ~/told")
    }

    // MARK: - An application that listens

    /// Starts the listener, and returns when it is listening.
    private func listen() throws {
      _ = try session.said(
        """
        mkfifo ~/told
        gdbus monitor --session --dest \(Self.portal) >~/told 2>&1 &
        listener=$!
        exec 3<~/told
        """
      )
      while try !line().contains(" is owned by ") {}
    }

    /// The colour scheme in the next signal.
    private func heard() throws -> Int? {
      while true {
        let words = try line().split(separator: "'color-scheme', <uint32 ")
        if words.count == 2 { return Int(words[1].prefix { $0.isNumber }) }
      }
    }

    private func line() throws -> String {
      try session.said(#"timeout 10 sh -c 'read -r line && echo "$line"' <&3"#)
    }
  }
}
