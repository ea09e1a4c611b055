import Glibc
import TestSupport
import Testing

@testable import nightctl

@Suite("The user's running programs")
struct ProgramFinderTests {
  /// The process's own display, the session's display, and whether a settings daemon and a
  /// compositor belong to the session.
  static let displays: [(own: String, session: String?, counts: Bool, compositorCounts: Bool)] = [
    ("DISPLAY=:1", ":1", true, true),
    ("DISPLAY=:2", ":1", false, false),
    ("DISPLAY=:2", nil, true, true),
    ("HOME=/home/you", ":1", false, true),
    ("HOME=/home/you", nil, true, true),
    ("XDISPLAY=:1", ":1", false, true),
    ("", ":1", false, false),
  ]

  @Test("A settings daemon is found only if it runs on the session's display", arguments: displays)
  func display(own: String, session: String?, counts: Bool, compositorCounts: Bool) throws {
    let processes = try TemporaryFolder()
    try processes.write("xsettingsd\n", to: "4711/comm")
    // A process that has ended has no environment.
    let environment = own.isEmpty ? "" : "LANG=C\0\(own)\0A=B\0"
    try processes.write(environment, to: "4711/environ")
    let finder = ProgramFinder(environment: { _ in nil }, processes: processes.path)
    let running = finder.runningProcesses()
    #expect(running.running(["xsettingsd"]) == [4711])
    func found(orNone: Bool) -> Bool {
      running.running(["xsettingsd"], on: session, orNone: orNone) == [4711]
    }
    #expect(found(orNone: false) == counts)
    #expect(found(orNone: true) == compositorCounts)
  }
}
