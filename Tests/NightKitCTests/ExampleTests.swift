import Glibc
import TestSupport
import Testing

@Suite(
  "Examples for C and Python",
  .enabled(if: InstalledLibrary.skipReason == nil, "\(InstalledLibrary.skipReason ?? "")")
)
struct ForeignExampleTests {
  enum Language: CaseIterable {
    case c
    case python
  }

  let desk: Desk
  let library: InstalledLibrary

  init() throws {
    desk = try Desk()
    library = try InstalledLibrary()
  }

  private func start(_ language: Language) throws -> Program {
    let environment = library.environment(desk)
    switch language {
    case .c:
      return try Program.start(
        try library.compile(repository: "Examples/C/follow.c"),
        environment: environment,
        input: .pipe
      )
    case .python:
      return try Program.start(
        InstalledLibrary.python,
        [Built.sourceRoot + "/Examples/Python/follow.py"],
        environment: environment,
        input: .pipe
      )
    }
  }

  private static let light = "light daylight #ffffff"
  private static let dark = "dark midnight #1c2027"

  @Test(
    "Each example follows the style across a restart of the daemon, and ends when its input ends",
    arguments: Language.allCases
  )
  func follows(language: Language) throws {
    let daemon = try desk.startDaemon()
    let example = try start(language)
    #expect(try example.nextLine() == Self.light)
    try desk.nightctl("set", "dark")
    #expect(try example.nextLine() == Self.dark)
    daemon.killGroup()
    _ = try daemon.wait()
    // The next daemon starts with the same style, so the example prints no change.
    try desk.startDaemon()
    try desk.nightctl("set", "light")
    #expect(try example.nextLine() == Self.light)
    example.closeInput()
    #expect(try example.wait() == .exited(0))
    #expect(try example.readAll() == "")
    #expect(try example.readAllErrors() == "")
  }

  @Test("Each example ends cleanly on SIGTERM", arguments: Language.allCases)
  func ends(language: Language) throws {
    try desk.startDaemon()
    let example = try start(language)
    #expect(try example.nextLine() == Self.light)
    example.send(signal: SIGTERM)
    #expect(try example.wait() == .exited(0))
    #expect(try example.readAllErrors() == "")
  }

  /// The first program in this language in docs/nightkit-c.md.
  private func program(_ language: String) throws -> String {
    let document = try Program.run("/bin/cat", [Built.sourceRoot + "/docs/nightkit-c.md"]).output
    let start = try #require(document.firstRange(of: "```\(language)\n")).upperBound
    let end = try #require(document[start...].firstRange(of: "```\n")).lowerBound
    return String(document[start..<end])
  }

  @Test("The C program in docs/nightkit-c.md prints each change of the style")
  func inC() throws {
    try desk.startDaemon()
    let example = try Program.start(
      try library.compile(text: program("c")),
      environment: library.environment(desk)
    )
    #expect(try example.nextLine() == "light 1.00 1.00 1.00")
    try desk.nightctl("set", "dark")
    #expect(try example.nextLine() == "dark 0.11 0.13 0.15")
  }

  @Test(
    "The C++ program in docs/nightkit-c.md follows its own choice and prints each change",
    arguments: InstalledLibrary.cPlusPlus
  )
  func inCPlusPlus(compiler: String) throws {
    try desk.startDaemon()
    let example = try Program.start(
      try library.compile(text: program("cpp"), cPlusPlus: compiler),
      environment: library.environment(desk)
    )
    #expect(try example.nextLine() == "midnight 8")
    let application = ["--app", "org.example.Editor"]
    try desk.nightctl(["prefs", "write", "tab-width", "-int", "2"] + application)
    #expect(try example.nextLine() == "midnight 2")
    try desk.nightctl(["set", "light"] + application)
    // The choice is stored as a preference, and this change may arrive before the new style.
    var line = "midnight 2"
    while line == "midnight 2" { line = try example.nextLine() }
    #expect(line == "daylight 2")
  }

  @Test("The C++ program in docs/nightkit-c.md prints why a request failed")
  func inCPlusPlusWithoutDaemon() throws {
    let compiler = try #require(InstalledLibrary.cPlusPlus.first)
    let finished = try Program.run(
      try library.compile(text: program("cpp"), cPlusPlus: compiler),
      environment: library.environment(desk)
    )
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix("nightd is not running"), "\(finished)")
  }

  @Test("The Python program in docs/nightkit-c.md uses the next theme and lists all themes")
  func inPython() throws {
    try desk.startDaemon()
    let finished = try Program.run(
      InstalledLibrary.python,
      ["-c", program("python")],
      environment: library.environment(desk)
    )
    #expect(
      finished.output == """
          daylight
        * midnight
          daylight-high
          midnight-high
          night-vision

        """,
      "\(finished)"
    )
  }

  @Test("The Python program in docs/nightkit-c.md prints why a request failed")
  func inPythonWithoutDaemon() throws {
    let finished = try Program.run(
      InstalledLibrary.python,
      ["-c", program("python")],
      environment: library.environment(desk)
    )
    #expect(finished.exit == .exited(1))
    #expect(finished.errors.hasPrefix("nightd is not running"), "\(finished)")
  }

  @Test("docs/nightkit-c.md lists every function of nightkit.h and no others")
  func table() throws {
    let document = try Program.run("/bin/cat", [Built.sourceRoot + "/docs/nightkit-c.md"]).output
    let rows = document.split(separator: "\n").filter { $0.hasPrefix("| `nightkit_") }
    let listed = rows.flatMap { row in
      (row.split(separator: "|").first ?? "").split(separator: "`").map(String.init)
    }
    #expect(try Set(listed.filter { $0.hasPrefix("nightkit_") }) == LibraryTests().declared)
  }
}
