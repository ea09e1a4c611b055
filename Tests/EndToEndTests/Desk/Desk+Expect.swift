import Glibc
import TestSupport
import Testing

extension Desk {
  /// What `get` prints; a failure of it is one of the test.
  func style() throws -> String {
    let finished = try nightctl("get")
    #expect(finished.exit == .exited(0), "\(finished)")
    return String(finished.output.dropLast())
  }

  /// Sets a style, which has to succeed.
  func set(_ style: String) throws {
    let finished = try nightctl("set", style)
    #expect(finished.exit == .exited(0), "\(finished)")
  }

  /// Ends a daemon as its service manager would, and gives what it said since.
  func end(_ daemon: Program) throws -> String {
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    return try daemon.readAllErrors()
  }
}
