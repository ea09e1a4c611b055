import Glibc
import TestSupport
import Testing

/// A daemon that owns its name but does not answer.
@Suite struct SilentDaemonTests {
  static let reads = [
    "get --bus", "get --bus --json", "get --app x",
    "status", "why", "why --app x", "apps", "history", "programs",
    "prefs list", "prefs read", "schedule", "schedule list", "schedule plot",
    "schedule simulate", "location", "theme next", "watch", "watch --app x", "prefs watch",
    "prefs read fade", "prefs read --json", "prefs explain fade", "prefs export", "prefs check",
    "theme list", "theme show", "introspect", "contrast", "accent", "motion",
  ]

  @Test("If the daemon hangs, each read-only command soon reports that nightd does not answer")
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
      // This limit is well below the 15 seconds in which a daemon must start.
      #expect(try program.wait(timeout: .seconds(10)) == .exited(3), "\(words)")
      #expect(
        program.errorsSoFar == "nightctl: nightd (process \(daemon.processIdentifier)) does not "
          + "answer; to learn how to restart nightd, run nightctl doctor\n",
        "\(words)"
      )
    }
  }

  static let sets = [
    "set dark", "set dark --json", "toggle", "resume", "set dark --for 1h", "set dark --app x",
    "set schedule", "prefs write fade 5", "prefs delete fade", "theme use midnight",
    "contrast high", "accent none", "motion reduced", "location 1,2", "apps remove x",
    "schedule set 'dark 20:00' 'light 07:00'",
  ]

  @Test("If the daemon hangs, a command that sets something warns that the change may still happen")
  func sets() throws {
    let desk = try Desk()
    let daemon = try desk.startDaemon()
    daemon.send(signal: SIGSTOP)
    defer { daemon.send(signal: SIGCONT) }
    let programs = try Self.sets.map { words in try desk.startShell("exec $NIGHTCTL \(words)") }
    for (program, words) in zip(programs, Self.sets) {
      // This limit is well below the 15 seconds in which a daemon must start.
      #expect(try program.wait(timeout: .seconds(10)) == .exited(3), "\(words)")
      let errors = program.errorsSoFar
      #expect(
        errors.hasPrefix(
          "nightctl: nightd (process \(daemon.processIdentifier)) does not answer; "
        ),
        "\(words): \(errors)"
      )
    }
    for words in ["set dark", "toggle", "resume", "set dark --app x", "prefs write fade 5"] {
      let index = try #require(Self.sets.firstIndex(of: words))
      #expect(
        programs[index].errorsSoFar
          == "nightctl: nightd (process \(daemon.processIdentifier)) does "
          + "not answer; the request may still be carried out; "
          + "to learn how to restart nightd, run nightctl doctor\n"
      )
    }
  }
}
