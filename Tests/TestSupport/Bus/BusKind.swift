import Glibc

/// The implementation of the message bus; nightd must work in the same way on both.
package enum BusKind: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  /// dbus-daemon, the reference implementation, which Debian installs.
  case daemon = "dbus-daemon"
  /// dbus-broker, which systemd and other distributions use, here without its launcher.
  case broker = "dbus-broker"

  /// The kind for tests that work with either bus; NIGHTD_TEST_BUS names it.
  ///
  /// The kind is nil if the name is unknown, so that no bus starts then.
  package static let named =
    getenv("NIGHTD_TEST_BUS")
    .map { BusKind(rawValue: String(cString: $0)) } ?? .daemon

  /// The kinds of bus that are installed on this machine.
  package static var installed: [BusKind] { allCases.filter { Tool.path($0.rawValue) != nil } }

  package var description: String { rawValue }
}
