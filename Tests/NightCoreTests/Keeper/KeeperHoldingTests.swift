import NightCore
import Testing

/// The zone is one hour east of UTC and has no geographical location.
///
/// So the schedule turns light at minute 360 of the made-up day, and dark at minute 1110.
@Suite("Keeper: new holds")
struct KeeperHoldingTests {
  /// The choice after some requests, with the held style and the end of the hold.
  private struct Outcome: Equatable, CustomStringConvertible {
    var choice: Choice?
    var held: Style?
    var until: Instant?
    var description: String { "\(choice as Any) \(held as Any) \(until?.iso ?? "-")" }
  }

  private func outcome(
    of demands: [Demand],
    _ choice: Choice,
    at now: Instant = .minute(100)
  ) -> Outcome {
    var keeper = Keeper(.chosen(choice), at: now, surroundings: { .made })
    _ = keeper.handle(.surroundings(.made), at: now)
    for (index, demand) in demands.enumerated() {
      let effects = keeper.handle(.asked(demand, ReplyID(UInt64(index))), at: now)
      for case .commit(let edits) in effects { _ = keeper.succeed(edits, at: now) }
      for case .refuse(_, let code, let why) in effects {
        Issue.record("refused: \(code) \(why)")
      }
    }
    let hold = keeper.durable.hold
    guard let end = hold?.end else {
      return Outcome(choice: keeper.durable.decision?.choice)
    }
    return Outcome(choice: keeper.durable.decision?.choice, held: hold?.style, until: end)
  }

  @Test(
    "Under a schedule, a style that you set lasts until the next change; without one, it stays",
    arguments: [
      // At minute 100 the schedule is dark, and it stays dark until minute 360.
      ([.style(.light)], .schedule, .schedule, .light, 360),
      ([.style(.dark)], .schedule, .schedule, nil, nil),
      ([.toggle()], .schedule, .schedule, .light, 360),
      ([.toggle(), .toggle()], .schedule, .schedule, nil, nil),
      ([.style(.light), .style(.dark)], .schedule, .schedule, nil, nil),
      ([.style(.light), .resume], .schedule, .schedule, nil, nil),
      ([.style(.light), .choose(.schedule)], .schedule, .schedule, nil, nil),
      ([.style(.light), .choose(.system)], .schedule, .system, nil, nil),
      ([.style(.light, until: .seconds(7_200))], .schedule, .schedule, .light, 220),
      ([.style(.dark, until: .seconds(7_200))], .schedule, .schedule, .dark, 220),
      ([.style(.dark, until: .next)], .schedule, .schedule, .dark, 360),
      ([.toggle(until: .seconds(60))], .schedule, .schedule, .light, 101),
      ([.style(.light)], .dark, .light, nil, nil),
      ([.style(.light)], .system, .light, nil, nil),
      ([.toggle()], .system, .dark, nil, nil),
      ([.style(.light, until: .seconds(60))], .dark, .dark, .light, 101),
      ([.style(.light, until: .seconds(60)), .style(.dark)], .dark, .dark, nil, nil),
      ([.style(.light, until: .seconds(60)), .style(.light)], .dark, .light, nil, nil),
      ([.style(.dark, until: .seconds(60))], .system, .system, .dark, 101),
      ([.choose(.schedule)], .dark, .schedule, nil, nil),
    ] as [([Demand], Choice, Choice, Style?, Int64?)]
  )
  func byRule(demands: [Demand], before: Choice, choice: Choice, held: Style?, minute: Int64?) {
    let expected = Outcome(choice: choice, held: held, until: minute.map(Instant.minute))
    #expect(outcome(of: demands, before) == expected)
  }

  @Test(
    "The end of a hold is read as local time in the schedule's zone",
    arguments: [
      // Minute 100 is 02:40 on Friday 2025-11-21.
      ("02:41", 101), ("02:40", 1_540), ("22:30", 1_290), ("00:00", 1_380), ("tomorrow", 1_380),
      ("tomorrow 07:00", 1_800), ("2025-11-21 07:00", 360), ("2025-11-22", 1_380),
      ("2025-11-22T00:01", 1_381), ("2025-11-21T01:41:00Z", 101), ("sunset", 1_110),
      ("civil-dusk", 1_110), ("sunrise", 360), ("next", 360), ("7:00", 360),
      ("tomorrow 7:00", 1_800), ("Sunset", 1_110),
    ] as [(String, Int64)]
  )
  func ends(text: String, minute: Int64) throws {
    let demand = Demand.style(.light, until: try HoldTerm(text))
    let expected = Outcome(choice: .schedule, held: .light, until: .minute(minute))
    #expect(outcome(of: [demand], .schedule) == expected)
  }

  @Test("During a polar night, a hold until sunrise lasts until the sun rises again")
  func polarEnd() throws {
    let zone = try Zone(rule: "CET-1")
    let north = Surroundings(zone: zone, zonePlace: Place(latitude: 78.22, longitude: 15.65))
    var keeper = Keeper(.chosen(.dark), at: .minute(0))
    _ = keeper.handle(.surroundings(north), at: .minute(0))
    let term = try HoldTerm("sunrise")
    guard
      case .commit(let edits)? = keeper.handle(
        .asked(.style(.light, until: term), ReplyID(1)),
        at: .minute(0)
      ).first, case .hold(let hold?)? = edits.first
    else {
      Issue.record("no hold")
      return
    }
    #expect(hold.end.iso.hasPrefix("2026-02-1"))
  }

  @Test(
    "If the end of a hold is impossible, it is refused with a reason, and nothing changes",
    arguments: [
      ("next", "no automatic change is due, so there is no next time"),
      ("2025-11-21T01:40:00Z", "the end of the hold is in the past"),
      ("2024-01-01", "the end of the hold is in the past"),
      ("2026-12-27", "a hold lasts 400 days at most"),
      ("9999-12-31 23:59", "a hold lasts 400 days at most"),
    ]
  )
  func refused(text: String, why: String) throws {
    var keeper = Keeper(.chosen(.dark), at: .minute(100))
    _ = keeper.handle(.surroundings(.made), at: .minute(100))
    let term = try HoldTerm(text)
    #expect(
      keeper.handle(.asked(.style(.light, until: term), ReplyID(1)), at: .minute(100)) == [
        .refuse(ReplyID(1), .invalidValue, why)
      ]
    )
    #expect(keeper.durable == .chosen(.dark))
    let long = Demand.style(.light, until: .seconds(.max))
    #expect(
      keeper.handle(.asked(long, ReplyID(2)), at: .minute(100)) == [
        .refuse(ReplyID(2), .invalidValue, "a hold lasts 400 days at most")
      ]
    )
  }

  @Test(
    "If the end of a hold is unreadable, the error lists the accepted forms",
    arguments: [
      "", "yesterday", "25:00", "7:0", "7", "sunste", "tomorrow 25:00", "2025-02-30",
      "tomorrow  07:00 x",
      "2025-11-21 07:00:00", "soon", String(repeating: "9", count: 10_000),
    ]
  )
  func noEnd(text: String) {
    #expect {
      try HoldTerm(text)
    } throws: { error in
      let message = (error as? Flaw)?.message ?? ""
      return message.hasSuffix("is not a valid end of a hold: expected \(HoldTerm.expected)")
        && message.utf8.count < 1_000
    }
  }

  @Test("A hold may end at a scheduled change to the style that was held")
  func endsInTheSchedule() {
    var keeper = Keeper(.chosen(.schedule), at: .minute(100), surroundings: { .made })
    for case .commit(let edits) in keeper.handle(.asked(.toggle(), ReplyID(1)), at: .minute(100)) {
      _ = keeper.succeed(edits, at: .minute(100))
    }
    let held = keeper.snapshot.appearance
    #expect(held.style == .light && held.reason == .hold && held.holdUntil == .minute(360))
    #expect(held.next == .minute(1_110) && held.nextStyle == .dark)
    #expect(keeper.wake == .minute(360))
    let serial = keeper.snapshot.serial
    #expect(
      keeper.handle(.moment, at: .minute(360)) == [
        .propertiesChanged([.appearance]), .arm(.minute(1_110)),
      ]
    )
    #expect(keeper.snapshot.serial == serial)
    let after = keeper.snapshot.appearance
    #expect(after.reason == .schedule && after.since == .minute(360) && after.holdUntil == nil)
  }

  @Test(
    "If a hold ends while the machine sleeps, the wake-up ends it with at most one style change"
  )
  func sleptThrough() {
    var keeper = Keeper(.chosen(.schedule), at: .minute(100), surroundings: { .made })
    for case .commit(let edits) in keeper.handle(.asked(.toggle(), ReplyID(1)), at: .minute(100)) {
      _ = keeper.succeed(edits, at: .minute(100))
    }
    let effects = keeper.handle(.moment, at: .minute(1_200))
    #expect(effects.first == .changed(keeper.snapshot))
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.snapshot.appearance.reason == .schedule)
    #expect(keeper.snapshot.serial == 3)
  }

  @Test("A hold survives a restart unless its end is past")
  func restart() {
    let hold = Hold(style: .light, since: .minute(90), end: .minute(360))
    let intent = Intent.chosen(.schedule, hold: hold)
    let early = Keeper(intent, at: .minute(100), surroundings: { .made })
    #expect(early.snapshot.appearance.reason == .hold && early.wake == .minute(360))
    let late = Keeper(intent, at: .minute(1_200), surroundings: { .made })
    #expect(late.snapshot.appearance.reason == .schedule)
    #expect(late.snapshot.appearance.style == .dark)
  }

  @Test("A stored hold that ends in a million years is not in force")
  func tooFar() {
    let far = Hold(style: .dark, since: .minute(0), end: Instant(microseconds: .max))
    let keeper = Keeper(.chosen(.light, hold: far), at: .minute(1))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot.appearance.holdUntil == nil)
  }

  @Test(
    "A choice, a new style or `resume` ends a hold even while the hold waits for a correct clock"
  )
  func endedUnderAWrongClock() {
    let hold = Hold(style: .dark, since: .minute(0), end: .minute(60))
    for demand in [Demand.resume, .choose(.light), .style(.light)] {
      var keeper = Keeper(.chosen(.light, hold: hold), at: Instant(microseconds: 0))
      for case .commit(let edits) in keeper.handle(
        .asked(demand, ReplyID(1)),
        at: Instant(microseconds: 1)
      ) {
        _ = keeper.succeed(edits, at: Instant(microseconds: 2))
      }
      #expect(keeper.durable.hold == nil, "\(demand)")
    }
  }

  @Test("If a hold would be longer than allowed, it starts only when its end is near enough")
  func begins() {
    let end = Instant.minute(0).adding(days: 500)
    let hold = Hold(style: .dark, since: .minute(0), end: end)
    let keeper = Keeper(.chosen(.light, hold: hold), at: .minute(1))
    #expect(keeper.wake == end.adding(days: -401))
  }

  @Test("If the schedule never changes the style, a style that a person sets becomes the choice")
  func neverChanges() throws {
    var intent = Intent.chosen(.schedule)
    let rules = ["dark dusk@80", "light dawn@80"].map(PreferenceValue.string)
    intent.preferences = intent.preferences.applying([
      PreferenceEdit(try PreferenceKey("schedule"), .array(rules))
    ])
    let berlin = Surroundings(zone: .utc, zonePlace: Place(latitude: 52.5, longitude: 13.4))
    var keeper = Keeper(intent, at: .minute(0), surroundings: { berlin })
    #expect(keeper.snapshot.appearance.style == .dark && keeper.snapshot.appearance.next == nil)
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(1)).first
        == .commit([.choose(.light, .minute(1))])
    )
  }

  @Test(
    "Two requests for one hold share a commit, and the choice that another daemon stored is kept"
  )
  func joins() {
    var keeper = Keeper(.chosen(.schedule), at: .minute(100), surroundings: { .made })
    guard
      case .commit(let edits)? = keeper.handle(
        .asked(.style(.light), ReplyID(1)),
        at: .minute(100)
      ).first
    else {
      Issue.record("no commit")
      return
    }
    #expect(keeper.handle(.asked(.style(.light), ReplyID(2)), at: .minute(101)) == [])
    var theirs = Intent.chosen(.dark, since: .minute(101)).applying(edits)
    theirs.revision = 2
    let effects = keeper.handle(.committed(theirs), at: .minute(102))
    #expect(keeper.durable.decision?.choice == .dark)
    #expect(!effects.contains { if case .commit = $0 { true } else { false } })
    #expect(!keeper.isBusy)
  }

  @Test(
    "While the clock is years behind, a hold waits until the clock is right, and is then in force"
  )
  func wrongClock() {
    let hold = Hold(style: .dark, since: .minute(0), end: .minute(60))
    var keeper = Keeper(.chosen(.light, hold: hold), at: Instant(microseconds: 0))
    #expect(keeper.snapshot.appearance.style == .light)
    // The timer stays set, because it also fires when the clock is set.
    #expect(keeper.handle(.moment, at: Instant(microseconds: 1)).last == .arm(keeper.wake))
    #expect(keeper.wake != nil)
    #expect(keeper.handle(.moment, at: .minute(5)).first == .changed(keeper.snapshot))
    #expect(keeper.snapshot.appearance.style == .dark)
  }

  @Test("Setting the style that is already held writes nothing")
  func same() {
    var keeper = Keeper(.chosen(.schedule), at: .minute(100), surroundings: { .made })
    for case .commit(let edits) in keeper.handle(.asked(.toggle(), ReplyID(1)), at: .minute(100)) {
      _ = keeper.succeed(edits, at: .minute(100))
    }
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(2)), at: .minute(120)) == [
        .answer(ReplyID(2), keeper.snapshot)
      ]
    )
  }

  @Test("Under a lock, requests for holds are refused and a stored hold is not in force")
  func locked() {
    let hold = Hold(style: .dark, since: .minute(0), end: .minute(60))
    let layers = Layers.made([("{choice: 'light'}", "choice")])
    var keeper = Keeper(.chosen(.schedule, hold: hold), layers, at: .minute(1))
    #expect(keeper.snapshot.appearance.style == .light)
    for demand in [Demand.style(.dark, until: .seconds(60)), .toggle(), .resume, .choose(.system)] {
      let effects = keeper.handle(.asked(demand, ReplyID(1)), at: .minute(2))
      guard case .refuse(_, .locked, _)? = effects.first else {
        Issue.record("\(demand): \(effects)")
        continue
      }
    }
  }
}
