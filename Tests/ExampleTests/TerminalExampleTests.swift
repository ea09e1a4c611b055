import Glibc
import TestSupport
import Testing

@Suite("Examples/Terminal")
struct TerminalExampleTests {
  private let desk: Desk
  private let daemon: Program

  init() throws {
    desk = try Desk()
    daemon = try desk.startDaemon()
    try desk.nightctl("set", "light")
    // So long that most busy machines paint frames of it.
    try desk.nightctl("prefs", "write", "fade", "2000")
  }

  @Test("fades from light to dark in front of whoever looks at the terminal")
  func fades() throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    // One that stood still all the while has nothing of the first.
    for _ in 1...5 {
      try desk.nightctl("set", "dark")
      let papers = try terminal.papers(until: ExampleTerminal.dark)
      #expect(papers.map { $0[0] } == papers.map { $0[0] }.sorted(by: >))
      let isFaded = papers.contains { paper in
        zip(paper, zip(ExampleTerminal.dark, ExampleTerminal.light)).allSatisfy { part, ends in
          ends.0 < part && part < ends.1
        }
      }
      if isFaded { return }
      try desk.nightctl("set", "light")
      _ = try terminal.papers(until: ExampleTerminal.light)
    }
    Issue.record("there is nothing between light and dark")
  }

  @Test("changes at once where motion is reduced")
  func reducedMotion() throws {
    try desk.nightctl("motion", "reduced")
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    try desk.nightctl("set", "dark")
    #expect(try terminal.papers(until: ExampleTerminal.dark) == [ExampleTerminal.dark])
  }

  @Test("sets the style of the whole desktop by its keys", arguments: ["d", "t"])
  func keys(key: String) throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    try terminal.press(key)
    _ = try terminal.papers(until: ExampleTerminal.dark)
    #expect(try desk.nightctl("get").output == "dark\n")
  }

  @Test("says why a key did nothing, and goes on")
  func noDaemon() throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    daemon.killGroup()
    _ = try daemon.wait()
    try terminal.press("d")
    while try !terminal.nextLine().contains("nightd is not running") {}
    try terminal.press("x")
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
  }

  @Test(
    "puts the terminal back when it ends",
    arguments: [
      (signal: nil, code: 0), (signal: SIGINT, code: 130), (signal: SIGTERM, code: 143),
      (signal: SIGHUP, code: 129),
    ]
  )
  func restores(signal: Int32?, code: Int) throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    if let signal { try terminal.send(signal) } else { try terminal.press("q") }
    let rest = try terminal.rest()
    #expect(rest.suffix(2).last == terminal.settings)
    // The cursor is seen, and the screen is the one that was there before.
    #expect(rest.suffix(2).first?.hasSuffix("\u{1b}[?25h\u{1b}[?1049lexit \(code)") == true)
  }

  @Test("prints a line for each change into a pipe")
  func pipe() throws {
    let example = try Program.start(Built.terminalExample, environment: desk.environment)
    #expect(try example.nextLine() == "light, daylight: #1c2128 on #ffffff")
    try desk.nightctl("set", "dark")
    #expect(try example.nextLine() == "dark, midnight: #e6eaf0 on #1c2027")
  }

  @Test("prints the same on the terminal of who wants no colours")
  func noColor() throws {
    let terminal = try ExampleTerminal(desk, adding: ["NO_COLOR": "1"])
    #expect(try terminal.nextLine() == "light, daylight: #1c2128 on #ffffff")
    try desk.nightctl("set", "dark")
    #expect(try terminal.nextLine() == "dark, midnight: #e6eaf0 on #1c2027")
  }
}
