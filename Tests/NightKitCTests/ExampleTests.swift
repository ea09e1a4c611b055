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
    // The next daemon starts with the same style, so no change is printed.
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

  @Test("The program in docs/nightkit-c.md prints each change of the style")
  func document() throws {
    let document = try Program.run("/bin/cat", [Built.sourceRoot + "/docs/nightkit-c.md"]).output
    let start = try #require(document.firstRange(of: "```c\n")).upperBound
    let end = try #require(document[start...].firstRange(of: "```\n")).lowerBound
    try desk.startDaemon()
    let example = try Program.start(
      try library.compile(text: String(document[start..<end])),
      environment: library.environment(desk)
    )
    #expect(try example.nextLine() == "light 1.00 1.00 1.00")
    try desk.nightctl("set", "dark")
    #expect(try example.nextLine() == "dark 0.11 0.13 0.15")
  }
}
