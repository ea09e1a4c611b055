import Glibc
import TestSupport
import Testing

extension SystemdTests {
  /// The real portal and GTK's backend, in a manager whose environment has no screen.
  @Suite(
    .enabled(
      if: SkipReason.portal == nil
        && access("/usr/lib/systemd/user/xdg-desktop-portal-gtk.service", R_OK) == 0,
      "xdg-desktop-portal, its units or xdg-desktop-portal-gtk are missing"
    )
  )
  struct DoctorTests {
    private static let portal = "xdg-desktop-portal.service"
    private static let backend = "xdg-desktop-portal-gtk.service"
    private let session: UserSession

    init() throws {
      session = try #require(UserSession.current)
      try session.startAfresh()
    }

    @Test("If a backend failed without a screen, the doctor reports it and the missing variable")
    func backendFailed() throws {
      try session.withBackend("gtk") { try lookAtFailure() }
    }

    @Test("For a masked portal, the doctor prints the command that unmasks it")
    func masked() throws {
      _ = try session.said("nightctl set light; systemctl --user stop \(Self.portal)")
      for option in ["", " --runtime"] {
        _ = try session.said("systemctl --user mask\(option) \(Self.portal)")
        let lines = try session.run("nightctl doctor").output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("portal-masked: ") == true, "\(lines)")
        let command = "systemctl --user unmask\(option) xdg-desktop-portal"
        #expect(lines.contains("  run: \(command)"), "\(lines)")
        _ = try session.said(command)
      }
      _ = try session.said("systemctl --user start \(Self.portal)")
      let left = try session.run("nightctl doctor").output
      #expect(!left.contains("portal-masked"), "\(left)")
    }

    private func lookAtFailure() throws {
      _ = try session.said("nightctl set dark; systemctl --user start --no-block \(Self.portal)")
      try session.awaitProperty("ActiveState", "failed", of: Self.backend)
      #expect(try session.property("ActiveState", of: Self.portal) == "activating")
      func found(_ screen: String) throws -> [Substring] {
        try session.run("\(screen) nightctl doctor").output.split(separator: "\n")
      }
      let lines = try found("env -u DISPLAY")
      #expect(
        lines.first == "backend-failed: \(Self.backend) ended with an error, and is not running"
      )
      #expect(
        lines.dropFirst().first?.hasSuffix("run the command in a terminal of your desktop.") == true
      )
      let here = try found("DISPLAY=:7")
      #expect(
        here.dropFirst().first?.hasSuffix("not told which screen the backend can use.") == true
      )
      let start = "  run: systemctl --user import-environment DISPLAY && "
      #expect(here.dropFirst(2).first?.hasPrefix(start) == true)
      _ = try session.said("systemctl --user kill -s KILL \(Self.portal)")
      try session.awaitProperty("ActiveState", "failed", of: Self.portal)
      #expect(try found("").first == lines.first)
    }
  }
}
