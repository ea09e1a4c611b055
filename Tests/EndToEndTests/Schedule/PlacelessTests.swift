import TestSupport
import Testing

/// Schedules with sunrise and sunset while the place is unknown.
@Suite(.enabled(if: Tool.path("script") != nil, "there is no script on this machine"))
struct PlacelessTests {
  private static let sentence =
    "The zone UTC has no place, so sunset counts as 19:30 and sunrise as 07:00; nightctl location "
    + "LAT,LON gives it one."

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

  @Test("If no place is known, “set schedule” says which times it uses instead of the sun")
  func standIn() throws {
    #expect(try told().contains(Self.sentence))
    _ = try desk.printed("location", "52.5,13.4")
    #expect(try !told().contains("has no place"))
  }

  @Test("set schedule says nothing about the place if the rules use the clock only")
  func clock() throws {
    try desk.nightctl("schedule", "set", "dark 20:00", "light 06:30")
    #expect(try !told().contains("has no place"))
  }
}
