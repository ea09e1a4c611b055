import TestSupport
import Testing

extension SystemdTests {
  /// nightd's folder in the user's runtime folder, which the unit or the daemon makes.
  @Suite struct RuntimeFolderTests {
    private static let folder = "$XDG_RUNTIME_DIR/nightd"
    private static let look = "stat -c '%a %F' \(folder) && ls \(folder) | grep -c '^store-.*lock$'"
    private static let found = "700 directory\n1"

    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
      _ = try session.said("rm -rf \(Self.folder)")
    }

    @Test(
      "The unit makes the runtime folder, which the daemon writes to, and which stays after a stop"
    )
    func unit() throws {
      _ = try session.said("nightctl set dark")
      #expect(try session.said(Self.look) == Self.found)
      #expect(try session.said("stat -c %a \(Self.folder)/store-*.lock") == "600")
      _ = try session.said("systemctl --user stop nightd")
      #expect(try session.said(Self.look) == Self.found)
    }

    @Test(
      "A daemon that a user starts makes the runtime folder, and a failed start keeps the folder"
    )
    func byHand() throws {
      _ = try session.said("nightd >~/by-hand 2>&1 & echo $! >~/daemon")
      defer { _ = try? session.said("kill $(cat ~/daemon)") }
      try session.awaitOutput(of: "grep -c ready: ~/by-hand", "1")
      _ = try session.said("nightctl set dark")
      #expect(try session.said(Self.look) == Self.found)
      // systemd may take the running daemon's bus name for the unit's, and so report that the start
      // succeeded just before the unit's daemon ends.
      _ = try session.run("systemctl --user start nightd")
      try session.awaitOutput(of: "systemctl --user show -P ExecMainStatus nightd", "3")
      #expect(try session.said(Self.look) == Self.found)
    }
  }
}
