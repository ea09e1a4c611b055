import Glibc
import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite(
  "Place from the real GeoClue",
  .enabled(if: RealGeoClue.skipReason == nil, "\(RealGeoClue.skipReason ?? "")")
)
struct RealGeoClueTests {
  @Test("GeoClue is started, waits for the desktop's agent, reports the place, and is restarted")
  func found() throws {
    let bench = try PlaceFinderBench(
      PlaceFinder.Delays(greeting: 20_000, first: 20_000, again: [10, 10, 10], agent: 60)
    )
    let geoClue = try RealGeoClue(bench)
    bench.locating.isAllowed = true
    // GeoClue does not answer until an agent runs.
    try bench.serve(until: bench.locating.state == .agentless)
    #expect(bench.log == ["info: " + (bench.locating.flaw ?? "")])
    try geoClue.startAgent()
    try bench.serve(news: 1)
    #expect(try bench.last(isNear: "52.52,13.41"))
    try geoClue.move()
    let connection = try Connection(address: bench.bus.address)
    let answer = try connection.callAndWait(
      .call(
        to: .bus,
        at: .bus,
        .bus,
        "GetConnectionUnixProcessID",
        [.string("org.freedesktop.GeoClue2")]
      ),
      milliseconds: 5_000
    )
    let process = try #require(try answer.values().first?.asUInt32)
    try #require(kill(Int32(process), SIGKILL) == 0)
    try bench.serve(news: 2)
    #expect(try bench.last(isNear: "40.42,-3.7"))
    #expect(bench.log.dropFirst().first == "info: GeoClue has reported the place")
  }

  @Test(
    "If GeoClue's configuration or the desktop refuses access, this is reported",
    arguments: [(8, "[nightd]\nallowed=false\nsystem=true\nusers=\n"), (0, "")]
  )
  func denied(level: Int, nightd: String) throws {
    let bench = try PlaceFinderBench()
    let geoClue = try RealGeoClue(bench, agent: level, nightd: nightd)
    try geoClue.startAgent()
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .denied)
    #expect(bench.log == ["warning: " + (bench.locating.flaw ?? "")])
  }
}

extension PlaceFinderBench {
  /// Whether the last reported place is near the given place; GeoClue makes places inaccurate on
  /// purpose.
  fileprivate func last(isNear words: String) throws -> Bool {
    guard let last = news.last, let last else { return false }
    return try last.isFresh && last.place.kilometres(to: Place(text: words)) < 5
  }
}
