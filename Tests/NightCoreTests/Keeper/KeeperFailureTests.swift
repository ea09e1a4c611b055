import NightCore
import Testing

@Suite("Keeper: failed commits")
struct KeeperFailureTests {
  private let light = Intent.chosen(.light)

  @Test("If a commit fails, all requests that depend on it are refused, and nothing is announced")
  func refusesAll() {
    var keeper = Keeper(light, at: .minute(0))
    let before = keeper.snapshot
    _ = keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1))
    _ = keeper.handle(.asked(.style(.dark), ReplyID(2)), at: .minute(2))
    _ = keeper.handle(.asked(.toggle(), ReplyID(3)), at: .minute(3))
    _ = keeper.handle(.asked(.style(.light), ReplyID(4)), at: .minute(4))
    #expect(
      keeper.handle(.commitFailed("no space"), at: .minute(5)) == [
        .refuse(ReplyID(1), .notDurable, "no space"),
        .refuse(ReplyID(2), .notDurable, "no space"),
        .refuse(ReplyID(3), .notDurable, "no space"),
        .refuse(ReplyID(4), .notDurable, "no space"),
      ]
    )
    #expect(keeper.snapshot == before)
    #expect(keeper.durable == light)
    #expect(!keeper.isBusy)
  }

  @Test("After a failed commit, the next request starts from the intent that is stored")
  func nextWorks() {
    var keeper = Keeper(light, at: .minute(0))
    _ = keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(1))
    _ = keeper.handle(.commitFailed("no space"), at: .minute(2))
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(2)), at: .minute(3)) == [
        .answer(ReplyID(2), keeper.snapshot)
      ]
    )
    let edits = [IntentEdit.choose(.dark, .minute(4))]
    #expect(keeper.handle(.asked(.toggle(), ReplyID(3)), at: .minute(4)) == [.commit(edits)])
    #expect(keeper.succeed(edits, at: .minute(5)).last == .answer(ReplyID(3), keeper.snapshot))
    #expect(keeper.snapshot == Snapshot(serial: 2, appearance: .chosen(.dark, since: .minute(4))))
  }

  @Test("If a commit fails, the timer for the end of a hold stays the same")
  func keepsTimer() {
    let hold = Hold(style: .dark, since: .minute(0), end: .minute(60))
    var keeper = Keeper(.chosen(.light, hold: hold), at: .minute(1))
    #expect(keeper.handle(.moment, at: .minute(1)) == [.arm(.minute(60))])
    _ = keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(2))
    #expect(
      keeper.handle(.commitFailed("read-only"), at: .minute(3)) == [
        .refuse(ReplyID(1), .notDurable, "read-only")
      ]
    )
    #expect(keeper.snapshot.appearance.next == .minute(60))
  }

  @Test(
    "If the stored file is lost, setting the current style writes the file again, but only once"
  )
  func storeLost() {
    var keeper = Keeper(light, at: .minute(0))
    #expect(keeper.handle(.storeLost, at: .minute(1)) == [])
    let edits = [IntentEdit.choose(.light, .minute(0))]
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(2)) == [.commit(edits)]
    )
    // The second request is stored in the same commit as the first.
    #expect(keeper.handle(.asked(.style(.light), ReplyID(2)), at: .minute(3)) == [])
    #expect(
      keeper.succeed(edits, at: .minute(4)) == [
        .answer(ReplyID(1), keeper.snapshot), .answer(ReplyID(2), keeper.snapshot),
      ]
    )
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(3)), at: .minute(5)) == [
        .answer(ReplyID(3), keeper.snapshot)
      ]
    )
  }

  @Test(
    "If the stored file is lost, each request for a style writes it again until one commit succeeds"
  )
  func storeStaysLost() {
    var keeper = Keeper(light, at: .minute(0))
    #expect(keeper.handle(.storeLost, at: .minute(0)).isEmpty)
    let edits = [IntentEdit.choose(.light, .minute(0))]
    for number: UInt64 in 1...2 {
      #expect(
        keeper.handle(.asked(.style(.light), ReplyID(number)), at: .minute(1)) == [.commit(edits)]
      )
      #expect(
        keeper.handle(.commitFailed("full"), at: .minute(1)) == [
          .refuse(ReplyID(number), .notDurable, "full")
        ]
      )
    }
  }

  @Test("If the lost stored file returns, setting the current style does not write the file")
  func storeFoundAgain() {
    var keeper = Keeper(light, at: .minute(0))
    _ = keeper.handle(.storeLost, at: .minute(1))
    #expect(keeper.handle(.found(light), at: .minute(2)) == [])
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(3)) == [
        .answer(ReplyID(1), keeper.snapshot)
      ]
    )
  }

  @Test(
    "While nightd reads another writer's change, a request to set the current style is stored, too",
    arguments: [Intent.chosen(.dark, since: .minute(1)), .chosen(.light)]
  )
  func storeTouched(found: Intent) {
    var keeper = Keeper(light, at: .minute(0))
    #expect(keeper.handle(.storeTouched, at: .minute(1)) == [])
    let edits = [IntentEdit.choose(.light, .minute(0))]
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(1)), at: .minute(2)) == [.commit(edits)]
    )
    _ = keeper.handle(.found(found), at: .minute(3))
    #expect(keeper.snapshot.appearance.style.rawValue == found.decision?.choice.rawValue)
    #expect(keeper.succeed(edits, at: .minute(4)).last == .answer(ReplyID(1), keeper.snapshot))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(
      keeper.handle(.asked(.style(.light), ReplyID(2)), at: .minute(5)) == [
        .answer(ReplyID(2), keeper.snapshot)
      ]
    )
  }
}
