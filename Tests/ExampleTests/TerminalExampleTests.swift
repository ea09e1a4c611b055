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
    // A long fade, so that even a busy machine paints some of the fade's frames.
    try desk.nightctl("prefs", "write", "fade", "2000")
  }

  @Test("The panel of the terminal example fades from light to dark")
  func fades() throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    // If the program does not run during the whole fade, it paints none of the fade's frames, so
    // try again.
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
    Issue.record("no frame is between light and dark")
  }

  @Test("With reduced motion, the panel of the terminal example changes at once")
  func reducedMotion() throws {
    try desk.nightctl("motion", "reduced")
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    try desk.nightctl("set", "dark")
    #expect(try terminal.papers(until: ExampleTerminal.dark) == [ExampleTerminal.dark])
  }

  @Test(
    "A key press in the terminal example sets the style of the whole desktop",
    arguments: ["d", "t"]
  )
  func keys(key: String) throws {
    let terminal = try ExampleTerminal(desk)
    #expect(try terminal.nextPaper() == ExampleTerminal.light)
    try terminal.press(key)
    _ = try terminal.papers(until: ExampleTerminal.dark)
    #expect(try desk.nightctl("get").output == "dark\n")
  }

  @Test("If a key press has no effect, the terminal example shows the reason and continues")
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
    "When the terminal example ends, the terminal is restored",
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
    // At the end the cursor is visible, and the terminal shows the previous screen.
    #expect(rest.suffix(2).first?.hasSuffix("\u{1b}[?25h\u{1b}[?1049lexit \(code)") == true)
  }

  @Test("If its output is a pipe, the terminal example prints one line for each change")
  func pipe() throws {
    let example = try Program.start(Built.example("Terminal"), environment: desk.environment)
    #expect(try example.nextLine() == "light, daylight: #1c2128 on #ffffff")
    try desk.nightctl("set", "dark")
    #expect(try example.nextLine() == "dark, midnight: #e6eaf0 on #1c2027")
  }

  @Test("If NO_COLOR is set, the terminal example prints lines even on a terminal")
  func noColor() throws {
    let terminal = try ExampleTerminal(desk, adding: ["NO_COLOR": "1"])
    #expect(try terminal.nextLine() == "light, daylight: #1c2128 on #ffffff")
    try desk.nightctl("set", "dark")
    #expect(try terminal.nextLine() == "dark, midnight: #e6eaf0 on #1c2027")
  }
}

/// Runs Examples/Terminal on a separate terminal.
///
/// A shell prints the terminal's settings before and after the program, and the program's exit
/// code.
final class ExampleTerminal {
  /// The background colour of the header: red, green and blue from 0 to 255.
  typealias Paper = [Int]

  static let light: Paper = [0xe6, 0xe9, 0xee]
  static let dark: Paper = [0x28, 0x2e, 0x38]

  private static let script = """
    stty -g
    sh -c 'echo $$; exec "$EXAMPLE"'
    echo "exit $?"
    stty -g
    """

  let settings: String
  private let program: Program
  private let process: Int32

  init(_ desk: Desk, adding more: [String: String] = [:]) throws {
    let environment = ["EXAMPLE": Built.example("Terminal"), "SHELL": "/bin/sh"].merging(more) {
      $1
    }
    program = try Program.start(
      "script",
      ["--quiet", "--command", Self.script, "/dev/null"],
      environment: desk.environment.merging(environment) { $1 },
      input: .pipe
    )
    settings = try Self.nextLine(of: program)
    process = Int32(try Self.nextLine(of: program)) ?? 0
  }

  /// The next row of the panel, or the next printed line.
  func nextLine() throws -> String { try Self.nextLine(of: program) }

  /// The background colour of the header in the next frame.
  func nextPaper() throws -> Paper {
    while true {
      let line = try nextLine()
      if let header = line.firstMatch(of: #/48;2;(\d+);(\d+);(\d+)m.*  nightd/#) {
        return [header.1, header.2, header.3].compactMap { Int($0) }
      }
    }
  }

  /// The background colours of the header in all frames, up to the first frame with `last`.
  func papers(until last: Paper) throws -> [Paper] {
    var papers: [Paper] = []
    repeat { papers.append(try nextPaper()) } while papers.last != last
    return papers
  }

  func press(_ keys: String) throws { try program.write(keys) }

  func send(_ signal: Int32) throws {
    guard process > 1, kill(process, signal) == 0 else {
      throw ProgramError.missed("process", of: "Examples/Terminal", instead: "\(process)")
    }
  }

  /// All remaining lines, until the terminal is closed.
  func rest() throws -> [String] {
    try program.readAll().split(separator: "\r\n").map(String.init)
  }

  private static func nextLine(of program: Program) throws -> String {
    let line = try program.nextLine()
    return line.hasSuffix("\r") ? String(line.dropLast()) : line
  }
}
