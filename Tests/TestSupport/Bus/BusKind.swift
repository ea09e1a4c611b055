import Glibc

/// An implementation of the message bus; nightd must behave in the same way on both
/// implementations.
package enum BusKind: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  /// dbus-daemon, the reference implementation, which Debian installs.
  case daemon = "dbus-daemon"
  /// dbus-broker, which systemd and other distributions use; here it runs without its launcher.
  case broker = "dbus-broker"

  /// The kind of bus that NIGHTD_TEST_BUS names; for tests that work with both kinds.
  ///
  /// If the name is unknown, the kind is nil, so no bus starts.
  package static let named =
    getenv("NIGHTD_TEST_BUS")
    .map { BusKind(rawValue: String(cString: $0)) } ?? .daemon

  /// The kinds of bus that this machine has.
  package static var installed: [BusKind] { allCases.filter { Tool.path($0.rawValue) != nil } }

  package var description: String { rawValue }
}
