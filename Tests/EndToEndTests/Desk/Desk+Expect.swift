import Glibc
import TestSupport
import Testing

extension Desk {
  /// What nightctl prints; a failure of it, or a word of complaint, is one of the test.
  func printed(_ words: String...) throws -> String { try printed(words) }

  func printed(_ words: [String]) throws -> String {
    let finished = try nightctl(words)
    #expect(finished.exit == .exited(0), "\(finished)")
    #expect(finished.errors == "")
    return finished.output
  }

  /// What `get` prints; a failure of it is one of the test.
  func style() throws -> String { String(try printed("get").dropLast()) }

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
