import Glibc
import TestSupport
import Testing

@Suite(
  "Hanging file system",
  .enabled(if: HangingFolder.isPossible, "no file system can be mounted and served here")
)
struct HangingDiskTests {
  @Test(
    "If the disk of config.json5 hangs, new styles are still stored, and the log mentions the file",
    .timeLimit(.minutes(2))
  )
  func config() throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(".config/nightd")
    let hanging = try HangingFolder(folder, ["config.json5": "{fade: 7}"])
    defer { hanging.end() }
    // Turn off the search for leaks: at the daemon's end it would stop all threads, but one of them
    // waits for the disk.
    let daemon = try desk.startDaemon(adding: Strace.environment([:]))
    #expect(try desk.nightctl("prefs", "read", "fade").output == "7\n")
    hanging.hang()
    // The daemon reads the hanging file only when somebody asks for a check.
    let check = try desk.start("prefs", "check")
    defer { check.killGroup() }
    _ = try daemon.awaitError(
      "\(folder)/config.json5: it does not answer: its disk or its server may hang; nightd "
        + "still uses the earlier version"
    )
    for style in ["dark", "light", "dark"] {
      #expect(try desk.nightctl("set", style).exit == .exited(0))
      #expect(desk.storedStyle == style)
    }
    #expect(try desk.nightctl("prefs", "write", "contrast", "high").exit == .exited(0))
    #expect(try desk.nightctl("prefs", "read", "fade").output == "7\n")
    #expect(try desk.nightctl("history", "-n", "1").exit == .exited(0))
    // nightd reads the themes only after config.json5, and refuses this call after two seconds.
    let list = try desk.start("theme", "list")
    defer { list.killGroup() }
    for style in ["dark", "light", "dark", "light"] { try desk.set(style) }
    daemon.send(signal: SIGTERM)
    let began = ContinuousClock.now
    #expect(try daemon.wait(timeout: .seconds(15)) == .exited(0))
    #expect(ContinuousClock.now - began < .seconds(4))
  }

  @Test("nightd checks a file again when its hanging disk answers again", .timeLimit(.minutes(1)))
  func again() throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(".config/nightd")
    let hanging = try HangingFolder(folder, ["config.json5": "{fade: -7}"])
    defer { hanging.end() }
    try desk.startDaemon()
    hanging.hang()
    let check = try desk.start("prefs", "check")
    try desk.set("dark")
    hanging.goOn()
    #expect(try check.wait() == .exited(1))
  }

  @Test(
    "While the hooks' folder hangs, nightd still reads config.json5",
    .timeLimit(.minutes(1))
  )
  func hooks() throws {
    let desk = try Desk()
    try desk.home.write("{fade: 7}", to: ".config/nightd/config.json5")
    let hanging = try HangingFolder(try desk.home.makeFolder(".config/nightd/hooks.d"), [:])
    defer { hanging.end() }
    hanging.hang()
    try desk.startDaemon(adding: Strace.environment([:]))
    try desk.set("dark")
    try desk.home.write("{fade: 8}", to: ".config/nightd/config.json5")
    try #require(becomesTrue { try desk.nightctl("prefs", "read", "fade").output == "8\n" })
  }

  /// Starts a daemon while config.json5 hangs, and runs the body.
  private static func late(
    _ body: (Desk, HangingFolder, Program, String) throws -> Void
  ) throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(".config/nightd")
    let hanging = try HangingFolder(folder, ["config.json5": "{fade: 7}"])
    defer { hanging.end() }
    let first = try desk.startDaemon()
    try desk.set("dark")
    first.send(signal: SIGTERM)
    _ = try first.wait()
    hanging.hang()
    let daemon = try desk.startDaemon()
    try body(desk, hanging, daemon, "\(folder)/config.json5")
  }

  /// Runs nightctl, which must end within five seconds.
  private static func soon(_ desk: Desk, _ words: String...) throws -> Finished {
    let began = ContinuousClock.now
    let done = try desk.nightctl(words, adding: Strace.environment(["VISUAL": "true"]))
    #expect(ContinuousClock.now - began < .seconds(5), "\(words)")
    return done
  }

  @Test(
    "nightd starts even if the disk of config.json5 hangs, and reads the file later",
    .timeLimit(.minutes(1))
  )
  func start() throws {
    try Self.late { desk, hanging, daemon, file in
      #expect(daemon.errorsSoFar.contains("nightd: \(file): it does not answer"))
      #expect(try desk.style() == "dark")
      try desk.set("light")
      #expect(desk.storedStyle == "light")
      #expect(try Self.soon(desk, "prefs", "read", "fade").output != "7\n")
      for done in [try Self.soon(desk, "status"), try Self.soon(desk, "prefs", "check")] {
        #expect((done.output + done.errors).contains(file), "\(done)")
        #expect((done.output + done.errors).contains("does not answer"), "\(done)")
      }
      hanging.goOn()
      while try desk.nightctl("prefs", "read", "fade").output != "7\n" { continue }
      #expect(try !desk.nightctl("status").output.contains("does not answer"))
    }
  }

  @Test(
    "If the disk of config.json5 hangs, `theme list`, `doctor` and `prefs edit` still end soon",
    .timeLimit(.minutes(1))
  )
  func commands() throws {
    try Self.late { desk, _, _, file in
      let list = try Self.soon(desk, "theme", "list")
      #expect(list.exit == .exited(1))
      #expect(list.errors.contains("does not answer"))
      let doctor = try Self.soon(desk, "doctor")
      #expect(doctor.errors.contains(file))
      let edit = try Self.soon(desk, "prefs", "edit")
      #expect(edit.exit == .exited(1))
      #expect(edit.errors.contains("\(file) does not answer"))
    }
  }
}
