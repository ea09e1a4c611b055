import Glibc
import TestSupport
import Testing

/// A daemon that has its name and stands still.
@Suite struct SilentDaemonTests {
  static let reads = [
    "get", "get --json", "status", "why", "why --app x", "apps", "history", "reactions",
    "prefs list", "prefs read", "schedule", "schedule list", "schedule plot",
    "schedule simulate", "location", "theme next",
  ]

  @Test("a daemon that hangs is named, soon, by whatever only reads")
  func reads() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    daemon.send(signal: SIGSTOP)
    defer { daemon.send(signal: SIGCONT) }
    let programs = try Self.reads.map { words in
      try Program.start(
        Built.nightctl,
        words.split(separator: " ").map(String.init),
        environment: desk.environment
      )
    }
    for (program, words) in zip(programs, Self.reads) {
      // Long before the 15 seconds that a daemon has to start in.
      #expect(try program.wait(timeout: .seconds(10)) == .exited(3), "\(words)")
      #expect(
        program.errorsSoFar == "nightctl: nightd (process \(daemon.processIdentifier)) does not "
          + "answer; nightctl doctor says how to restart it\n",
        "\(words)"
      )
    }
  }

  @Test("a set that a hanging daemon may still do says so", arguments: ["set dark", "resume"])
  func sets(words: String) throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    daemon.send(signal: SIGSTOP)
    defer { daemon.send(signal: SIGCONT) }
    let finished = try desk.nightctl(words.split(separator: " ").map(String.init))
    #expect(finished.exit == .exited(3))
    #expect(
      finished.errors == "nightctl: nightd (process \(daemon.processIdentifier)) does not answer; "
        + "what was asked may still be done; nightctl doctor says how to restart it\n"
    )
  }
}
