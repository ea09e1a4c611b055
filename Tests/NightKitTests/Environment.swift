import Glibc
import TestSupport

extension PrivateBus {
  /// Makes this the session bus of the process under test.
  func point() throws {
    for (name, value) in try environment() where name.hasPrefix("DBUS_") || name.hasPrefix("XDG_") {
      setenv(name, value, 1)
    }
  }
}
