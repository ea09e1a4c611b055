import NightCore
import TestSupport
import Testing

/// Compares how nightd and other programs read every zone's file.
@Suite("The zones of the world")
struct WorldTests {
  /// The range begins while zones still use local mean time, and ends long after their last
  /// changes.
  private static let first = Instant(iso: "1845-01-01T00:00:00Z")
  private static let last = Instant(iso: "2101-01-01T00:00:00Z")

  /// Prints the names of all zones; or, if it has input, each difference between the input and
  /// Python's values.
  ///
  /// A line of the input is `name moment,offset,abbreviation …`.
  private static let script = """
    import datetime, sys, zoneinfo
    if len(sys.argv) > 1:
        print('\\n'.join(sorted(zoneinfo.available_timezones())))
    epoch = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
    for line in sys.stdin if len(sys.argv) == 1 else []:
        name, *claims = line.split()
        zone = zoneinfo.ZoneInfo(name)
        for claim in claims:
            moment, offset, abbreviation = claim.split(',')
            time = (epoch + datetime.timedelta(seconds=int(moment))).astimezone(zone)
            real = str(int(time.utcoffset().total_seconds())), time.tzname()
            if real != (offset, abbreviation):
                print(name, claim, *real)
    """
  private static let python = "/usr/bin/python3"
  private static let compiler = "/usr/sbin/zic"

  @Test(
    "The times of every zone agree with Python's, both near clock changes and between them",
    .enabled(if: Tool.path(python) != nil, "python3 is not installed")
  )
  func everyZone() throws { try compare(in: SystemZone.folder) }

  @Test(
    "If a zone's file ends with a rule for later years, the zone's times agree with Python's",
    .enabled(if: Tool.path(python) != nil, "python3 is not installed"),
    .enabled(if: Tool.path(compiler) != nil, "zic is not installed")
  )
  func slim() throws {
    let folder = try TemporaryFolder()
    let made = try Program.run(
      Self.compiler,
      ["-b", "slim", "-d", folder.path, SystemZone.folder + "/tzdata.zi"]
    )
    try #require(made.exit == .exited(0), "\(made)")
    // The zone compiler zic of 2022 wrote a last change that contradicts the file's rule. In the
    // second of that change, Python follows the change, but all other programs follow the rule.
    try compare(
      in: folder.path,
      every: 3,
      except: "America/Ojinaga 1667116800,-18000,CDT -21600 CST"
    )
  }

  private func compare(in folder: String, every step: Int = 1, except known: String = "") throws {
    let first = try #require(Self.first)
    let last = try #require(Self.last)
    let environment = ["PYTHONTZPATH": folder]
    let listed = try Program.run(
      Self.python,
      ["-c", Self.script, "names"],
      environment: environment
    )
    let names = listed.output.split(separator: "\n").map(String.init)
    #expect(names.count > 400, "\(listed)")
    var random = SplitMix64(seed: 5)
    var claims = ""
    for index in stride(from: 0, to: names.count, by: step) {
      let name = names[index]
      let zone = try SystemZone.zone(name, in: folder)
      claims += name
      var moments = (0..<60).map { _ in
        Int.random(in: first.second...last.second, using: &random)
      }
      var moment = first
      while let change = zone.nextChange(after: moment), change < last {
        moments += [change.second - 1, change.second]
        moment = change
      }
      for second in moments {
        let instant = Instant(second: second)
        claims += " \(second),\(zone.offset(at: instant)),\(zone.abbreviation(at: instant))"
      }
      claims += "\n"
    }
    let run = try Program.run(
      Self.python,
      ["-c", Self.script],
      environment: environment,
      input: .bytes(Array(claims.utf8)),
      timeout: .seconds(60)
    )
    let different = run.output.split(separator: "\n").filter { $0 != known }
    #expect(run.exit == .exited(0) && different.isEmpty, "\(run)")
  }

  @Test(
    "Every clock change that zdump lists is found, even long after the last change in the file",
    .enabled(if: Tool.path("zdump") != nil, "zdump is not installed"),
    arguments: ["Europe/Dublin", "Africa/Casablanca"]
  )
  func dumped(name: String) throws {
    let zone = try SystemZone.zone(name)
    let run = try Program.run("zdump", ["-V", "-c", "1845,2450", name])
    let lines = run.output.split(separator: "\n")
    #expect(lines.count > 50)
    var listed: Set<Instant> = []
    var different: [String] = []
    for line in lines {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 16, let instant = Instant(dumped: words[1...6]) else {
        different.append(String(line))
        continue
      }
      let isEqual =
        zone.offset(at: instant) == Int(words[15].dropFirst(7))
        && zone.abbreviation(at: instant) == words[13]
      // Count the lines that match and compare only the count, because there are thousands of
      // lines.
      if !isEqual { different.append(String(line)) }
      listed.insert(instant)
    }
    var moment = try #require(Self.first)
    while let change = zone.nextChange(after: moment) {
      guard change.iso < "2449" else { break }
      let isListed = listed.contains(change) && listed.contains(Instant(second: change.second - 1))
      if !isListed { different.append(change.iso) }
      moment = change
    }
    #expect(different == [])
  }
}

extension Instant {
  /// Reads a line of zdump: weekday, month, day, time, year and UT.
  fileprivate init?(dumped words: ArraySlice<String>) {
    let months = "JanFebMarAprMayJunJulAugSepOctNovDec"
    let words = Array(words)
    guard words.count == 6, let month = months.ranges(of: words[1]).first else { return nil }
    let number = months.distance(from: months.startIndex, to: month.lowerBound) / 3 + 1
    let day = (words[2].count < 2 ? "0" : "") + words[2]
    self.init(iso: "\(words[4])-\(number < 10 ? "0" : "")\(number)-\(day)T\(words[3])Z")
  }
}
