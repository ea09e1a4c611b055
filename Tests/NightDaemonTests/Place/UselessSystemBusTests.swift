import NightBus
import NightDaemon
import TestSupport
import Testing

@Suite("A machine's bus that is of no use")
struct UselessSystemBusTests {
  @Test("without one that is said once, and tried again when it is allowed anew")
  func missing() throws {
    let bench = try LocatingBench(address: "unix:path=/nonexistent/bus")
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

  @Test("one that takes nobody in is said once")
  func silent() throws {
    let silent = try SilentBus()
    let bench = try LocatingBench(LocatingBench.hasty, address: silent.address)
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .unreachable)
    try bench.serve(milliseconds: 100)
    #expect(bench.log.last == "warning: " + (bench.locating.flaw ?? ""))
    #expect(bench.log.count <= 2)
  }

  @Test("one with a full queue is waited for once, however often it is allowed")
  func full() throws {
    let full = try SilentBus()
    try full.fill()
    let bench = try LocatingBench(LocatingBench.hasty, address: full.address)
    for _ in 1...3 {
      bench.locating.isAllowed = true
      try bench.serve(until: bench.locating.state == .silent)
      bench.locating.isAllowed = false
      #expect(bench.locating.state == .off)
    }
    bench.locating.isAllowed = true
    full.goAway()
    try bench.serve(until: bench.locating.state == .unreachable)
  }

  @Test("one that goes while a place is known is tried a few times, and the place stays")
  func gone() throws {
    let bench = try LocatingBench()
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
