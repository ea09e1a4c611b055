import Glibc
import TestSupport
import Testing

extension Desk {
  /// Runs nightctl and returns its output; a failure or a message on standard error fails the test.
  func printed(_ words: String...) throws -> String { try printed(words) }

  func printed(_ words: [String]) throws -> String {
    let finished = try nightctl(words)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.errors == "")
    return finished.output
  }

  /// Returns the output of `nightctl get`; a failure fails the test.
  func style() throws -> String { String(try printed("get").dropLast()) }

  /// Sets a style; a failure fails the test.
  func set(_ style: String) throws {
    let finished = try nightctl("set", style)
    #expect(finished.exit == .exited(0), "\(finished)")
  }

  /// Ends a daemon as its service manager would, and returns its last log lines.
  func end(_ daemon: Program) throws -> String {
    daemon.send(signal: SIGTERM)
    #expect(try daemon.wait() == .exited(0))
    return try daemon.readAllErrors()
  }
}
