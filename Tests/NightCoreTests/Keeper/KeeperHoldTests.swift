import NightCore
import Testing

@Suite("Keeper: stored holds")
struct KeeperHoldTests {
  private let hold = Hold(style: .dark, since: .minute(1), end: .minute(60))
  /// A time later than any deadline.
  ///
  /// The Keeper sets a timer even for this time, because a timer also fires when the clock is set.
  private static let distant = Instant(microseconds: .max / 2)
  private var held: Intent { .chosen(.light, since: .minute(0), hold: hold) }

  @Test(
    "A stored hold is in force at once, and the first event `moment` sets the timer for its end"
  )
  func holds() {
    var keeper = Keeper(held, at: .minute(2))
    var expected = Appearance(
      style: .dark,
      choice: .light,
      isChosen: true,
      reason: .hold,
      since: .minute(1),
      next: .minute(60),
      nextStyle: .light
    )
    expected.theme = "midnight"
    expected.holdUntil = .minute(60)
    #expect(keeper.snapshot == Snapshot(serial: 1, appearance: expected))
    #expect(keeper.handle(.moment, at: .minute(2)) == [.arm(.minute(60))])
  }

  @Test("When a hold ends, the new style is announced, and nothing is stored")
  func ends() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    // The timer fires too early, as after a change of the clock, so the Keeper sets it again.
    #expect(keeper.handle(.moment, at: .minute(59)) == [.arm(.minute(60))])
    let effects = keeper.handle(.moment, at: .minute(60))
    #expect(
      effects == [
        .changed(keeper.snapshot),
        .propertiesChanged([.style, .theme, .serial, .appearance]), .arm(Self.distant),
      ]
    )
    #expect(keeper.snapshot.serial == 2)
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot.appearance.reason == .choice)
    #expect(keeper.snapshot.appearance.next == nil)
    #expect(keeper.durable == held)
    #expect(!keeper.isBusy)
  }

  @Test("If a hold's end is already past at start-up, the hold is not in force")
  func pastAtLoad() {
    var keeper = Keeper(held, at: .minute(60))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot.appearance.reason == .choice)
    #expect(keeper.handle(.moment, at: .minute(61)) == [.arm(Self.distant)])
  }

  @Test(
    "A request for a style during a hold ends the hold, even if it asks for the held style",
    arguments: Style.allCases
  )
  func endedBySet(style: Style) {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    let edits = [IntentEdit.choose(Choice(style), .minute(3))]
    #expect(keeper.handle(.asked(.style(style), ReplyID(1)), at: .minute(3)) == [.commit(edits)])
    let effects = keeper.succeed(edits, at: .minute(4))
    #expect(effects.suffix(2) == [.answer(ReplyID(1), keeper.snapshot), .arm(nil)])
    #expect(keeper.durable.hold == nil)
    #expect(keeper.snapshot.appearance == .chosen(style, since: .minute(3)))
    #expect(keeper.snapshot.serial == (style == .dark ? 1 : 2))
  }

  @Test("A toggle during a hold chooses the opposite of the held style")
  func toggle() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    #expect(
      keeper.handle(.asked(.toggle(), ReplyID(1)), at: .minute(3)) == [
        .commit([.choose(.light, .minute(3))])
      ]
    )
  }

  @Test(
    "If the timer for a hold's end is late, a request is handled as if the hold had ended in time"
  )
  func lateTimer() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    let effects = keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(61))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(
      effects == [
        .changed(keeper.snapshot),
        .propertiesChanged([.style, .theme, .serial, .appearance]),
        .answer(ReplyID(1), keeper.snapshot), .arm(Self.distant),
      ]
    )
    #expect(keeper.handle(.moment, at: .minute(62)) == [.arm(Self.distant)])
  }

  @Test("When a hold ends, the end of the hold becomes the start time of the style")
  func sinceTheEnd() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(61))
    #expect(keeper.snapshot.appearance.since == .minute(60))
    #expect(Keeper(held, at: .minute(99)).snapshot.appearance.since == .minute(60))
    // A hold does not count if it is older than the choice, or has no length.
    let later = Intent.chosen(.light, since: .minute(70), hold: hold)
    #expect(Keeper(later, at: .minute(99)).snapshot.appearance.since == .minute(70))
    let never = Hold(style: .dark, since: .minute(60), end: .minute(60))
    let choice = Intent.chosen(.light, since: .minute(0), hold: never)
    #expect(Keeper(choice, at: .minute(99)).snapshot.appearance.since == .minute(0))
  }
}
