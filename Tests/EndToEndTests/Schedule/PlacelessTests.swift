import TestSupport
import Testing

/// Schedules with sunrise and sunset while no place is known.
@Suite(.enabled(if: Tool.path("script") != nil, "there is no script on this machine"))
struct PlacelessTests {
  private static let sentence =
    "The zone UTC has no place, so 19:30 is used as sunset and 07:00 as sunrise; to set a "
    + "place, run nightctl location LAT,LON."

  private let desk: Desk
  private let daemon: Program

  init() throws {
    desk = try Desk()
    daemon = try desk.startDaemon()
  }

  private func told() throws -> String {
    let finished = try desk.shell("script -qec \"$NIGHTCTL set schedule\" /dev/null")
    #expect(finished.exit == .exited(0), "\(finished)")
    return finished.output
  }

  @Test("Without a known place, `set schedule` prints the times that replace sunrise and sunset")
  func standIn() throws {
    #expect(try told().contains(Self.sentence))
    _ = try desk.printed("location", "52.5,13.4")
    #expect(try !told().contains("has no place"))
  }

  @Test("If the rules use only clock times, `set schedule` does not mention the place")
  func clock() throws {
    try desk.nightctl("schedule", "set", "dark 20:00", "light 06:30")
    #expect(try !told().contains("has no place"))
  }
}
