import Glibc
import TestSupport
import Testing

@Suite(
  "A file system that hangs",
  .enabled(if: HangingFolder.isPossible, "no file system can be mounted and served here")
)
struct HangingDiskTests {
  @Test(
    "while config.json5 hangs, a set is stored, the file is named, and nightd ends when it is told",
    .timeLimit(.minutes(2))
  )
  func config() throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(".config/nightd")
    let hanging = try HangingFolder(folder, file: "config.json5", "{fade: 7}")
    defer { hanging.end() }
    let daemon = try desk.startDaemon()
    #expect(try desk.nightctl("prefs", "read", "fade").output == "7\n")
    hanging.hang()
    // Nothing of the files is read before somebody asks for it.
    let check = try desk.start("prefs", "check")
    defer { check.killGroup() }
    _ = try daemon.awaitError(
      "\(folder)/config.json5 does not answer: its disk or its server may hang; what was read "
        + "before stays in force until it does"
    )
    for style in ["dark", "light", "dark"] {
      #expect(try desk.nightctl("set", style).exit == .exited(0))
      #expect(desk.storedStyle == style)
    }
    #expect(try desk.nightctl("prefs", "write", "contrast", "high").exit == .exited(0))
    #expect(try desk.nightctl("prefs", "read", "fade").output == "7\n")
    #expect(try desk.nightctl("history", "-n", "1").exit == .exited(0))
    // Others wait for what is read after the file.
    let list = try desk.start("theme", "list")
    defer { list.killGroup() }
    for style in ["dark", "light", "dark", "light"] { try desk.set(style) }
    daemon.send(signal: SIGTERM)
    // systemd would wait for 90 seconds, and then kill it.
    #expect(try daemon.wait(timeout: .seconds(15)) == .exited(1))
  }

  @Test("once the file answers again, what it says counts", .timeLimit(.minutes(1)))
  func again() throws {
    let desk = try Desk()
    let folder = try desk.home.makeFolder(".config/nightd")
    let hanging = try HangingFolder(folder, file: "config.json5", "{fade: -7}")
    defer { hanging.end() }
    try desk.startDaemon()
    hanging.hang()
    let check = try desk.start("prefs", "check")
    try desk.set("dark")
    hanging.goOn()
    #expect(try check.wait() == .exited(1))
  }
}
