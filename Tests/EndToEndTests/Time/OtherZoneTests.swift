import Glibc
import NightBus
import TestSupport
import Testing

@Suite(
  "Switches of the machine's zone",
  .enabled(if: OtherEtc.skipReason == nil, "\(OtherEtc.skipReason ?? "")")
)
struct OtherZoneTests {
  private let desk: Desk
  private let other: OtherEtc

  init() throws {
    // If possible, the files of the test are in memory. On a busy disk, the link to the zone could
    // be missing for so long that the daemon would take its absence for a change.
    desk = try Desk(home: access("/dev/shm", W_OK) == 0 ? TemporaryFolder(below: "/dev/shm") : nil)
    other = try OtherEtc(desk, zone: "Asia/Tokyo")
  }

  private func write(_ rules: String) throws {
    try desk.home.write(
      "{choice: 'schedule', schedule: [\(rules)]}",
      to: ".config/nightd/config.json5"
    )
  }

  /// The minute of the UTC day at which the schedule changes next; each zone has two such minutes.
  private func next(_ caller: Caller) throws -> Int64 {
    let when = try caller.nextChange().when
    #expect(try caller.shown().next == when)
    return when / 60_000_000 % 1_440
  }

  @Test("Each way of changing the machine's time zone makes the schedule use the new zone at once")
  func switched() throws {
    try write("'dark 19:30', 'light 07:00'")
    let daemon = try other.startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    /// Runs shell code, and expects this zone, in which 07:00 and 19:30 are these minutes of the
    /// UTC day.
    func edit(_ text: String, _ zone: String, _ dawn: Int64, _ dusk: Int64) throws {
      try other.run(text)
      repeat {
        while try monitor.next() != "Schedule" {}
      } while try caller.zone() != zone
      #expect(try [dawn, dusk].contains(next(caller)), "after \(text)")
    }
    #expect(try caller.zone() == "Asia/Tokyo")
    #expect(try [1_320, 630].contains(next(caller)))
    try edit("ln -sfn $z/Asia/Kolkata $l", "Asia/Kolkata", 90, 840)
    try edit("ln -s $z/UTC new; mv -T new $l", "UTC", 420, 1_170)
    try edit("rm $l; sleep 0.02; ln -s $z/Asia/Tokyo $l", "Asia/Tokyo", 1_320, 630)
    let copy = "echo Asia/Kolkata >etc/timezone; cp $z/Asia/Kolkata new; mv -T new $l"
    try edit(copy, "Asia/Kolkata", 90, 840)
    // These edits are like an upgrade of the machine's zone files.
    try edit("ln -sfn $z/Asia/Tokyo $l", "Asia/Tokyo", 1_320, 630)
    try edit("cp $z/Asia/Kathmandu new; mv new $z/Asia/Tokyo", "Asia/Tokyo", 75, 825)
    // The style may change, because it may be day in one zone and night in another.
    let said = try desk.end(daemon).split(separator: "\n")
    #expect(said.filter { !$0.hasPrefix("nightd: the style is now ") } == [])
  }

  @Test("If the link to the zone is missing only for a moment, the zone does not change")
  func moment() throws {
    for _ in 1...5 where try OtherZoneTests().replaceLinkQuickly() { return }
    Issue.record("the machine never replaced the link within \(Self.mostMilliseconds) ms")
  }

  /// The longest time without the link; the daemon waits longer for a missing link.
  private static let mostMilliseconds = 150

  /// Replaces the link; returns false without any check if the link was missing for too long.
  private func replaceLinkQuickly() throws -> Bool {
    try write("'dark 19:30', 'light 07:00'")
    try other.startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    #expect(try caller.zone() == "Asia/Tokyo")
    let link = desk.home.file("etc/localtime")
    // Between unlink and symlink, do not run a shell or call nightd. On a loaded machine, a shell
    // or a call may take longer than the daemon waits for the link.
    for _ in 1...3 {
      let gap = ContinuousClock().measure {
        #expect(unlink(link) == 0)
        #expect(symlink(desk.home.file("zoneinfo/Asia/Tokyo"), link) == 0)
      }
      guard gap < .milliseconds(Self.mostMilliseconds) else { return false }
      #expect(try caller.zone() == "Asia/Tokyo")
    }
    try other.run("ln -sfn $z/UTC $l")
    while try monitor.next() != "Schedule" {}
    #expect(try caller.zone() == "UTC", "this is the first signal")
    return true
  }

  @Test(
    "If the time zone's file breaks, the last good zone stays in use, and `prefs check` says so"
  )
  func torn() throws {
    try write("'dark 19:30', 'light 07:00'")
    let daemon = try other.startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    func findings() throws -> [String] {
      guard case .array(_, let findings)? = try caller.call(.control, "Check").get().first
      else { throw RawClient.Refused() }
      return findings.map { finding in
        ["kind", "file", "message"].map { finding.asOptions?[$0]?.asString ?? "" }
          .joined(separator: ": ")
      }
    }
    #expect(try findings() == [])
    try other.run("head -c 100 $z/Asia/Tokyo >part; cat part >$z/Asia/Tokyo")
    while try monitor.next() != "Schedule" {}
    let found = try findings()
    #expect(found.count == 1)
    let first = try #require(found.first)
    #expect(first.hasPrefix("zone: /etc/localtime: is not a time zone: "))
    #expect(first.hasSuffix("; nightd uses Asia/Tokyo until this is corrected"))
    #expect(try caller.zone() == "Asia/Tokyo")
    #expect(try [1_320, 630].contains(next(caller)))
    try other.run("cp /usr/share/zoneinfo/Asia/Tokyo $z/Asia/Tokyo")
    while try monitor.next() != "Schedule" {}
    #expect(try findings() == [])
    #expect(try desk.end(daemon).split(separator: "\n").count == 1, "logged once")
  }

  @Test("If a new zone's local time requires another style, the style changes once")
  func style() throws {
    // Under these rules the style is dark now by UTC's clock, and light nine hours later.
    let hour = MachineClock.now / 3_600_000_000 % 24
    func clock(_ hour: Int64) -> String { (hour % 24 < 10 ? "0" : "") + "\(hour % 24):00" }
    try write("'dark \(clock(hour + 22))', 'light \(clock(hour + 3))'")
    try other.startDaemon()
    let caller = try Caller(desk)
    let monitor = try Monitor(desk)
    #expect(try caller.shown().style == "light")
    let all = ["PropertiesChanged", "Schedule"]
    try other.run("ln -sfn $z/UTC $l")
    #expect(try monitor.next(3) == ["Changed dark 2"] + all)
    try other.run("ln -sfn $z/Asia/Tokyo $l")
    #expect(try monitor.next(3) == ["Changed light 3"] + all)
    // The next signal is the one for this hold, so no other signal came in between.
    _ = try caller.hold("dark", seconds: 60)
    #expect(try monitor.next() == "Changed dark 4")
  }
}
