import TestSupport
import Testing

@Suite("nightctl prefs schema and theme schema")
struct SchemaCommandTests {
  @Test(
    "nightctl prints the installed schemas, without a daemon",
    arguments: [("prefs", "config"), ("theme", "theme")]
  )
  func prints(group: String, name: String) throws {
    let finished = try Program.run(Built.nightctl, [group, "schema"], environment: [:])
    #expect(finished.exit == .exited(0))
    #expect(finished.errors == "")
    let file = try TextFile("\(Built.sourceRoot)/data/schema/\(name).schema.json")
    #expect(finished.output == file.lines.joined(separator: "\n"))
  }
}
