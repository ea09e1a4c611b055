import NightCore
import NightTime
import NightValues
import Testing

@Suite("The Keeper and preferences")
struct KeeperPreferenceTests {
  private let one = ReplyID(1)
  private let two = ReplyID(2)

  @Test("a change is stored first, then told once per key in the order of the call, then answered")
  func order() throws {
    let before = try intent("{fade: 1, app: {X: {b: 1, window: {width: 1}}}}")
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(
      try prefer(
        "theme.dark = 'b'",
        "X:b",
        "X:window.width = 2",
        "fade = 1",
        "X:a = 1",
        "theme.dark = 'c'",
        "X:window.height = 3",
        "location.latitude = 1",
        "Y:choice = 'dark'"
      ),
      at: .minute(1)
    )
    #expect(told(effects) == ["commit 1"])
    #expect(
      told(keeper.handle(committed(effects, onto: before), at: .minute(2))) == [
        ":theme.dark \"c\" set", "X:b - -", "X:window.width 2 set", "X:a 1 set",
        "X:window.height 3 set", ":location.latitude 1.0 set", "Y:choice \"dark\" set",
        "X:window {\"height\":3,\"width\":2} set", "app Y dark", "answer 1",
      ]
    )
    #expect(keeper.durable.revision == 8)
  }

  @Test("equal values are neither stored nor told, and those that only look equal are both")
  func equal() throws {
    let before = try intent("{fade: 1, app: {X: {a: 'é', b: 0.0}}}")
    var keeper = Keeper(before, at: .minute(0))
    let same = try prefer("fade = 1", "X:a = 'é'", "X:b = 0.0", "theme.light", "Y:")
    #expect(told(keeper.handle(same, at: .minute(1))) == ["answer 1"])
    let looks = keeper.handle(try prefer("X:a = 'e\u{301}'", "X:b = -0.0"), at: .minute(2))
    #expect(told(looks) == ["commit 1"])
    #expect(
      told(keeper.handle(committed(looks, onto: before), at: .minute(3))) == [
        "X:a \"e\u{301}\" set", "X:b -0.0 set", "answer 1",
      ]
    )
  }

  @Test("what another daemon stored is told with the commit that met it, each key once")
  func merged() throws {
    let before = try intent("{app: {X: {window: {width: 1, height: 1}, gone: 1}}}")
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("X:window.width = 2", "fade = 5"), at: .minute(1))
    var theirs = try intent(
      "{theme: {dark: 'x'}, app: {X: {window: {width: 1, height: 9}}, Y: {choice: 'light'}}}",
      choice: .dark
    )
    theirs.revision = 20
    #expect(
      told(keeper.handle(committed(effects, onto: theirs), at: .minute(2))) == [
        "style dark", "properties Style,Choice,Theme,Serial,Appearance",
        "X:window.width 2 set", ":fade 5 set", "X:window {\"height\":9,\"width\":2} set",
        ":theme.dark \"x\" set", "X:gone - -", "Y:choice \"light\" set", "app Y light", "answer 1",
      ]
    )
  }

  @Test("A change that another daemon takes back while a commit is out is told both times")
  func takenBackMeanwhile() throws {
    var keeper = Keeper(try intent(), at: .minute(0))
    let effects = keeper.handle(try prefer("X:a = 1"), at: .minute(1))
    let theirs = try intent("{app: {Y: {b: 2}}}")
    #expect(told(keeper.handle(.found(theirs), at: .minute(2))) == ["Y:b 2 set"])
    #expect(
      told(keeper.handle(committed(effects, onto: try intent()), at: .minute(3))) == [
        "X:a 1 set", "Y:b - -", "answer 1",
      ]
    )
  }

  @Test("sets of preferences are judged against what is being stored, and join it")
  func joined() throws {
    let before = try intent()
    var keeper = Keeper(before, at: .minute(0))
    let first = keeper.handle(try prefer("fade = 1"), at: .minute(1))
    let same = Event.asked(.prefer(try edits("fade = 1"), ifRevision: nil), two)
    #expect(keeper.handle(same, at: .minute(2)) == [])
    let third = Event.asked(.prefer(try edits("fade"), ifRevision: nil), ReplyID(3))
    #expect(keeper.handle(third, at: .minute(3)) == [])
    let last = keeper.handle(committed(first, onto: before), at: .minute(4))
    #expect(
      told(last) == [
        "properties Appearance", ":fade 1 set", "answer 1", "answer 2", "commit 1",
      ]
    )
  }

  @Test("what is there already does not lean on a commit that does not carry it")
  func notCarried() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let first = keeper.handle(try prefer("theme.dark = 'x'"), at: .minute(1))
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(1)) == [])
    let same = Event.asked(.prefer(try edits("fade = 5"), ifRevision: nil), ReplyID(3))
    #expect(keeper.handle(same, at: .minute(1)) == [])
    // Another daemon stored light and another fade first.
    let theirs = try intent("{fade: 9}", choice: .light)
    let second = keeper.handle(committed(first, onto: theirs), at: .minute(2))
    #expect(told(second).suffix(2) == ["answer 1", "commit 2"])
    let last = keeper.handle(committed(second, onto: keeper.durable), at: .minute(3))
    #expect(told(last).suffix(2) == ["answer 2", "answer 3"])
    #expect(keeper.standing.appearance.style == .dark)
    #expect(keeper.preferences.value(try PreferenceKey("fade")) == .integer(5))
  }

  @Test("where nobody else stored anything, it is answered with that commit and not stored")
  func cancelled() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let first = keeper.handle(try prefer("theme.dark = 'x'"), at: .minute(1))
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(1)) == [])
    let last = keeper.handle(committed(first, onto: before), at: .minute(2))
    #expect(told(last).suffix(2) == ["answer 1", "answer 2"])
    #expect(!keeper.isBusy)
  }

  @Test("what a next start would not find is stored before it is answered")
  func notStored() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    for event in [
      Event.asked(.style(.dark), one), try prefer("fade = 5"), try prefer("theme.light"),
    ] {
      var keeper = Keeper(before, isStored: false, at: .minute(0))
      #expect(told(keeper.handle(event, at: .minute(1))) == ["commit 1"])
    }
  }

  @Test("a commit that fails refuses all who stand on it, and nothing was changed")
  func failed() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    _ = keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    _ = keeper.handle(.asked(.prefer(try edits("fade"), ifRevision: nil), two), at: .minute(1))
    _ = keeper.handle(.asked(.style(.dark), ReplyID(3)), at: .minute(1))
    #expect(
      told(keeper.handle(.commitFailed("full"), at: .minute(2))) == [
        "refuse 1 NotDurable", "refuse 2 NotDurable", "refuse 3 NotDurable",
      ]
    )
    #expect(keeper.durable == before)
    #expect(told(keeper.handle(try prefer("fade = 1"), at: .minute(3))) == ["answer 1"])
    #expect(
      told(keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(4))) == ["commit 1"]
    )
  }

  @Test("compare and set: another revision is a conflict at once, and so is one under way")
  func conflictAtOnce() throws {
    var keeper = Keeper(try intent("{fade: 1}"), at: .minute(0))
    for revision: Int64 in [0, 6, 8, .max] {
      let effects = keeper.handle(try prefer("fade = 2", ifRevision: revision), at: .minute(1))
      #expect(
        effects == [
          .refuse(
            one,
            .conflict,
            "something was stored since revision \(revision); nothing was changed"
          )
        ]
      )
    }
    // Even where there is nothing to change.
    #expect(
      told(keeper.handle(try prefer("fade = 1", ifRevision: 6), at: .minute(1))) == [
        "refuse 1 Conflict"
      ]
    )
    #expect(
      told(keeper.handle(try prefer("fade = 1", ifRevision: 7), at: .minute(1))) == ["answer 1"]
    )
    _ = keeper.handle(.asked(.style(.dark), two), at: .minute(2))
    #expect(
      told(keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(3))) == [
        "refuse 1 Conflict"
      ]
    )
    // What is wrong is said first, and what is locked.
    #expect(
      told(keeper.handle(try prefer("fade = -2", ifRevision: 7), at: .minute(3))) == [
        "refuse 1 InvalidValue"
      ]
    )
  }

  @Test("a conflict that the commit finds is answered, and only what others stored is told")
  func conflictAtCommit() throws {
    let before = try intent("{fade: 1}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(
      try prefer("fade = 2", "choice", "theme.dark = 'x'", ifRevision: 7),
      at: .minute(1)
    )
    #expect(told(effects) == ["commit 1"])
    var theirs = try intent("{fade: 3}", choice: .dark)
    theirs.revision = 8
    #expect(
      told(keeper.handle(committed(effects, onto: theirs), at: .minute(2))) == [
        "properties Appearance", ":fade 3 set", "refuse 1 Conflict",
      ]
    )
    // Nothing of it was made, the choice included.
    #expect(keeper.durable.decision == theirs.decision)
    #expect(keeper.durable.preferences == theirs.preferences)
  }

  @Test("a conflict is found where an older file stands on the disk, counted on from memory")
  func conflictWithOlder() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    var theirs = try intent("{fade: 3}")
    theirs.revision = 3
    var stored = theirs
    for case .commit(let edits) in effects { stored = theirs.applying(edits) }
    // The store counts on from the higher of both.
    stored.revision = 8
    #expect(told(keeper.handle(.committed(stored), at: .minute(2))).last == "refuse 1 Conflict")
  }

  @Test("the highest revision is no conflict with itself")
  func highest() throws {
    var before = try intent()
    before.revision = .max
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 2", ifRevision: .max), at: .minute(1))
    var stored = before
    for case .commit(let edits) in effects { stored = before.applying(edits) }
    #expect(told(keeper.handle(.committed(stored), at: .minute(2))).last == "answer 1")
  }

  @Test("the same value beside a conditional one in flight does not lean on it")
  func besideConditional() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    let same = Event.asked(.prefer(try edits("fade = 2"), ifRevision: nil), two)
    #expect(keeper.handle(same, at: .minute(2)) == [])
    var theirs = try intent("{fade: 3}")
    theirs.revision = 8
    let found = keeper.handle(committed(effects, onto: theirs), at: .minute(3))
    #expect(
      told(found) == ["properties Appearance", ":fade 3 set", "refuse 1 Conflict", "commit 1"]
    )
    let last = keeper.handle(committed(found, onto: keeper.durable), at: .minute(4))
    #expect(told(last) == ["properties Appearance", ":fade 2 set", "answer 2"])

    // Where the condition was met there is nothing more to store.
    var lucky = Keeper(before, at: .minute(0))
    let met = lucky.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    _ = lucky.handle(same, at: .minute(2))
    #expect(
      told(lucky.handle(committed(met, onto: before), at: .minute(3))).suffix(2) == [
        "answer 1", "answer 2",
      ]
    )
  }

  @Test("the same value is stored again where the disk lost it, whatever stands there by then")
  func lost() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    _ = keeper.handle(.storeLost, at: .minute(1))
    let effects = keeper.handle(try prefer("fade = 1"), at: .minute(2))
    #expect(told(effects) == ["commit 1"])
    let theirs = try intent("{fade: 3}")
    let last = keeper.handle(committed(effects, onto: theirs), at: .minute(3))
    #expect(told(last) == ["answer 1"])
    #expect(keeper.durable.preferences == before.preferences)
  }

  @Test("to take back the choice is as if nobody had chosen, and ends a hold")
  func unchoose() throws {
    var before = try intent("{}", choice: .dark)
    before.hold = Hold(style: .light, since: .minute(0), end: .minute(90))
    var keeper = Keeper(before, .made(user: "{choice: 'system'}"), at: .minute(1))
    _ = keeper.handle(.moment, at: .minute(1))
    #expect(keeper.standing.appearance.reason == .hold)
    let effects = keeper.handle(try prefer("choice"), at: .minute(2))
    #expect(told(effects) == ["commit 1"])
    #expect(
      told(keeper.handle(committed(effects, onto: before), at: .minute(3))) == [
        "properties Choice,Appearance", "answer 1", "arm",
      ]
    )
    #expect(keeper.durable.decision == nil)
    #expect(keeper.durable.hold == nil)
    #expect(keeper.standing.appearance.choice == .system)
    // Once more is nothing.
    #expect(told(keeper.handle(try prefer("choice"), at: .minute(4))) == ["answer 1"])
  }
}
