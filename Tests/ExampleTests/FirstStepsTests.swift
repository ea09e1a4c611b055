import TestSupport
import Testing

@Suite("docs/first-steps.md")
struct FirstStepsTests {
  @Test("The commands in docs/first-steps.md work, and at the end everything is as it was before")
  func tour() throws {
    let desk = try Desk()
    try desk.startDaemon()
    let folder = Built.nightctl.split(separator: "/").dropLast().joined(separator: "/")
    let before = try desk.nightctl("prefs", "list").output
    let lines = try Documentation("docs/first-steps.md").blocks.flatMap {
      $0.text.split(separator: "\n").map(String.init)
    }
    #expect(lines.count > 20)
    for line in lines {
      let command = try #require(line.hasPrefix("$ ") ? line.dropFirst(2) : nil, "\(line)")
      let finished = try desk.shell("PATH=/\(folder):$PATH; \(command)")
      // The doctor also exits with 1 if it finds a problem on this machine itself.
      let isRight = finished.exit == .exited(0) || command.hasPrefix("nightctl doctor")
      #expect(isRight, "\(command): \(finished)")
    }
    #expect(try desk.nightctl("prefs", "list").output == before)
    #expect(try desk.nightctl("hooks").output.hasPrefix("There are no hooks"))
    #expect(try desk.nightctl("status").output.contains("light"))
  }
}
