import NightCore
import Testing

@Suite("Keeper: hold ends on unusual days")
struct KeeperHoldDayTests {
  @Test(
    "The end of a hold is correct on days that the zone skips, shortens or lengthens",
    arguments: [
      ("Pacific/Apia", "2011-12-30T06:00:00Z", "07:00", "2011-12-31T07:00"),
      ("Pacific/Apia", "2011-12-30T06:00:00Z", "tomorrow 07:00", "2011-12-31T07:00"),
      ("Pacific/Apia", "2011-12-30T06:00:00Z", "22:30", "2011-12-29T22:30"),
      ("Pacific/Apia", "2011-12-30T06:00:00Z", "tomorrow", "2011-12-31T00:00"),
      // The zone skips this day, so a time on this day means the next midnight.
      ("Pacific/Apia", "2011-12-29T06:00:00Z", "2011-12-30 07:00", "2011-12-31T00:00"),
      // The request comes at 00:00:30; at 00:01 the clocks go back by an hour.
      ("America/St_Johns", "2010-11-07T02:30:30Z", "23:30", "2010-11-06T23:30"),
      ("America/St_Johns", "2010-11-07T02:30:30Z", "00:30", "2010-11-07T00:30"),
      // The request comes at 02:45; at 03:00 the clocks go back to 02:00.
      ("Europe/Berlin", "2026-10-25T00:45:00Z", "02:30", "2026-10-25T02:30"),
      ("Europe/Berlin", "2026-03-28T22:00:00Z", "02:30", "2026-03-29T03:00"),
    ]
  )
  func ends(zone: String, now: String, until: String, expected: String) throws {
    let zone = try SystemZone.zone(zone)
    let now = try #require(Instant(iso: now))
    var keeper = Keeper(.chosen(.schedule), at: now) { Surroundings(zone: zone) }
    let demand = Demand.style(.dark, until: try HoldTerm(until))
    for case .commit(let edits) in keeper.handle(.asked(demand, ReplyID(1)), at: now) {
      _ = keeper.succeed(edits, at: now)
    }
    guard let end = keeper.durable.hold?.end else {
      Issue.record("nothing is held")
      return
    }
    #expect(end > now)
    #expect(zone.civil(at: end).utc.iso == expected + ":00Z")
  }

  @Test(
    "If a hold is suspended because the clock is wrong, any request for a style ends the hold",
    arguments: [Demand.choose(.schedule), .style(.light), .resume, .toggle(), .style(.dark)]
  )
  func wrongClock(demand: Demand) throws {
    let (right, end) = (Instant.minute(0), Instant.minute(60))
    let hold = Hold(style: .dark, since: right, end: end)
    let wrong = right.adding(days: -20_000)
    let zone = Surroundings(zone: .utc)
    // The clock is wrong: it shows ten in the morning of a day long ago.
    let now = zone.zone.beginning(of: zone.zone.civil(at: wrong).date)
      .adding(microseconds: 36_000_000_000)
    var keeper = Keeper(.chosen(.schedule, hold: hold), at: now) { zone }
    #expect(keeper.snapshot.appearance.style == .light)
    for case .commit(let edits) in keeper.handle(.asked(demand, ReplyID(1)), at: now) {
      _ = keeper.succeed(edits, at: now)
    }
    #expect(keeper.durable.hold != hold)
    _ = keeper.handle(.moment, at: right)
    #expect(keeper.snapshot.appearance.reason == .schedule)
  }
}
