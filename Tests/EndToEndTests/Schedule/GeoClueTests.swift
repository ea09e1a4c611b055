import NightBus
import TestSupport
import Testing

/// The place from GeoClue, on its way from the system bus to nightctl's output.
@Suite("Place from GeoClue") struct GeoClueTests {
  private let desk: Desk
  private let machine: PrivateBus

  init() throws {
    desk = try Desk()
    machine = try PrivateBus()
    try desk.home.write("{choice: 'schedule'}", to: ".config/nightd/config.json5")
  }

  private func startDaemon() throws -> Program {
    try desk.startDaemon(adding: ["DBUS_SYSTEM_BUS_ADDRESS": machine.address])
  }

  /// Returns once `nightctl location` prints these words.
  private func awaitPlace(_ words: String, _ monitor: Monitor) throws {
    while try desk.printed("location") != words + "\n" {
      while try monitor.next() != "Schedule" {}
    }
  }

  @Test("If GeoClue has no agent, `nightctl location` says so, and says how to start an agent")
  func agentless() throws {
    let geoClue = try MadeUpGeoClue.start(machine, ["agentless Start"])
    let daemon = try startDaemon()
    _ = try desk.printed("location", "auto")
    while try daemon.nextErrorLine() != "nightd: GeoClue does not answer until the session runs an "
      + "agent for it, and this session runs none: \(Self.advice), or set the place with nightctl "
      + "location LAT,LON"
    {}
    let said = try desk.printed("location")
    #expect(said.contains("GeoClue needs an agent, and this session runs none"))
    #expect(said.hasSuffix("\nTo give GeoClue an agent, \(Self.advice).\n"))
    withExtendedLifetime(geoClue) {}
  }

  private static var advice: String {
    let programs = ["libexec", "lib"].map { "/usr/\($0)/geoclue-2.0/demos/agent" }
    guard let program = programs.first(where: { Tool.path($0) != nil }) else {
      return "install GeoClue's demo agent (geoclue-2.0/demos/agent) and start it with the session"
    }
    return "start \(program) with the session (in sway's configuration: exec \(program))"
  }

  @Test(
    "If the user allows it, GeoClue's place is used and stored, and only `Control` returns it"
  )
  func way() throws {
    let geoClue = try MadeUpGeoClue.start(machine, ["tell 52.52 13.41 1000"])
    let daemon = try startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    let overheard = try Program.start(
      "dbus-monitor",
      ["--session", "type='signal'"],
      environment: desk.environment
    )
    while try !overheard.nextLine().contains("member=NameLost") {}
    /// Whether the schedule uses 07:00 and 19:30 instead of sunrise and sunset.
    ///
    /// The comparison is exact to the microsecond, because on some days the sun rises or sets in
    /// the same minute as these times.
    func isPlaceless() throws -> Bool {
      try [25_200_000_000, 70_200_000_000].contains(caller.nextChange().when % 86_400_000_000)
    }
    #expect(try isPlaceless())
    _ = try desk.printed("location", "auto")
    try awaitPlace("52.52,13.41 (GeoClue found it)", monitor)
    #expect(try !isPlaceless())
    let before = try caller.nextChange().when
    try geoClue.write("tell 40.4 -3.7 1000\n")
    try awaitPlace("40.4,-3.7 (GeoClue found it)", monitor)
    #expect(try caller.nextChange().when != before)
    #expect(try desk.printed("status").contains("\nplace    40.4,-3.7 (GeoClue found it)\n"))

    var read = "\(try caller.call(.style, "Get").get())"
    read += "\(try caller.call(.schedule, "Upcoming", [.uint32(2)]).get())"
    read += "\(try caller.call(.preferences, "ReadAll", [.string("")]).get())"
    for interface in [InterfaceName.style, .schedule, .preferences, .desktop, .inhibit] {
      let words = BusValue.string(interface.text)
      read += "\(try caller.call(.properties, "GetAll", [words]).get())"
    }
    let said = try desk.end(daemon)
    overheard.killGroup()
    // A timestamp in a log may look like a coordinate: 1795364713.454 contains 13.4.
    read += try overheard.readAll().replacing(#/\btime=\S+/#, with: "")
    for text in [read, said] {
      for degrees in ["52.5", "13.4", "40.4", "-3.7"] { #expect(!text.contains(degrees)) }
    }
    #expect(said.contains("GeoClue has reported the place"))

    // Until GeoClue answers, the next daemon uses the place that the earlier daemon stored.
    try geoClue.write("quit\n")
    _ = try geoClue.wait()
    let next = try startDaemon()
    #expect(try desk.printed("location").hasPrefix("40.4,-3.7 (GeoClue found it earlier"))
    #expect(try desk.printed("location", "1,2") == "1,2 (you set it)\n")
    _ = try desk.end(next)
  }
}
