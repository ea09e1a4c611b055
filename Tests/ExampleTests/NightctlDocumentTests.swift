import TestSupport
import Testing

@Suite("docs/nightctl.md")
struct NightctlDocumentTests {
  @Test("it names every member that is printed", arguments: ["get", "status", "introspect"])
  func members(command: String) throws {
    let bus = try PrivateBus()
    let daemon = try Program.start(Built.nightd, environment: try bus.environment())
    while !(try daemon.nextErrorLine()).contains("ready: ") {}
    let printed = try Program.run(
      Built.nightctl,
      [command, "--json"],
      environment: try bus.environment()
    )
    let names = printed.output.matches(of: #/[{,]"([a-z-]+)":/#).map { String($0.1) }
    #expect(!names.isEmpty, "\(printed)")
    let document = try TextFile(Built.sourceRoot + "/docs/nightctl.md").lines
    for name in names {
      #expect(document.contains { $0.hasPrefix("| `\(name)` | ") }, "\(name)")
    }
  }
}
