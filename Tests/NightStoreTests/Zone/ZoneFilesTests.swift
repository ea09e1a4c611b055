import Glibc
import NightCore
import NightStore
import Synchronization
import TestSupport
import Testing

@Suite("Finding the session's zone")
struct ZoneFilesTests {
  private let home: TemporaryFolder

  /// Makes a system with two zones and the tables of places.
  init() throws {
    home = try TemporaryFolder()
    try run(
      """
      mkdir -p u/zoneinfo/Europe u/zoneinfo/posix/Europe u/zoneinfo/right/Europe e
      cd u/zoneinfo
      cp -L /usr/share/zoneinfo/zone.tab /usr/share/zoneinfo/tzdata.zi .
      cp -L /usr/share/zoneinfo/zone1970.tab .
      cp -L /usr/share/zoneinfo/Europe/Berlin /usr/share/zoneinfo/Europe/London Europe
      cp Europe/Berlin posix/Europe; cp Europe/Berlin right/Europe
      ln -s Berlin Europe/Oslo; ln -s Europe/London GB; ln -s ../../e/localtime localtime
      cp Europe/Berlin Nowhere
      """
    )
  }

  /// Runs a shell script in the temporary folder: there, `u` means `/usr/share`, and `e` means
  /// `/etc`.
  private func run(_ text: String) throws {
    let done = try Program.run("sh", ["-ec", text], folder: home.path)
    try #require(done.exit == .exited(0), "\(done)")
  }

  private func files(_ wish: String? = nil, _ disk: Disk = .system) -> ZoneFiles {
    let environment = ["TZ": wish, "TZDIR": home.file("u/zoneinfo")]
    var paths = ZonePaths { environment[$0] ?? nil }
    paths.localTime = home.file("e/localtime")
    paths.timeZone = home.file("e/timezone")
    return ZoneFiles(paths, disk: disk)
  }

  private static let berlin = Place(latitude: 52.5, longitude: 13 + 22.0 / 60)
  private static let oslo = Place(latitude: 59 + 55.0 / 60, longitude: 10.75)

  @Test(
    "The system's zone is found from the link localtime; if this is a copy, from the file timezone",
    arguments: [
      ("ln -s ../u/zoneinfo/Europe/Berlin localtime", "Europe/Berlin", berlin),
      ("ln -s $PWD/../u/zoneinfo/Europe/Berlin localtime", "Europe/Berlin", berlin),
      // Oslo has the same local time as Berlin, but is another place.
      ("ln -s ../u/zoneinfo/Europe/Oslo localtime", "Europe/Oslo", oslo),
      ("ln -s ../u/zoneinfo/posix/Europe/Berlin localtime", "Europe/Berlin", berlin),
      ("ln -s ../u/zoneinfo/right/Europe/Berlin localtime", "Europe/Berlin", berlin),
      ("ln -s ../u/zoneinfo/Europe/Berlin tz; ln -s tz localtime", "Europe/Berlin", berlin),
      // On some systems the zones are in another folder, so the link has a target like this.
      ("ln -s ../u/zoneinfo .; ln -s zoneinfo/Europe/Berlin localtime", "Europe/Berlin", berlin),
      ("ln -s ../u/zoneinfo/Nowhere localtime", "Nowhere", nil),
      ("cp ../u/zoneinfo/Europe/Berlin localtime", "", nil),
      (
        "cp ../u/zoneinfo/Europe/Berlin localtime; echo Europe/Berlin >timezone",
        "Europe/Berlin", berlin
      ),
      (
        "cp ../u/zoneinfo/Europe/Berlin localtime; printf 'Europe/Oslo \\n#' >timezone",
        "Europe/Oslo", oslo
      ),
      ("cp ../u/zoneinfo/Europe/Berlin localtime; echo Europe/London >timezone", "", nil),
      ("cp ../u/zoneinfo/Europe/Berlin localtime; echo Europe/Gone >timezone", "", nil),
      ("cp ../u/zoneinfo/Europe/Berlin localtime; mkfifo timezone", "", nil),
      (
        "cp ../u/zoneinfo/Europe/Berlin localtime; echo ../zoneinfo/Europe/Berlin >timezone",
        "", nil
      ),
    ]
  )
  func machine(text: String, name: String, place: Place?) throws {
    try run("cd e; " + text)
    let reading = files().read()
    guard case .zone(let zone) = reading.finding else {
      Issue.record("\(reading.finding)")
      return
    }
    #expect(zone.name == name)
    #expect(zone.offset(at: Instant(microseconds: 1_700_000_000_000_000)) == 3_600)
    #expect(isNear(reading.place, place))
    #expect(!reading.isHalf)
  }

  @Test("If the system has no zone file, UTC is used")
  func utc() {
    #expect(files().read() == ZoneReading(finding: .zone(.utc), place: nil, isHalf: true))
  }

  @Test(
    "If the link to the zone is missing at either of two checks, the zone may be changing",
    arguments: [1, 2]
  )
  func briefly(missing: Int) throws {
    try run("cd e; ln -s ../u/zoneinfo/Europe/Berlin localtime")
    let looks = Mutex(0)
    var disk = Disk.system
    disk.readLink = { path throws(Disk.Refusal) in
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      return look == missing ? nil : try Disk.system.readLink(path)
    }
    #expect(files(nil, disk).read().isHalf)
    #expect(!files().read().isHalf)
  }

  @Test(
    "If TZ is set, it overrides the system's zone",
    arguments: [
      ("Europe/Berlin", "Europe/Berlin", 3_600, berlin),
      (":Europe/Berlin", "Europe/Berlin", 3_600, berlin),
      ("posix/Europe/Berlin", "Europe/Berlin", 3_600, berlin),
      ("GB", "GB", 0, Place(latitude: 51 + 30.0 / 60 + 30.0 / 3_600, longitude: -7.5 / 60)),
      // Each of these values means the system's zone.
      ("localtime", "Europe/Oslo", 3_600, oslo),
      (":/H/e/localtime", "Europe/Oslo", 3_600, oslo),
      ("/H/e/copy", "", 3_600, nil),
      ("/H/u/zoneinfo/Europe/Berlin", "Europe/Berlin", 3_600, berlin),
      ("", "Europe/Oslo", 3_600, oslo),
      (":", "Europe/Oslo", 3_600, oslo),
      ("<+0545>-5:45", "<+0545>-5:45", 20_700, nil),
      ("CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,M3.5.0,M10.5.0/3", 3_600, nil),
    ]
  )
  func wished(wish: String, name: String, offset: Int, place: Place?) throws {
    try run("cd e; ln -s ../u/zoneinfo/Europe/Oslo localtime; cp ../u/zoneinfo/Europe/Berlin copy")
    let reading = files(wish.replacing("/H", with: home.path)).read()
    guard case .zone(let zone) = reading.finding else {
      Issue.record("\(reading.finding)")
      return
    }
    #expect(zone.name == name)
    #expect(zone.offset(at: Instant(microseconds: 1_700_000_000_000_000)) == offset)
    #expect(isNear(reading.place, place))
  }

  @Test(
    "If TZ has an unusable value, the error is reported",
    arguments: [
      ("Europe/Berln", "TZ", .unknown("Europe/Berln", folder: "/H/u/zoneinfo", asRule: nil)),
      ("../zoneinfo/GB", "TZ", .unknown("../zoneinfo/GB", folder: "/H/u/zoneinfo", asRule: nil)),
      (
        "CET-1CEST,M3", "TZ",
        .unknown(
          "CET-1CEST,M3",
          folder: "/H/u/zoneinfo",
          asRule: Flaw("expected a point and a week from 1 to 5", at: .byte(12))
        )
      ),
      (":CET-1", "TZ", .unknown("CET-1", folder: "/H/u/zoneinfo", asRule: nil)),
      ("Europe", "/H/u/zoneinfo/Europe", .flawed(.folder)),
      ("/H/e/gone", "/H/e/gone", .missing),
      ("/H/e/loop", "/H/e/loop", .flawed(.linkLoop)),
      ("zone.tab", "/H/u/zoneinfo/zone.tab", broken),
    ] as [(String, String, ZoneFault.Why)]
  )
  func faults(wish: String, place: String, why: ZoneFault.Why) throws {
    try run("ln -s loop e/loop")
    var why = why
    if case .unknown(let name, _, let flaw) = why {
      why = .unknown(name, folder: home.file("u/zoneinfo"), asRule: flaw)
    }
    let reading = files(wish.replacing("/H", with: home.path)).read()
    let fault = ZoneFault(place.replacing("/H", with: home.path), why)
    #expect(reading == ZoneReading(finding: .fault(fault), place: nil, isHalf: true))
  }

  private static let broken = ZoneFault.Why.broken(
    Flaw("expected “TZif” at the start of a zone", at: .byte(0))
  )

  @Test(
    "An unusable system zone is reported, and the reader never waits for it",
    arguments: [
      ("ln -s ../u/zoneinfo/Europe/Gone localtime", .flawed(.linkToNothing)),
      ("ln -s localtime localtime", .flawed(.linkLoop)),
      ("mkdir localtime", .flawed(.folder)),
      ("mkfifo localtime", .flawed(.notAFile)),
      ("ln -s /dev/zero localtime", .flawed(.notAFile)),
      (": >localtime", broken),
      ("echo TZif >localtime", .broken(Flaw("expected a header of 44 bytes", at: .byte(5)))),
      ("truncate -s 1048577 localtime", .flawed(.tooLarge(limit: 1 << 20))),
    ] as [(String, ZoneFault.Why)]
  )
  func faults(text: String, why: ZoneFault.Why) throws {
    try run("cd e; " + text)
    let fault = ZoneFault(home.file("e/localtime"), why)
    let reading = files().read()
    #expect(reading == ZoneReading(finding: .fault(fault), place: nil, isHalf: true))
  }

  @Test(
    "If the tables of places are missing, the zone has no place, and is read again later",
    arguments: ["rm u/zoneinfo/*.tab", "rm u/zoneinfo/zone.tab; mkfifo u/zoneinfo/zone.tab"]
  )
  func noTables(text: String) throws {
    try run("ln -s ../u/zoneinfo/Europe/Oslo e/localtime; \(text); rm -f u/zoneinfo/zone1970.tab")
    let reading = files().read()
    #expect(reading.place == nil)
    #expect(reading.isHalf)
  }

  @Test(
    "If a call fails while the zone is read, this is reported, unless the zone can still be read"
  )
  func refused() throws {
    try run("cp u/zoneinfo/Europe/Berlin e/localtime; echo Europe/Berlin >e/timezone")
    try run("rm u/zoneinfo/zone.tab")
    for link in [false, true] {
      if link { try run("cd e; rm localtime; ln -s ../u/zoneinfo/Europe/Berlin localtime") }
      for call in [.lookThroughLinks, .openThroughLinks, .lookAt, .read, .look, .readLink]
        as [ProbedDisk.Call]
      {
        for code in [EIO, ENOENT, ELOOP] {
          var ordinal = 1
          while try meets(.init(call: call, ordinal: ordinal, code: code)) { ordinal += 1 }
        }
      }
    }
  }

  /// Returns whether the fault occurred.
  private func meets(_ fault: ProbedDisk.Fault) throws -> Bool {
    let probe = ProbedDisk(root: home.path, fault: fault)
    let reading = files(nil, probe.disk).read()
    #expect(probe.isTidy)
    switch reading.finding {
    case .zone(let zone): #expect(["", "Europe/Berlin", "UTC"].contains(zone.name))
    case .fault(let fault): #expect(probe.wasHit && fault.place == home.file("e/localtime"))
    }
    return probe.wasHit
  }

  @Test("If TZ is set, the list of files that decide the zone has none of the system's files")
  func paths() {
    let tables = ["zone.tab", "zone1970.tab", "tzdata.zi"].map { "u/zoneinfo/" + $0 }
    #expect(files().paths == (["e/localtime", "e/timezone"] + tables).map(home.file))
    #expect(files("GB").paths == (["u/zoneinfo/GB"] + tables).map(home.file))
    #expect(files("/x").paths == ["/x"] + tables.map(home.file))
  }

  @Test("Without environment variables, the zone is read from the usual paths")
  func usual() {
    let paths = ZonePaths { _ in nil }
    #expect(paths == ZonePaths())
    #expect(paths.folder == "/usr/share/zoneinfo")
    #expect(ZonePaths { $0 == "TZDIR" ? "relative" : nil } == ZonePaths())
  }

  private func isNear(_ place: Place?, _ other: Place?) -> Bool {
    guard let place, let other else { return place == nil && other == nil }
    return abs(place.latitude - other.latitude) < 1e-3
      && abs(place.longitude - other.longitude) < 1e-3
  }
}
