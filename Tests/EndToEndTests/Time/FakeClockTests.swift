import Glibc
import NightBus
import TestSupport
import Testing

@Suite(
  "A daemon whose clock differs from the machine's clock",
  .enabled(if: FakeClock.skipReason == nil, "\(FakeClock.skipReason ?? "")")
)
struct FakeClockTests {
  private static let second: Int64 = 1_000_000
  private static let hour = 3_600 * second
  /// 2026-06-21 in UTC.
  private static let day: Int64 = 1_782_000_000 * second

  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.home.write("{choice: 'schedule'}", to: ".config/nightd/config.json5")
  }

  private static func ahead(to moment: Int64) -> Int64 { moment - MachineClock.now }

  private func startDaemon(at moment: Int64, zone: String = "UTC") throws -> Program {
    try desk.startDaemon(seeing: .ahead(Self.ahead(to: moment)), adding: ["TZ": zone])
  }

  @Test("The style changes at sunset and not earlier")
  func sunset() throws {
    let zone = "Europe/Berlin"
    let noon = try startDaemon(at: Self.day + 10 * Self.hour, zone: zone)
    let sunset = try Caller(desk).nextChange()
    #expect(sunset.style == "dark")
    // According to almanacs, the sun sets at 21:33 summer time.
    let table = Self.day + 19 * Self.hour + 33 * 60 * Self.second
    #expect(abs(sunset.when - table) <= 90 * Self.second)
    _ = try desk.end(noon)
    // On a loaded machine, a daemon that starts only a second before sunset may be ready too late.
    for lead in [1, 5, 25] as [Int64] {
      let monitor = try Monitor(desk)
      let start = sunset.when - lead * Self.second
      let ahead = Self.ahead(to: start)
      let daemon = try startDaemon(at: start, zone: zone)
      let before = try Caller(desk).shown()
      if before.style == "light" {
        #expect(before.next == sunset.when)
        #expect(try monitor.next(2) == ["Changed dark 2", "PropertiesChanged"])
        let late = MachineClock.now + ahead - sunset.when
        #expect(late > -5_000)
        #expect(late < 5 * Self.second)
        let after = try Caller(desk).shown()
        #expect(after.reason == "schedule")
        #expect(after.since == sunset.when)
        #expect(try after.next == Caller(desk).nextChange().when)
      }
      _ = try desk.end(daemon)
      if before.style == "light" { return }
    }
    Issue.record("the daemon was never up before sunset")
  }

  @Test(
    "If a hold ended while no daemon ran, it has no effect at start-up, and nothing is written",
    arguments: [
      // Each row has the hour at which the hold begins, its style, and its length in hours. Next in
      // each row come the hour of the next start-up, the style at that time, and the hour at which
      // that style began.
      (12, "dark", 2, 15, "light", 14), (12, "dark", 8, 21, "dark", 20),
      (22, "light", 1, 31, "light", 31), (22, "light", 12, 30, "light", nil),
    ] as [(Int64, String, Int64, Int64, String, Int64?)]
  )
  func killed(
    from: Int64,
    held: String,
    hours: Int64,
    next: Int64,
    style: String,
    since: Int64?
  ) throws {
    let first = try startDaemon(at: Self.day + from * Self.hour)
    // Unlike a choice in a file, a choice that is made over the bus is stored with its time.
    #expect(throws: Never.self) { try Caller(desk).set("schedule").get() }
    let hold = try Caller(desk).hold(held, seconds: UInt64(hours) * 3_600)
    #expect(hold.style == held)
    let watch = try desk.start("watch")
    #expect(try watch.nextLine() == held)
    first.send(signal: SIGKILL)
    #expect(try first.wait() == .signalled(SIGKILL))
    let stored = desk.storeIdentity

    let second = try startDaemon(at: Self.day + next * Self.hour)
    let shown = try Caller(desk).shown()
    #expect(shown.style == style)
    #expect(shown.serial == 1)
    #expect(shown.reason == (since == nil ? "hold" : "schedule"))
    #expect(shown.holdUntil == (since == nil ? hold.holdUntil : nil))
    if let since { #expect(abs((shown.since ?? 0) - Self.day - since * Self.hour) < Self.hour / 2) }
    // If the style differs, the watch's next line is the change.
    if style != held { #expect(try watch.nextLine() == style) }
    #expect(desk.storeIdentity == stored)
    let other = style == "dark" ? "light" : "dark"
    #expect(try Caller(desk).hold(other, seconds: 60).serial == 2)
    #expect(try watch.nextLine() == other)
    #expect(try desk.end(second) == "nightd: the style is now \(other) (held)\n")
    #expect(desk.storeLeftovers == [])
  }

  @Test(
    "After the clock jumps, the style fits the new time, and a signal is sent only for a new style",
    .enabled(if: MachineClock.skipReason == nil, "\(MachineClock.skipReason ?? "")")
  )
  func jumps() throws {
    let clock = ClockOfDay(desk)
    try clock.show(Self.day + 12 * Self.hour)
    try desk.startDaemon(seeing: clock.seen)
    let monitor = try Monitor(desk)
    let caller = try Caller(desk)
    /// Makes the clock jump, and expects this style, serial and reason.
    func jump(to hour: Int64, _ style: String, _ serial: UInt64, _ reason: String) throws {
      try clock.show(Self.day + hour * Self.hour)
      MachineClock.alone { #expect(MachineClock.set()) }
      // The daemon checks the clock before it handles the second call.
      _ = try caller.shown()
      let shown = try caller.shown()
      #expect([shown.style, shown.reason] == [style, reason], "at \(hour)")
      #expect(shown.serial == serial, "at \(hour)")
    }
    try jump(to: 12, "light", 1, "schedule")
    try jump(to: 18, "light", 1, "schedule")
    try jump(to: 21, "dark", 2, "schedule")
    try jump(to: 22, "dark", 2, "schedule")
    try jump(to: 13, "light", 3, "schedule")
    _ = try caller.hold("dark", seconds: 3_600)
    // This jump is like a sleep that lasts longer than the hold.
    try jump(to: 16, "light", 5, "schedule")
    // This jump sets the clock back to a time during the hold.
    try jump(to: 13, "dark", 6, "hold")
    try jump(to: 365 * 24 + 12, "light", 7, "schedule")
    var told: [String] = []
    while told.last != "Changed light 7" { told.append(try monitor.next()) }
    #expect(
      told.filter { $0.hasPrefix("Changed") } == [
        "Changed dark 2", "Changed light 3", "Changed dark 4", "Changed light 5", "Changed dark 6",
        "Changed light 7",
      ]
    )
  }
}

/// Uses a file to change the time of day that a running daemon sees.
private struct ClockOfDay {
  private let desk: Desk

  init(_ desk: Desk) { self.desk = desk }

  var seen: FakeClock { .file(desk.home.file("clock")) }

  func show(_ moment: Int64) throws {
    let setting = FakeClock.setting(ahead: moment - MachineClock.now)
    // The file is replaced in one step, since the daemon must not read a half-written file.
    try desk.home.write(setting + "\n", to: "clock.new")
    rename(desk.home.file("clock.new"), desk.home.file("clock"))
  }
}
