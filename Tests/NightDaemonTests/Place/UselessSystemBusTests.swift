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

  @Test("one that is slow is come to once, however often it is allowed")
  func slow() throws {
    let slow = try SilentBus(queue: 8)
    let pace = LocatingPace(greeting: 20_000, first: 30, again: [10])
    let bench = try LocatingBench(pace, address: slow.address)
    for _ in 1...3 {
      bench.locating.isAllowed = true
      try bench.serve(until: bench.locating.state == .silent)
      bench.locating.isAllowed = false
      #expect(bench.locating.state == .off)
    }
    #expect(slow.letIn() == 1)
  }

  @Test("one with a full queue keeps nobody, neither the loop nor the work on the disk")
  func full() throws {
    let full = try SilentBus()
    try full.fill()
    let bench = try LocatingBench(LocatingBench.hasty, address: full.address)
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .silent)
    try bench.settleDisk()
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
