import Glibc
import TestSupport
import Testing

@testable import nightctl

@Suite("The user's running programs")
struct ProgramFinderTests {
  /// The process's own display, the session's display, and whether the process belongs to the
  /// session.
  static let displays: [(own: String, session: String?, counts: Bool)] = [
    ("DISPLAY=:1", ":1", true),
    ("DISPLAY=:2", ":1", false),
    ("DISPLAY=:2", nil, true),
    ("HOME=/home/you", ":1", false),
    ("HOME=/home/you", nil, true),
    ("XDISPLAY=:1", ":1", false),
    ("", ":1", false),
  ]

  @Test("A settings daemon counts only if it is on the session's own display", arguments: displays)
  func display(own: String, session: String?, counts: Bool) throws {
    let processes = try TemporaryFolder()
    try processes.write("xsettingsd\n", to: "4711/comm")
    // A process that has ended has no environment.
    let environment = own.isEmpty ? "" : "LANG=C\0\(own)\0A=B\0"
    try processes.write(environment, to: "4711/environ")
    let finder = ProgramFinder(environment: { _ in nil }, processes: processes.path)
    let running = finder.runningProcesses()
    #expect(running.running(["xsettingsd"]) == [4711])
    #expect(running.running(["xsettingsd"], on: session) == (counts ? [4711] : []))
  }
}
