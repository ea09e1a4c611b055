import Glibc
import NightCore
import TestSupport
import Testing

/// The document's commands build on each other, so they share one daemon.
@Suite("docs/schedule.md")
struct ScheduleDocumentTests {
  private static let path = "docs/schedule.md"

  @Test("Each command in docs/schedule.md prints the output that the document shows")
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

  @Test("The example of config.json5 in docs/schedule.md is valid and takes effect")
  func file() throws {
    let (bus, daemon) = try desk()
    let config = try #require(try Documentation(Self.path).blocks.first { $0.kind == "json5" })
    try bus.home.write(config.text, to: ".config/nightd/config.json5")
    func nightctl(_ arguments: String...) throws -> Finished {
      try Program.run(Built.nightctl, arguments, environment: try bus.environment())
    }
    #expect(try nightctl("prefs", "check").exit == .exited(0))
    #expect(
      try nightctl("prefs", "read", "schedule").output == #"["dark sunset-30m","light 07:00"]"#
        + "\n"
    )
    #expect(daemon.exit == nil)
  }

  @Test("Each example in docs/schedule.md is a valid schedule in the form that nightd stores")
  func schedules() throws {
    let examples = try Documentation(Self.path).blocks.filter { $0.kind == "rules" }
    #expect(examples.count == 6)
    for example in examples {
      let lines = example.text.split(separator: "\n").map(String.init)
      #expect(try Schedule(lines).texts == lines, "\(Self.path):\(example.line)")
    }
  }

  @Test("Each rule, event and set of days in docs/schedule.md is valid")
  func rules() throws {
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

@Suite("docs/schedule.svg")
struct SchedulePictureTests {
  /// If NIGHTD_WRITE_DOCS is set, the test writes the image instead of comparing it.
  @Test("docs/schedule.svg is exactly the picture that nightctl draws")
  func picture() throws {
    let path = Built.sourceRoot + "/docs/schedule.svg"
    let file = getenv("NIGHTD_WRITE_DOCS") == nil ? "-" : path
    let finished = try Program.run(
      Built.nightctl,
      [
        "schedule", "plot", "--zone", "Europe/Berlin", "--at", "52.52,13.405", "--year", "2026",
        "--rules", "dark sunset; light sunrise", "--svg", file,
      ]
    )
    #expect(finished.exit == .exited(0), "\(finished)")
    guard file == "-" else { return }
    let drawn = finished.output.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = try TextFile(path).lines
    #expect(drawn.count == lines.count)
    for (line, drawing) in zip(lines, drawn) where line != drawing {
      Issue.record("make texts: \(line.prefix(200))")
    }
  }
}
