import NightCore
import Testing

/// The zone is one hour east of UTC and has no geographical location.
///
/// So the schedule turns light at minute 360 of the made-up day, and dark at minute 1110.
@Suite("Keeper: schedule")
struct KeeperScheduleTests {
  private func keeper(_ choice: Choice = .schedule, at now: Instant = .minute(100)) -> Keeper {
    Keeper(.chosen(choice, since: .minute(0)), at: now, surroundings: { .made })
  }

  @Test(
    "If the schedule is chosen, its style applies at once, and a timer is set for its next change"
  )
  func chosen() {
    var keeper = Keeper(.chosen(.light), at: .minute(100), surroundings: { .made })
    #expect(keeper.mustKnowSurroundings(for: .asked(.choose(.schedule), ReplyID(1))))
    _ = keeper.handle(.surroundings(.made), at: .minute(100))
    let edits = [IntentEdit.choose(.schedule, .minute(100))]
    #expect(
      keeper.handle(.asked(.choose(.schedule), ReplyID(1)), at: .minute(100)) == [.commit(edits)]
    )
    let effects = keeper.succeed(edits, at: .minute(101))
    #expect(
      effects == [
        .changed(keeper.snapshot),
        .propertiesChanged([.style, .choice, .theme, .serial, .appearance]),
        .answer(ReplyID(1), keeper.snapshot), .arm(.minute(360)),
      ]
    )
    let appearance = keeper.snapshot.appearance
    #expect(appearance.style == .dark && appearance.reason == .schedule)
    #expect(appearance.since == .minute(100))
    #expect(appearance.next == .minute(360) && appearance.nextStyle == .light)
  }

  @Test(
    "A style change by the schedule is announced once and not stored, and a new timer is set"
  )
  func transition() {
    var keeper = keeper()
    #expect(keeper.handle(.moment, at: .minute(100)) == [.arm(.minute(360))])
    #expect(
      keeper.handle(.moment, at: .minute(360)) == [
        .changed(keeper.snapshot),
        .propertiesChanged([.style, .theme, .serial, .appearance]), .arm(.minute(1_110)),
      ]
    )
    #expect(keeper.snapshot.appearance.since == .minute(360))
    #expect(keeper.handle(.moment, at: .minute(361)) == [.arm(.minute(1_110))])
  }

  @Test(
    "After sleep or a clock change, the style is right at once, with at most one change of style",
    arguments: [
      (359, Style.dark, 0), (361, .light, 1), (1_109, .light, 1), (1_111, .dark, 0),
      (100_000, .light, 1), (-100, .dark, 0), (-1_000, .light, 1), (-20_000_000, .dark, 0),
      (99_000_000, .dark, 0),
    ] as [(Int64, Style, Int)]
  )
  func jumps(minute: Int64, style: Style, changes: Int) {
    var keeper = keeper()
    _ = keeper.handle(.moment, at: .minute(100))
    let effects = keeper.handle(.moment, at: .minute(minute))
    #expect(keeper.snapshot.appearance.style == style)
    #expect(effects.filter { if case .changed = $0 { true } else { false } }.count == changes)
    #expect(effects.last == .arm(keeper.snapshot.appearance.next))
    #expect(keeper.handle(.moment, at: .minute(minute)).count == 1)
  }

  @Test("A new zone changes the schedule at once, and a repeated zone changes nothing")
  func zoneChange() throws {
    var keeper = keeper(at: .minute(300))
    _ = keeper.handle(.moment, at: .minute(300))
    let east = Surroundings(zone: try Zone(rule: "EET-2"))
    #expect(
      keeper.handle(.surroundings(east), at: .minute(300)) == [
        .changed(keeper.snapshot), .propertiesChanged([.style, .theme, .serial, .appearance]),
        .scheduleChanged, .arm(.minute(1_050)),
      ]
    )
    #expect(keeper.handle(.surroundings(east), at: .minute(301)) == [])
  }

  @Test("New rules are in force as soon as they are stored")
  func newRules() throws {
    var keeper = keeper(at: .minute(300))
    _ = keeper.handle(.moment, at: .minute(300))
    let key = try PreferenceKey("schedule")
    let edit = PreferenceEdit(key, .array([.string("light 06:00"), .string("dark 21:00")]))
    let effects = keeper.handle(
      .asked(.prefer([edit], ifRevision: nil), ReplyID(1)),
      at: .minute(300)
    )
    #expect(
      summary(keeper.handle(committed(effects, onto: keeper.durable), at: .minute(301))) == [
        "style light", "properties Style,Theme,Serial,Appearance", "schedule",
        #":schedule ["light 06:00","dark 21:00"] set"#,
        "answer 1", "arm",
      ]
    )
    #expect(keeper.snapshot.appearance.next == .minute(1_200))
  }

  @Test("When the lock that hid a schedule is removed, the Keeper requests the zone only once")
  func lockGone() {
    let locked = Layers.made([("{choice: 'light'}", "choice")])
    var keeper = Keeper(.chosen(.schedule), locked, at: .minute(100), surroundings: { .made })
    #expect(keeper.snapshot.appearance.style == .light)
    let free = Event.layers(.made([("{choice: 'light'}", "")]))
    #expect(keeper.mustKnowSurroundings(for: free))
    #expect(!keeper.mustKnowSurroundings(for: .surroundings(.made)))
    _ = keeper.handle(.surroundings(.made), at: .minute(100))
    _ = keeper.handle(free, at: .minute(100))
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.snapshot.appearance.next == .minute(360))
  }

  @Test(
    "If a file's schedule has a mistake, its last good rules stay in force, and a finding says so"
  )
  func slip() throws {
    let good = Layers.made(user: #"{schedule: ["light 06:00", "dark 21:00"]}"#)
    var keeper = Keeper(.chosen(.schedule), good, at: .minute(300), surroundings: { .made })
    let rules = ["light 06:00", "dark 21:00"]
    for (text, column) in [(#"["light 06:00", "dark 25:00"]"#, 34), (#"["dark 20:00"]"#, 12)] {
      let slip = Layers.made(user: "{schedule: \(text)}", after: keeper.layers)
      #expect(!summary(keeper.handle(.layers(slip), at: .minute(301))).contains("schedule"))
      #expect(keeper.timeline.schedule.texts == rules)
      let found = try #require(keeper.preferences.found(try PreferenceKey("schedule")))
      #expect(found.origin == .user && found.value == Schedule.value(of: rules))
      let finding = try #require(keeper.preferences.findings.first)
      #expect(finding.message.hasSuffix("; nightd still uses the earlier version"))
      #expect(finding.position == Position(line: 1, column: column))
    }
    _ = keeper.handle(.layers(.made(user: "{}", after: keeper.layers)), at: .minute(303))
    #expect(keeper.timeline.schedule == .default)
    // A new daemon has no earlier rules to keep.
    let slip = Layers.made(user: #"{schedule: ["dark 25:00"]}"#)
    let other = Keeper(.chosen(.schedule), slip, at: .minute(300), surroundings: { .made })
    #expect(other.timeline.schedule == .default)
  }

  @Test("If one coordinate of a new place is invalid, the earlier place is still used")
  func slippedPlace() throws {
    let good = Layers.made(user: "{location: {latitude: 69.6, longitude: 18.9}}")
    let slip = Layers.made(user: "{location: {latitude: 96.6, longitude: 1}}", after: good)
    let preferences = Preferences(Intent(), slip)
    #expect(preferences.place == Place(latitude: 69.6, longitude: 18.9))
    let mended = Layers.made(user: "{location: {latitude: 6.6, longitude: 1}}", after: slip)
    #expect(Preferences(Intent(), mended).place == Place(latitude: 6.6, longitude: 1))
  }

  @Test("The user's coordinates override the zone's place only if both coordinates are set")
  func coordinates() throws {
    let place = try #require(Place(latitude: 52.5, longitude: 13.4))
    var intent = Intent.chosen(.schedule)
    intent.preferences = intent.preferences.applying([
      PreferenceEdit(try PreferenceKey("location.latitude"), .double(52.5))
    ])
    #expect(Keeper(intent, at: .minute(0), surroundings: { .made }).timeline.place == nil)
    intent.preferences = intent.preferences.applying([
      PreferenceEdit(try PreferenceKey("location.longitude"), .double(13.4))
    ])
    let keeper = Keeper(intent, at: .minute(0), surroundings: { .made })
    #expect(keeper.timeline.place == place && keeper.placeOrigin == .set)
    #expect(keeper.snapshot.appearance.next != .minute(360))
  }

  @Test("The time zone is read only for events that need it")
  func needs() throws {
    var asked = 0
    let keeper = Keeper(.chosen(.dark), at: .minute(0)) {
      asked += 1
      return .made
    }
    #expect(asked == 0)
    let one = ReplyID(1)
    let free: [Event] = [
      .moment, .asked(.style(.dark), one), .asked(.toggle(), one), .asked(.resume, one),
      .asked(.choose(.system), one), .asked(.style(.dark, until: .seconds(60)), one),
      .asked(.style(.dark, until: .next), one), .found(.chosen(.light)), .layers(Layers()),
    ]
    for event in free { #expect(!keeper.mustKnowSurroundings(for: event), "\(event)") }
    let needy: [Event] = [
      .asked(.choose(.schedule), one), .asked(.style(.dark, until: .sun(.sunset)), one),
      .asked(.toggle(until: .clock(.placelessDusk)), one), .found(.chosen(.schedule)),
      .layers(.made([("{choice: 'schedule'}", "choice")])),
    ]
    for event in needy { #expect(keeper.mustKnowSurroundings(for: event), "\(event)") }
  }
}

extension Surroundings {
  /// The zone is one hour east of UTC and has no geographical location.
  static let made = Surroundings(zone: (try? Zone(rule: "CET-1")) ?? .utc)
}

extension Schedule {
  fileprivate static func value(of texts: [String]) -> PreferenceValue {
    .array(texts.map(PreferenceValue.string))
  }
}
