import TestSupport
import Testing

@Suite("nightctl programs")
struct ProgramsCommandTests {
  @Test("If nightd has updated no program yet, `nightctl programs` says so and starts no daemon")
  func nothing() throws {
    let desk = try Desk.withActivation()
    #expect(try desk.nightctl("programs").exit == .exited(3))
    try desk.startDaemon()
    try desk.nightctl("set", "dark")
    let plain = try desk.nightctl("programs")
    let first = "nightd has made no automatic update since it started\n"
    #expect(plain.output.hasPrefix(first + "\nterminals\n"))
    #expect(plain.exit == .exited(0))
    let json = try desk.nightctl("programs", "--json").output
    #expect(json.hasPrefix(#"{"updates":[],"programs":[{"#))
  }
}
