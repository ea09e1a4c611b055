import TestSupport
import Testing

@Suite("docs/nightctl.md")
struct NightctlDocumentTests {
  static let commands = [
    "get", "why", "why --app x", "history", "contrast high", "accent ff8000", "motion",
    "set schedule",
    "set dark --for 2h", "status", "schedule --days 2", "schedule list",
    "schedule clear", "location 52.5,13.4", "introspect", "set dark --app x", "apps",
    "doctor", "prefs read fade", "prefs read",
    "prefs list --origin", "prefs explain fade --app x", "prefs check", "prefs write fade 5",
    "schedule simulate --zone Europe/Berlin",
  ]

  @Test("it names every member that is printed", arguments: commands)
  func members(command: String) throws {
    let bus = try PrivateBus()
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    let printed = try Program.run(
      Built.nightctl,
      command.split(separator: " ").map(String.init) + ["--json"],
      environment: try bus.environment()
    )
    // The values of keys and applications have names of their own.
    let own = ["accent", "choice", "contrast", "fade", "motion", "schedule", "x"]
    let names = printed.output.matches(of: #/[{,]"([a-z-]+)":/#).map { String($0.1) }
      .filter { !own.contains($0) }
    #expect(!names.isEmpty, "\(printed)")
    let document = try TextFile(Built.sourceRoot + "/docs/nightctl.md").lines
    for name in names {
      #expect(document.contains { $0.hasPrefix("| `\(name)` | ") }, "\(name)")
    }
  }
}
