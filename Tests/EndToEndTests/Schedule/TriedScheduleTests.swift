import TestSupport
import Testing

/// `schedule simulate` and `schedule plot`, which use nightd's values for missing options.
@Suite struct TriedScheduleTests {
  @Test(
    "`schedule simulate` and `plot` use nightd's rules, zone and place unless options replace them"
  )
  func told() throws {
    let desk = try Desk()
    try desk.startDaemon(adding: ["TZ": "Asia/Kolkata"])
    try desk.nightctl("schedule", "set", "dark 20:00", "light sunrise")
    try desk.nightctl("location", "1.5,2.5")
    func simulated(_ words: String...) throws -> String {
      let finished = try desk.nightctl(["schedule", "simulate", "--json"] + words)
      #expect(finished.exit == .exited(0), "\(finished)")
      return finished.output
    }
    let told = try simulated()
    #expect(told.contains(#""zone":"Asia/Kolkata","place":"1.5,2.5","#))
    #expect(told.contains(#""rules":["dark 20:00","light sunrise"]"#))
    // Another zone has its own place; UTC has no place.
    let other = try simulated("--zone", "UTC")
    #expect(other.contains(#""zone":"UTC","rules":["dark 20:00","light sunrise"]"#))
    let rules = try simulated("--rules", "dark 21:00; light 09:00")
    #expect(rules.contains(#""place":"1.5,2.5","rules":["dark 21:00","light 09:00"]"#))
    #expect(try simulated("--at", "3,4").contains(#""place":"3,4""#))
    let plot = try desk.nightctl("schedule", "plot").output
    #expect(plot.contains("\nAsia/Kolkata, 1.5° N 2.5° E: dark 20:00; light sunrise\n"))
  }

  @Test("`schedule simulate` accepts nightd's zone even if it is a POSIX rule")
  func rule() throws {
    let desk = try Desk()
    try desk.startDaemon(adding: ["TZ": "XXX-3"])
    let finished = try desk.nightctl("schedule", "simulate", "--json")
    #expect(finished.output.contains(#""zone":"XXX-3""#), "\(finished)")
  }

  @Test("`schedule simulate` and `schedule plot` do not start nightd")
  func startsNothing() throws {
    let desk = try Desk.withActivation()
    #expect(try desk.nightctl("schedule", "simulate").exit == .exited(0))
    #expect(try desk.nightctl("schedule", "plot").exit == .exited(0))
    #expect(desk.home.list(Desk.storeFolder) == [])
  }
}
