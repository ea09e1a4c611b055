import NightCore
import NightTime
import NightValues
import Testing

@Suite("The Keeper and a stored hold")
struct KeeperHoldTests {
  private let hold = Hold(style: .dark, since: .minute(1), end: .minute(60))
  /// Never comes, but a clock that is set is told.
  private static let distant = Instant(microseconds: .max / 2)
  private var held: Intent { .chosen(.light, since: .minute(0), hold: hold) }

  @Test("a hold in the stored intent holds, and its end is armed with the first moment")
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
    #expect(keeper.standing == Standing(serial: 1, appearance: expected))
    #expect(keeper.handle(.moment, at: .minute(2)) == [.arm(.minute(60))])
  }

  @Test("a hold ends at its time, told but not stored")
  func ends() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    // Too early, as after the clock was set: the timer is asked for again.
    #expect(keeper.handle(.moment, at: .minute(59)) == [.arm(.minute(60))])
    let effects = keeper.handle(.moment, at: .minute(60))
    #expect(
      effects == [
        .changed(keeper.standing),
        .propertiesChanged([.style, .theme, .serial, .appearance]), .arm(Self.distant),
      ]
    )
    #expect(keeper.standing.serial == 2)
    #expect(keeper.standing.appearance.style == .light)
    #expect(keeper.standing.appearance.reason == .choice)
    #expect(keeper.standing.appearance.next == nil)
    #expect(keeper.durable == held)
    #expect(!keeper.isBusy)
  }

  @Test("a hold past its end at load is not in force")
  func pastAtLoad() {
    var keeper = Keeper(held, at: .minute(60))
    #expect(keeper.standing.appearance.style == .light)
    #expect(keeper.standing.appearance.reason == .choice)
    #expect(keeper.handle(.moment, at: .minute(61)) == [.arm(Self.distant)])
  }

  @Test("a set ends a hold, also to the style that was held", arguments: Style.allCases)
  func endedBySet(style: Style) {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    let edits = [IntentEdit.choose(Choice(style), .minute(3))]
    #expect(keeper.handle(.asked(.style(style), ReplyID(1)), at: .minute(3)) == [.commit(edits)])
    let effects = keeper.succeed(edits, at: .minute(4))
    #expect(effects.suffix(2) == [.answer(ReplyID(1), keeper.standing), .arm(nil)])
    #expect(keeper.durable.hold == nil)
    #expect(keeper.standing.appearance == .chosen(style, since: .minute(3)))
    #expect(keeper.standing.serial == (style == .dark ? 1 : 2))
  }

  @Test("a toggle under a hold leaves the style that is held")
  func toggle() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    #expect(
      keeper.handle(.asked(.toggle(), ReplyID(1)), at: .minute(3)) == [
        .commit([.choose(.light, .minute(3))])
      ]
    )
  }

  @Test("a set that comes before a late timer is answered from after the hold, not from within it")
  func lateTimer() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(2))
    let effects = keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(61))
    #expect(keeper.standing.appearance.style == .light)
    #expect(
      effects == [
        .changed(keeper.standing),
        .propertiesChanged([.style, .theme, .serial, .appearance]),
        .answer(ReplyID(1), keeper.standing), .arm(Self.distant),
      ]
    )
    #expect(keeper.handle(.moment, at: .minute(62)) == [.arm(Self.distant)])
  }

  @Test("after a hold the style has held since the hold's end, not since the choice before it")
  func sinceTheEnd() {
    var keeper = Keeper(held, at: .minute(2))
    _ = keeper.handle(.moment, at: .minute(61))
    #expect(keeper.standing.appearance.since == .minute(60))
    #expect(Keeper(held, at: .minute(99)).standing.appearance.since == .minute(60))
    // Neither a hold from before the choice nor one that never held counts.
    let later = Intent.chosen(.light, since: .minute(70), hold: hold)
    #expect(Keeper(later, at: .minute(99)).standing.appearance.since == .minute(70))
    let never = Hold(style: .dark, since: .minute(60), end: .minute(60))
    let choice = Intent.chosen(.light, since: .minute(0), hold: never)
    #expect(Keeper(choice, at: .minute(99)).standing.appearance.since == .minute(0))
  }
}
