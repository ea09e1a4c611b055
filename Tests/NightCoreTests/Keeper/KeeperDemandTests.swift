import NightCore
import Testing

@Suite("Keeper: requests")
struct KeeperDemandTests {
  private let one = ReplyID(1)
  private let two = ReplyID(2)
  private let three = ReplyID(3)
  private let light = Intent.chosen(.light)

  private func dark(serial: UInt64, since: Instant) -> Snapshot {
    Snapshot(serial: serial, appearance: .chosen(.dark, since: since))
  }

  @Test("A new style is first stored, then announced, and then sent as the reply")
  func oneSet() {
    var keeper = Keeper(light, at: .minute(5))
    let before = keeper.snapshot
    let edits = [IntentEdit.choose(.dark, .minute(6))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(6)) == [.commit(edits)])
    #expect(keeper.isBusy)
    #expect(keeper.snapshot == before)
    #expect(keeper.durable == light)

    let after = dark(serial: 2, since: .minute(6))
    #expect(
      keeper.succeed(edits, at: .minute(7)) == [
        .changed(after),
        .propertiesChanged([.style, .choice, .theme, .serial, .appearance]),
        .answer(one, after),
      ]
    )
    #expect(!keeper.isBusy)
    #expect(keeper.snapshot == after)
    #expect(keeper.durable == .chosen(.dark, since: .minute(6)))
  }

  @Test("A request to set the current style is answered at once; nothing is stored or announced")
  func sameAgain() {
    var keeper = Keeper(light, at: .minute(5))
    #expect(
      keeper.handle(.asked(.style(.light), one), at: .minute(6)) == [.answer(one, keeper.snapshot)]
    )
    #expect(!keeper.isBusy)
    #expect(keeper.snapshot.appearance.since == .minute(0))
  }

  @Test("The effects after a commit come in a fixed order")
  func order() {
    let hold = Hold(style: .light, since: .minute(0), end: .minute(60))
    var keeper = Keeper(.chosen(.light, hold: hold), at: .minute(1))
    #expect(keeper.handle(.moment, at: .minute(1)) == [.arm(.minute(60))])
    let first = [IntentEdit.choose(.dark, .minute(2))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(2)) == [.commit(first)])
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(3)) == [])
    #expect(keeper.handle(.asked(.style(.light), three), at: .minute(4)) == [])
    let after = dark(serial: 2, since: .minute(2))
    #expect(
      keeper.succeed(first, at: .minute(5)) == [
        .changed(after),
        .propertiesChanged([.style, .choice, .theme, .serial, .appearance]),
        .answer(one, after),
        .answer(two, after),
        .commit([.choose(.light, .minute(4))]),
        .arm(nil),
      ]
    )
  }

  @Test("If a request asks for the style that is being stored, it joins the running commit")
  func joinsCommitInFlight() {
    var keeper = Keeper(light, at: .minute(5))
    let edits = [IntentEdit.choose(.dark, .minute(6))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(6)) == [.commit(edits)])
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(7)) == [])
    let effects = keeper.succeed(edits, at: .minute(8))
    let after = dark(serial: 2, since: .minute(6))
    #expect(effects.suffix(2) == [.answer(one, after), .answer(two, after)])
    #expect(!keeper.isBusy)
  }

  @Test("If two queued requests ask for the same style, they share one commit")
  func joinsCommitThatWaits() {
    var keeper = Keeper(light, at: .minute(0))
    let first = [IntentEdit.choose(.dark, .minute(1))]
    let second = [IntentEdit.choose(.light, .minute(2))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(1)) == [.commit(first)])
    #expect(keeper.handle(.asked(.style(.light), two), at: .minute(2)) == [])
    #expect(keeper.handle(.asked(.style(.light), three), at: .minute(3)) == [])
    let stored = keeper.succeed(first, at: .minute(4))
    #expect(stored.suffix(2) == [.answer(one, keeper.snapshot), .commit(second)])
    let told = keeper.succeed(second, at: .minute(5))
    #expect(told.suffix(2) == [.answer(two, keeper.snapshot), .answer(three, keeper.snapshot)])
    #expect(keeper.snapshot == Snapshot(serial: 3, appearance: .chosen(.light, since: .minute(2))))
  }

  @Test("Requests that arrive during a commit share the next commit, in their order")
  func sharesTheNext() {
    var keeper = Keeper(light, at: .minute(0))
    let first = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(1)) == [.commit(first)])
    for number: UInt64 in 2...6 {
      let demand = Demand.style(number.isMultiple(of: 2) ? .light : .dark)
      #expect(keeper.handle(.asked(demand, ReplyID(number)), at: .minute(Int64(number))) == [])
    }
    let second: [IntentEdit] = (2...6).map {
      .choose($0.isMultiple(of: 2) ? .light : .dark, .minute(Int64($0)))
    }
    let effects = keeper.succeed(first, at: .minute(7))
    #expect(effects.suffix(2) == [.answer(one, keeper.snapshot), .commit(second)])
    let last = keeper.succeed(second, at: .minute(8))
    let answers = (2...6).map { Effect.answer(ReplyID($0), keeper.snapshot) }
    #expect(last.suffix(5) == answers[...])
    #expect(keeper.snapshot == Snapshot(serial: 3, appearance: .chosen(.light, since: .minute(6))))
  }

  @Test("A toggle starts from the style that is still being stored, so two toggles cancel out")
  func toggles() {
    var keeper = Keeper(light, at: .minute(0))
    let first = [IntentEdit.choose(.dark, .minute(1))]
    let second = [IntentEdit.choose(.light, .minute(2))]
    #expect(keeper.handle(.asked(.toggle(), one), at: .minute(1)) == [.commit(first)])
    #expect(keeper.handle(.asked(.toggle(), two), at: .minute(2)) == [])
    #expect(keeper.succeed(first, at: .minute(3)).last == .commit(second))
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.succeed(second, at: .minute(4)).last == .answer(two, keeper.snapshot))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot.serial == 3)
  }

  @Test("If nobody has chosen a style, a toggle switches from the fallback light to dark")
  func toggleFromFallback() {
    var keeper = Keeper(Intent(), at: .minute(0))
    #expect(
      keeper.handle(.asked(.toggle(), one), at: .minute(1)) == [
        .commit([.choose(.dark, .minute(1))])
      ]
    )
  }

  @Test("If the first choice equals the fallback, it is stored and announced with the same serial")
  func firstChoiceWithoutPaint() {
    var keeper = Keeper(Intent(), at: .minute(0))
    let edits = [IntentEdit.choose(.light, .minute(1))]
    #expect(keeper.handle(.asked(.style(.light), one), at: .minute(1)) == [.commit(edits)])
    let after = Snapshot(serial: 1, appearance: .chosen(.light, since: .minute(1)))
    #expect(
      keeper.succeed(edits, at: .minute(2)) == [
        .propertiesChanged([.choice, .appearance]),
        .answer(one, after),
      ]
    )
  }

  @Test("If two toggles cancel out during a commit, they get replies without a second write")
  func cancelledOut() {
    var keeper = Keeper(light, at: .minute(0))
    let first = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), one), at: .minute(1)) == [.commit(first)])
    #expect(keeper.handle(.asked(.toggle(), two), at: .minute(2)) == [])
    #expect(keeper.handle(.asked(.toggle(), three), at: .minute(3)) == [])
    let after = dark(serial: 2, since: .minute(1))
    #expect(
      keeper.succeed(first, at: .minute(4)).suffix(3) == [
        .answer(one, after), .answer(two, after), .answer(three, after),
      ]
    )
    #expect(!keeper.isBusy)
    // The edits were dropped, so the Keeper must not compare new requests with them.
    #expect(
      keeper.handle(.asked(.style(.dark), one), at: .minute(5)) == [.answer(one, after)]
    )
  }
}
