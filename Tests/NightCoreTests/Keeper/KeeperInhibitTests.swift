import NightCore
import Testing

@Suite("Keeper: inhibitors")
struct KeeperInhibitTests {
  /// The schedule is light from 07:00 and dark from 19:30; the tests begin at noon.
  private static func keeper(_ choice: Choice = .schedule, hold: Hold? = nil) -> Keeper {
    Keeper(.chosen(choice, since: noon, hold: hold), at: noon) { Surroundings(zone: .utc) }
  }
  private static let noon = Instant.minute(720)
  private static let evening = Instant.minute(1200)

  @Test("If an inhibitor delays a change, the change happens once, when the inhibitor ends")
  func once() throws {
    var keeper = Self.keeper()
    let due = try #require(keeper.snapshot.appearance.next)
    #expect(
      summary(keeper.handle(.inhibited(true), at: Self.noon)) == ["properties Appearance", "arm"]
    )
    #expect(keeper.snapshot.appearance.reason == .schedule)
    let during = keeper.handle(.moment, at: due)
    #expect(summary(during) == ["properties Appearance", "arm"])
    let shown = keeper.snapshot.appearance
    #expect(shown.style == .light && shown.reason == .inhibit && shown.since == due)
    #expect(shown.next == nil && shown.isInhibited)
    #expect(keeper.handle(.inhibited(true), at: Self.evening).isEmpty)
    let after = keeper.handle(.inhibited(false), at: Self.evening)
    #expect(summary(after) == ["style dark", "properties Style,Theme,Serial,Appearance"])
    #expect(keeper.snapshot.serial == 2 && keeper.snapshot.appearance.since == due)
    #expect(!keeper.snapshot.appearance.isInhibited)
  }

  @Test("If a change was already due when an inhibition began, the change still takes effect")
  func late() {
    var keeper = Self.keeper()
    _ = keeper.handle(.inhibited(true), at: Self.evening)
    #expect(keeper.snapshot.appearance.style == .dark)
  }

  @Test("While an inhibitor exists, the end of a hold and the desktop's style changes wait")
  func others() {
    let hold = Hold(style: .dark, since: Self.noon, end: .minute(730))
    var held = Self.keeper(.light, hold: hold)
    _ = held.handle(.inhibited(true), at: Self.noon)
    _ = held.handle(.moment, at: .minute(730))
    #expect(held.snapshot.appearance.style == .dark)
    #expect(held.snapshot.appearance.reason == .inhibit)
    var system = Self.keeper(.system)
    _ = system.handle(.inhibited(true), at: Self.noon)
    _ = system.handle(.desktop(.init(source: "gtk", style: .dark)), at: Self.noon)
    #expect(system.snapshot.appearance.style == .light)
    _ = system.handle(.inhibited(false), at: Self.noon)
    #expect(system.snapshot.appearance.style == .dark)
  }

  @Test(
    "A person's request takes effect despite an inhibitor",
    arguments: [
      (Demand.style(.dark), Style.dark, Reason.schedule), (.toggle(), .dark, .schedule),
      (.style(.light), .light, .hold), (.choose(.dark), .dark, .choice),
      (.resume, .dark, .schedule),
    ]
  )
  func passes(_ demand: Demand, _ style: Style, _ reason: Reason) {
    var keeper = Self.keeper()
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    _ = keeper.handle(.moment, at: Self.evening)
    #expect(keeper.snapshot.appearance.style == .light)
    let effects = keeper.handle(.asked(demand, ReplyID(1)), at: Self.evening)
    for case .commit(let edits) in effects { _ = keeper.succeed(edits, at: Self.evening) }
    #expect(keeper.snapshot.appearance.style == style)
    #expect(keeper.snapshot.appearance.reason == reason)
    for case .answer(_, let snapshot) in effects { #expect(snapshot == keeper.snapshot) }
    // While the inhibitor lasts, the next automatic change must wait too.
    let shown = keeper.snapshot.appearance.style
    _ = keeper.handle(.moment, at: .minute(720 + 1440))
    #expect(keeper.snapshot.appearance.style == shown)
  }

  @Test("A choice that another daemon or a file sets takes effect despite an inhibitor")
  func passesFromElsewhere() {
    var keeper = Self.keeper()
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    _ = keeper.handle(.found(.chosen(.dark, since: Self.noon)), at: Self.noon)
    #expect(keeper.snapshot.appearance.style == .dark && keeper.asker(of: 2) == .store)
    var filed = Keeper(Intent(), at: Self.noon)
    _ = filed.handle(.inhibited(true), at: Self.noon)
    _ = filed.handle(.layers(.made(user: "{choice: 'dark'}")), at: Self.noon)
    #expect(filed.snapshot.appearance.style == .dark && filed.asker(of: 2) == .file)
  }

  @Test("A new preference for an application does not release a change that an inhibitor delays")
  func bystanders() throws {
    var keeper = Self.keeper()
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    _ = keeper.handle(.moment, at: Self.evening)
    let edits = [PreferenceEdit(try PreferenceKey("size", of: "editor"), .integer(4))]
    for case .commit(let edits) in keeper.handle(
      .asked(.prefer(edits, ifRevision: nil), ReplyID(1)),
      at: Self.evening
    ) {
      _ = keeper.succeed(edits, at: Self.evening)
    }
    #expect(keeper.snapshot.appearance.reason == .inhibit)
  }

  @Test("Two requests to set the current style do not release a change that an inhibitor delays")
  func twice() {
    var keeper = Self.keeper()
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    _ = keeper.handle(.moment, at: Self.evening)
    let first = keeper.handle(.asked(.style(.light), ReplyID(1)), at: Self.evening)
    #expect(keeper.handle(.asked(.style(.light), ReplyID(2)), at: Self.evening).isEmpty)
    for case .commit(let edits) in first { _ = keeper.succeed(edits, at: Self.evening) }
    #expect(keeper.snapshot.serial == 1 && keeper.snapshot.appearance.style == .light)
  }

  @Test(
    "A flip of the switch to the current style does not release a change that an inhibitor delays"
  )
  func word() {
    var keeper = Self.keeper()
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: Self.noon)
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    _ = keeper.handle(.moment, at: Self.evening)
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: Self.evening)
    #expect(!keeper.isBusy)
    _ = keeper.handle(.inhibited(false), at: Self.evening)
    #expect(keeper.snapshot.appearance.style == .dark)
  }

  @Test("If a person has chosen a style, a flip of the desktop's switch works despite an inhibitor")
  func otherWord() {
    var keeper = Self.keeper(.light)
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: Self.noon)
    _ = keeper.handle(.inhibited(true), at: Self.noon)
    let effects = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: Self.noon)
    for case .commit(let edits) in effects { _ = keeper.succeed(edits, at: Self.noon) }
    #expect(keeper.snapshot.appearance.style == .dark)
  }
}
