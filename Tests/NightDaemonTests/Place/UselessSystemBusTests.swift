import NightBus
import NightDaemon
import TestSupport
import Testing

@Suite("An unusable system bus")
struct UselessSystemBusTests {
  @Test("Each time the user allows GeoClue while the system bus is missing, nightd logs one line")
  func missing() throws {
    let bench = try PlaceFinderBench(address: "unix:path=/nonexistent/bus")
    for count in 1...2 {
      bench.locating.isAllowed = true
      try bench.serve(until: bench.locating.state == .unreachable)
      try bench.serve(milliseconds: 50)
      #expect(bench.log.count == count)
      #expect(bench.log.last == "warning: " + (bench.locating.flaw ?? ""))
      bench.locating.isAllowed = false
      try bench.serve(news: count)
    }
  }

  @Test("If the system bus accepts no connection, this is logged once")
  func silent() throws {
    let silent = try SilentBus()
    let bench = try PlaceFinderBench(PlaceFinderBench.hasty, address: silent.address)
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .unreachable)
    try bench.serve(milliseconds: 100)
    #expect(bench.log.last == "warning: " + (bench.locating.flaw ?? ""))
    #expect(bench.log.count <= 2)
  }

  @Test("A slow system bus gets a single connection, even if GeoClue is allowed several times")
  func slow() throws {
    let slow = try SilentBus(queue: 8)
    let delays = PlaceFinder.Delays(greeting: 20_000, first: 30, again: [10])
    let bench = try PlaceFinderBench(delays, address: slow.address)
    for _ in 1...3 {
      bench.locating.isAllowed = true
      try bench.serve(until: bench.locating.state == .silent)
      bench.locating.isAllowed = false
      #expect(bench.locating.state == .off)
    }
    #expect(slow.letIn() == 1)
  }

  @Test("A system bus with a full queue blocks neither nightd's loop nor its thread for the disk")
  func full() throws {
    let full = try SilentBus()
    try full.fill()
    let bench = try PlaceFinderBench(PlaceFinderBench.hasty, address: full.address)
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .silent)
    try bench.settleDisk()
    full.goAway()
    try bench.serve(until: bench.locating.state == .unreachable)
  }

  @Test(
    "If the system bus ends, nightd tries it again a few times, and keeps the known place in use"
  )
  func gone() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try bench.bus.kill()
    try bench.serve(until: bench.locating.state == .unreachable)
    try bench.serve(milliseconds: 50)
    #expect(bench.news.map(\.text) == ["52.52,13.41"])
    #expect(bench.log.count == 2)
    withExtendedLifetime(geoClue) {}
  }
}
