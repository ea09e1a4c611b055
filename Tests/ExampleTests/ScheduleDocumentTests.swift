import NightCore
import TestSupport
import Testing

/// The commands build on each other, as a reader would run them, so they share one daemon.
@Suite("docs/schedule.md")
struct ScheduleDocumentTests {
  private static let path = "docs/schedule.md"

  @Test("each command prints what it promises")
  func commands() throws {
    let (bus, daemon) = try desk()
    var environment = try bus.environment()
    let folder = Built.nightctl.split(separator: "/").dropLast()
    environment["PATH"] = "/" + folder.joined(separator: "/") + ":" + Tool.searchPath
    let promises = try Documentation(Self.path).promises("sh")
    #expect(promises.count == 3)
    for (example, expected) in promises {
      let finished = try Program.run("/bin/sh", ["-c", example.text], environment: environment)
      #expect(
        shows(finished.output, expected),
        "\(Self.path):\(example.line) printed\n\(finished.output)\(finished.errors)"
      )
    }
    #expect(daemon.exit == nil)
  }

  @Test("the example of config.json5 is in order, and in force")
  func file() throws {
    let (bus, daemon) = try desk()
    let config = try #require(try Documentation(Self.path).blocks.first { $0.kind == "json5" })
    try bus.home.write(config.text, to: ".config/nightd/config.json5")
    func nightctl(_ words: String...) throws -> Finished {
      try Program.run(Built.nightctl, words, environment: try bus.environment())
    }
    #expect(try nightctl("prefs", "check").exit == .exited(0))
    #expect(
      try nightctl("prefs", "read", "schedule").output == #"["dark sunset-30m","light 07:00"]"#
        + "\n"
    )
    #expect(daemon.exit == nil)
  }

  @Test("each example is a schedule, and written as it is stored")
  func schedules() throws {
    let examples = try Documentation(Self.path).blocks.filter { $0.kind == "rules" }
    #expect(examples.count == 6)
    for example in examples {
      let lines = example.text.split(separator: "\n").map(String.init)
      #expect(try Schedule(lines).texts == lines, "\(Self.path):\(example.line)")
    }
  }

  @Test("each rule, event and set of days in a sentence or a table is one")
  func words() throws {
    let lines = try TextFile(Built.sourceRoot + "/" + Self.path).lines
    let spans = lines.flatMap { line in
      line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
    let rules = spans.filter { $0.hasPrefix("dark ") || $0.hasPrefix("light ") }
    #expect(rules.count == 6)
    for rule in rules { #expect(throws: Never.self, "\(rule)") { try Rule(rule) } }
    let names = SunEvent.names
    #expect(names.allSatisfy(spans.contains))
    for days in ["mon-fri", "sat,sun", "fri-mon"] {
      #expect(spans.contains(days))
      #expect(try Weekdays(days).text == days)
    }
    for event in ["dusk@-4", "dawn@3.5"] {
      #expect(spans.contains(event) && SunEvent(name: event)?.name == event)
    }
  }

  private func desk() throws -> (bus: PrivateBus, daemon: Program) {
    let bus = try PrivateBus()
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    return (bus, daemon)
  }
}
