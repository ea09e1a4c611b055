import Glibc

/// The implementation of the message bus; nightd must work alike on both.
package enum BusKind: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  /// The reference implementation, which Debian installs.
  case daemon = "dbus-daemon"
  /// The implementation of systemd and other distributions, here without its launcher.
  case broker = "dbus-broker"

  /// The kind for tests that work with either, named by NIGHTD_TEST_BUS.
  ///
  /// It is nil for an unknown name, so that no bus starts then.
  package static let named =
    getenv("NIGHTD_TEST_BUS")
    .map { BusKind(rawValue: String(cString: $0)) } ?? .daemon

  /// The kinds that this machine has.
  package static var installed: [BusKind] { allCases.filter { Tool.path($0.rawValue) != nil } }

  package var description: String { rawValue }
}
