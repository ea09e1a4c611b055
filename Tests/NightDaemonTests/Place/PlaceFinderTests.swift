import Glibc
import NightBus
import NightCore
import NightDaemon
import NightStore
import TestSupport
import Testing

@Suite("Finding the place with GeoClue")
struct PlaceFinderTests {
  private static let says = "info: GeoClue has reported the place"

  @Test(
    "nightd asks GeoClue for a place only if the user allows it, and only for an approximate place"
  )
  func found() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.5234 13.4114 1000")
    try bench.serve(milliseconds: 50)
    #expect(bench.locating.state == .off)
    bench.locating.isAllowed = true
    #expect(bench.locating.state == .searching)
    try bench.serve(news: 1)
    #expect(bench.news.map(\.text) == ["52.52,13.41"])
    #expect(bench.locating.state == .found)
    #expect(bench.locating.flaw == nil)
    var asked: [String] = []
    while asked.last != "Start" { asked.append(try geoClue.nextLine()) }
    #expect(
      asked == [
        "GetClient", "Set DesktopId nightd", "Set RequestedAccuracyLevel 4",
        "Set DistanceThreshold 10000", "Start",
      ]
    )
    #expect(bench.log == [Self.says])
  }

  @Test(
    "If the user withdraws the permission, GeoClue's client ends and the stored place is removed"
  )
  func takenBack() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try bench.settleDisk()
    #expect(bench.home.list() == ["place.json"])
    while try geoClue.nextLine() != "Start" {}
    bench.locating.isAllowed = false
    #expect(bench.locating.state == .off)
    #expect(bench.news.count == 1, "told from within")
    #expect(try geoClue.nextLine() == "Stop")
    #expect(try geoClue.nextLine() == "DeleteClient \(MadeUpGeoClue.client)")
    try geoClue.write("tell 1 1 1\n")
    try bench.serve(news: 2)
    try bench.settleDisk()
    #expect(bench.news.map(\.text) == ["52.52,13.41", "none"])
    #expect(bench.home.list() == [])
    bench.locating.isAllowed = true
    try bench.serve(news: 3)
    #expect(bench.news.last?.text == "1,1")
  }

  @Test("A change of place is reported unless it is small or within GeoClue's accuracy")
  func moved() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    for near in ["52.59 13.41 1000", "53.15 13.41 100000"] {
      try geoClue.write("tell \(near)\n")
      try bench.serve(milliseconds: 100)
    }
    // The first move is 2400 km long, and the second 12 km.
    try geoClue.write("tell 40.4 -3.7 10\n")
    try bench.serve(news: 2)
    try geoClue.write("tell 40.51 -3.7 -1\n")
    try bench.serve(news: 3)
    #expect(bench.news.map(\.text) == ["52.52,13.41", "40.4,-3.7", "40.51,-3.7"])
    #expect(bench.log == [Self.says])
  }

  @Test(
    "An invalid location is logged once without its value, and the next location is used",
    arguments: [
      "tell 200 13.41 1000", "tell nan 13.41 1000", "tell 52.52 inf 1000", "tell 52.52 -181 1",
      "raw {'Latitude': dbus.String('52.52'), 'Longitude': 13.41, 'Accuracy': 5.0}",
      "raw {'Latitude': 52.52, 'Longitude': 13.41}", "raw dbus.Dictionary({}, signature='sv')",
      "raw {'Latitude': dbus.Int32(52), 'Longitude': 13.41, 'Accuracy': 5.0}",
    ]
  )
  func nonsense(line: String) throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue(line)
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .nonsense)
    #expect(bench.locating.flaw == "GeoClue reported an invalid place")
    try geoClue.write("\(line)\ntell 52.52 13.41 nan\n")
    try bench.serve(news: 1)
    let flaw = "warning: GeoClue reported an invalid place"
    #expect(bench.log == [flaw, Self.says])
    #expect(bench.news.map(\.text) == ["52.52,13.41"])
    #expect(bench.locating.flaw == nil)
  }

  @Test(
    "If GeoClue refuses, this is logged once, without the place, and GeoClue is not asked again",
    arguments: ["GetClient", "Set", "Start"]
  )
  func denied(method: String) throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000", "deny \(method)")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .denied)
    #expect(try bench.nextLine(of: geoClue) == "GetClient")
    // When a GeoClue has no clients left, it can end.
    let end = "DeleteClient \(MadeUpGeoClue.client)"
    if method != "GetClient" { while try bench.nextLine(of: geoClue) != end {} }
    try bench.serve(milliseconds: 100)
    #expect(bench.log == ["warning: " + (bench.locating.flaw ?? "")])
    #expect(bench.log.allSatisfy { !$0.contains("52") })
    try geoClue.write("quit\n")
    #expect(try geoClue.readAll() == "")
    let other = try bench.startGeoClue("deny \(method)")
    #expect(try bench.nextLine(of: other) == "GetClient")
    try bench.serve(until: bench.locating.state == .denied)
    #expect(bench.log.count == 1)
    try other.write("quit\n")
    _ = try other.readAll()
    // A GeoClue that was restarted may allow the request.
    let next = try bench.startGeoClue("tell 52.52 13.41 1000")
    try bench.serve(news: 1)
    #expect(bench.locating.state == .found)
    withExtendedLifetime(next) {}
  }

  @Test("If GeoClue first refuses a request but grants it later, nightd uses the reported place")
  func askedAgain() throws {
    let bench = try PlaceFinderBench()
    bench.locating.retryIfGivenUp()
    #expect(bench.locating.state == .off)
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000", "deny Start")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .denied)
    try geoClue.write("allow Start\nhave 1 1 1\n")
    while try !geoClue.nextLine().hasPrefix("/") {}
    bench.locating.retryIfGivenUp()
    #expect(bench.locating.state == .searching)
    try bench.serve(news: 1)
    bench.locating.retryIfGivenUp()
    #expect(bench.locating.state == .found)
    #expect(bench.log.count == 2)
  }

  @Test("GeoClue is asked at most once a minute, even if retries are requested more often")
  func flutter() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("deny GetClient")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .denied)
    bench.locating.retryIfGivenUp()
    for _ in 1...2 { #expect(try bench.nextLine(of: geoClue) == "GetClient") }
    for _ in 0..<5 {
      bench.locating.retryIfGivenUp()
      try bench.serve(milliseconds: 30)
    }
    try geoClue.write("quit\n")
    #expect(try geoClue.readAll() == "")
  }

  @Test("If GeoClue is missing, this is logged once; if GeoClue appears later, nightd uses it")
  func absent() throws {
    let bench = try PlaceFinderBench()
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .absent)
    #expect(bench.log == ["warning: " + (bench.locating.flaw ?? "")])
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    try bench.serve(news: 1)
    #expect(bench.log.count == 2)
    withExtendedLifetime(geoClue) {}
  }

  @Test("The bus starts GeoClue if it does not run yet")
  func activated() throws {
    let bench = try PlaceFinderBench()
    let command = MadeUpGeoClue.command(["tell 52.52 13.41 1000"])
    try bench.bus.addService(name: "org.freedesktop.GeoClue2", command: command)
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    #expect(bench.news.map(\.text) == ["52.52,13.41"])
    #expect(bench.log == [Self.says])
  }

  private static let brief = PlaceFinder.Delays(greeting: 20_000, first: 60, again: [10])

  @Test("If GeoClue hangs, this is logged once, and GeoClue is used as soon as it replies")
  func silent() throws {
    let bench = try PlaceFinderBench(Self.brief)
    let geoClue = try bench.startGeoClue("hang Start")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .silent)
    try bench.serve(milliseconds: 150)
    #expect(bench.log == ["info: " + (bench.locating.flaw ?? "")])
    while try geoClue.nextLine() != "Start" {}
    try geoClue.write("start\ntell 52.52 13.41 1000\n")
    try bench.serve(news: 1)
    #expect(bench.locating.state == .found)
  }

  @Test("If GeoClue does not reply to the first call, the log says once that no agent is running")
  func agentless() throws {
    let bench = try PlaceFinderBench(Self.brief)
    let geoClue = try bench.startGeoClue("hang GetClient")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .agentless)
    try bench.serve(milliseconds: 150)
    let flaw = bench.locating.flaw ?? ""
    #expect(flaw.contains("until the session runs an agent for it"))
    #expect(flaw.contains("demos/agent"))
    #expect(bench.log == ["info: " + flaw])
    // GeoClue ends without a reply, and no program on this bus starts it again.
    try geoClue.write("quit\n")
    try bench.serve(until: bench.locating.state == .absent)
  }

  @Test("nightd distinguishes a GeoClue that has no agent from a GeoClue that denies access")
  func refusedWithoutAgent() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("agentless Start")
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .agentless)
    #expect(bench.log == ["info: " + (bench.locating.flaw ?? "")])
    withExtendedLifetime(geoClue) {}
  }

  @Test("If GeoClue quits, nightd asks it again, but stops asking if GeoClue quits repeatedly")
  func quits() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try geoClue.write("quit\n")
    // No program starts GeoClue here.
    try bench.serve(until: bench.locating.state == .absent)
    #expect(bench.log.count == 2)
    let next = try bench.startGeoClue("tell 40.4 -3.7 1000")
    try bench.serve(news: 2)
    #expect(bench.news.map(\.text) == ["52.52,13.41", "40.4,-3.7"])
    withExtendedLifetime(next) {}
  }

  @Test("If GeoClue ends after each start, it is started only a few times")
  func endsAlways() throws {
    let bench = try PlaceFinderBench()
    let log = bench.home.file("started")
    let script = MadeUpGeoClue.script.replacing(
      "def serve(connection, message):",
      with: "def serve(connection, message):\n    if message.get_member() == 'Start': loop.quit()"
    )
    let shell = #"echo >>"$0"; exec /usr/bin/python3 -c "$1""#
    try bench.bus.addService(
      name: "org.freedesktop.GeoClue2",
      command: ["/bin/sh", "-c", shell, log, script]
    )
    bench.locating.isAllowed = true
    try bench.serve(until: bench.locating.state == .absent)
    try bench.serve(milliseconds: 100)
    #expect(bench.home.text("started") == "\n\n\n\n")
    #expect(bench.log == ["warning: " + (bench.locating.flaw ?? "")])
  }

  @Test("If another program sends a location in GeoClue's name, it is ignored")
  func stranger() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    while try geoClue.nextLine() != "Start" {}
    try geoClue.write("have 10 10 1\n")
    let place = ObjectPath(try geoClue.nextLine()) ?? "/"
    let stranger = try Connection(address: bench.bus.address)
    let path = ObjectPath(MadeUpGeoClue.client) ?? "/"
    let names = try stranger.callAndWait(
      .call(to: .bus, at: .bus, .bus, "ListNames"),
      milliseconds: 5_000
    )
    for name in try names.values().first?.asStrings ?? [] {
      guard let name = BusName(name), name.isUnique else { continue }
      let signal = try Message.signal(
        from: path,
        "org.freedesktop.GeoClue2.Client",
        "LocationUpdated",
        [.objectPath("/"), .objectPath(place)]
      )
      try signal.setDestination(name)
      try stranger.send(signal)
    }
    _ = try stranger.callAndWait(.call(to: .bus, at: .bus, .bus, "GetId"), milliseconds: 5_000)
    try bench.serve(milliseconds: 100)
    try geoClue.write("tell 40.4 -3.7 1000\n")
    try bench.serve(news: 2)
    #expect(bench.news.map(\.text) == ["52.52,13.41", "40.4,-3.7"])
  }

  @Test("While nothing happens, the thread that calls GeoClue does not wake up")
  func idle() throws {
    let bench = try PlaceFinderBench()
    let geoClue = try bench.startGeoClue("tell 52.52 13.41 1000")
    bench.locating.isAllowed = true
    try bench.serve(news: 1)
    try bench.settleDisk()
    let before = Self.waits
    try bench.serve(milliseconds: 400)
    #expect(Self.waits - before <= 2)
    withExtendedLifetime(geoClue) {}
  }

  /// How often this thread has waited so far.
  private static var waits: Int {
    var usage = rusage()
    // 1 is RUSAGE_THREAD, which is a GNU extension.
    getrusage(1, &usage)
    return usage.ru_nvcsw
  }
}
