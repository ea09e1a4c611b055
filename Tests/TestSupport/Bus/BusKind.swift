import Glibc

/// Whose message bus it is; nightd has to work alike on both.
package enum BusKind: String, CaseIterable, Codable, Sendable, CustomStringConvertible {
  /// The reference, and what Debian installs.
  case daemon = "dbus-daemon"
  /// What other distributions and systemd use: on its own, without its launcher.
  case broker = "dbus-broker"

  /// The kind that tests get where they do not care: NIGHTD_TEST_BUS names it.
  ///
  /// Nothing for a name that is not known: no bus starts then.
  package static let named =
    getenv("NIGHTD_TEST_BUS")
    .map { BusKind(rawValue: String(cString: $0)) } ?? .daemon

  /// Those that tests for both can have on this machine.
  package static var installed: [BusKind] { allCases.filter { Tool.path($0.rawValue) != nil } }

  package var description: String { rawValue }
}
