import NightCore
import Testing

@Suite("Keeper: intents of another daemon")
struct KeeperTwinTests {
  private let light = Intent.chosen(.light)

  @Test("The Keeper announces another daemon's intent in the same way as its own changes")
  func found() {
    var keeper = Keeper(light, at: .minute(0))
    let theirs = Intent.chosen(.dark, since: .minute(1))
    let after = Snapshot(serial: 2, appearance: .chosen(.dark, since: .minute(1)))
    #expect(
      keeper.handle(.found(theirs), at: .minute(2)) == [
        .changed(after),
        .propertiesChanged([.style, .choice, .theme, .serial, .appearance]),
      ]
    )
    #expect(keeper.durable == theirs)
    #expect(keeper.handle(.found(theirs), at: .minute(3)) == [])
    // The Keeper compares the next request with the intent that it found on disk.
    #expect(
      keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(4)) == [
        .answer(ReplyID(1), after)
      ]
    )
  }

  @Test("Another daemon's intent does not cancel a pending commit")
  func foundMeanwhile() {
    var keeper = Keeper(light, at: .minute(0))
    let edits = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1)) == [.commit(edits)])
    let theirs = Intent.chosen(.light, since: .minute(2))
    #expect(
      keeper.handle(.found(theirs), at: .minute(3)) == [.propertiesChanged([.appearance])]
    )
    #expect(keeper.snapshot.serial == 1)
    // The Keeper still compares requests with the intent found on disk plus the pending edits.
    #expect(keeper.handle(.asked(.style(.dark), ReplyID(2)), at: .minute(4)) == [])
    let effects = keeper.succeed(edits, at: .minute(5))
    #expect(
      effects == [
        .changed(keeper.snapshot),
        .propertiesChanged([.style, .choice, .theme, .serial, .appearance]),
        .answer(ReplyID(1), keeper.snapshot),
        .answer(ReplyID(2), keeper.snapshot),
      ]
    )
    #expect(keeper.snapshot == Snapshot(serial: 2, appearance: .chosen(.dark, since: .minute(1))))
  }

  @Test("If a commit fails, the intent that another daemon stored meanwhile is in force")
  func foundThenFailed() {
    var keeper = Keeper(light, at: .minute(0))
    _ = keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1))
    let theirs = Intent.chosen(.schedule, since: .minute(2))
    _ = keeper.handle(.found(theirs), at: .minute(2))
    #expect(
      keeper.handle(.commitFailed("full"), at: .minute(3)) == [
        .refuse(ReplyID(1), .notDurable, "full")
      ]
    )
    #expect(keeper.durable == theirs)
    #expect(keeper.snapshot.appearance.choice == .schedule)
  }

  @Test("A commit keeps the unknown members that another daemon stored")
  func mergedCommit() {
    var keeper = Keeper(Intent(), at: .minute(0))
    let edits = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1)) == [.commit(edits)])
    var theirs = Intent.chosen(.light)
    theirs.revision = 40
    theirs.unknown = [.init(name: "later", value: .bool(true))]
    var merged = theirs.applying(edits)
    merged.revision = 41
    _ = keeper.handle(.committed(merged), at: .minute(2))
    #expect(keeper.durable == merged)
    #expect(keeper.durable.unknown == theirs.unknown)
  }

  @Test("A new intent that leaves the visible style and theme unchanged does not change the serial")
  func withoutPaint() {
    var keeper = Keeper(.chosen(.light, since: .minute(0)), at: .minute(0))
    let steps: [(Intent, [StyleProperty])] = [
      (.chosen(.light, since: .minute(1)), [.appearance]),
      (.chosen(.system, since: .minute(2)), [.choice, .appearance]),
      (
        .chosen(
          .light,
          since: .minute(4),
          hold: Hold(style: .light, since: .minute(4), end: .minute(90))
        ), [.choice, .appearance]
      ),
    ]
    for (intent, properties) in steps {
      let effects = keeper.handle(.found(intent), at: .minute(9))
      #expect(effects.first == .propertiesChanged(properties))
      #expect(keeper.snapshot.serial == 1)
    }
    // Even if a new theme's style is not in effect, clients can see the theme, so the serial
    // increases.
    #expect(keeper.handle(.themes(.made("sand", .light)), at: .minute(9)) == [])
    let hold = Hold(
      style: .light,
      theme: "sand",
      since: .minute(4),
      end: .minute(90)
    )
    #expect(
      keeper.handle(.found(.chosen(.light, since: .minute(4), hold: hold)), at: .minute(9)) == [
        .changed(keeper.snapshot), .propertiesChanged([.theme, .serial, .appearance]),
      ]
    )
    #expect(keeper.snapshot.serial == 2)
  }

  @Test(
    "A toggle starts from the pending style, even if another daemon's intent was found meanwhile"
  )
  func toggleAfterFound() {
    var keeper = Keeper(light, at: .minute(0))
    let first = [IntentEdit.choose(.dark, .minute(1))]
    #expect(keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1)) == [.commit(first)])
    _ = keeper.handle(.found(.chosen(.light, since: .minute(2))), at: .minute(2))
    // The toggle starts from dark, which is being stored, not from light, which was found on disk.
    #expect(keeper.handle(.asked(.toggle(), ReplyID(2)), at: .minute(3)) == [])
    let second = [IntentEdit.choose(.light, .minute(3))]
    #expect(keeper.succeed(first, at: .minute(4)).last == .commit(second))
    // The toggle starts from light, which is being stored, not from dark, which is stored.
    #expect(keeper.handle(.asked(.toggle(), ReplyID(3)), at: .minute(5)) == [])
    let third = [IntentEdit.choose(.dark, .minute(5))]
    #expect(keeper.succeed(second, at: .minute(6)).last == .commit(third))
  }
}
