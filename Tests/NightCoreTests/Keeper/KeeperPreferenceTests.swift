import NightCore
import Testing

@Suite("Keeper: preferences")
struct KeeperPreferenceTests {
  private let one = ReplyID(1)
  private let two = ReplyID(2)

  @Test("Changed preferences are stored, then announced once per key in order, and then confirmed")
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
    #expect(summary(effects) == ["commit 1"])
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(2))) == [
        ":theme.dark \"c\" set", "X:b - -", "X:window.width 2 set", "X:a 1 set",
        "X:window.height 3 set", ":location.latitude 1.0 set", "Y:choice \"dark\" set",
        "X:window {\"height\":3,\"width\":2} set", "app Y dark", "answer 1",
      ]
    )
    #expect(keeper.durable.revision == 8)
  }

  @Test("If a value equals the stored one byte for byte, it is neither stored nor announced")
  func equal() throws {
    let before = try intent("{fade: 1, app: {X: {a: 'é', b: 0.0}}}")
    var keeper = Keeper(before, at: .minute(0))
    let same = try prefer("fade = 1", "X:a = 'é'", "X:b = 0.0", "theme.light", "Y:")
    #expect(summary(keeper.handle(same, at: .minute(1))) == ["answer 1"])
    let looks = keeper.handle(try prefer("X:a = 'e\u{301}'", "X:b = -0.0"), at: .minute(2))
    #expect(summary(looks) == ["commit 1"])
    #expect(
      summary(keeper.handle(committed(looks, onto: before), at: .minute(3))) == [
        "X:a \"e\u{301}\" set", "X:b -0.0 set", "answer 1",
      ]
    )
  }

  @Test(
    "If programs-off is set to the same list again, nightd again restores other programs' settings"
  )
  func sameProgramsOff() throws {
    var keeper = Keeper(try intent("{'programs-off': ['all']}"), at: .minute(0))
    let same = try prefer("programs-off = ['all']")
    #expect(summary(keeper.handle(same, at: .minute(1))) == ["write again", "answer 1"])
    #expect(summary(keeper.handle(try prefer("fade"), at: .minute(2))) == ["answer 1"])
  }

  @Test("Preferences that another daemon stored are announced with the next commit")
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
      summary(keeper.handle(committed(effects, onto: theirs), at: .minute(2))) == [
        "style dark", "properties Style,Choice,Theme,Serial,Appearance",
        "X:window.width 2 set", ":fade 5 set", "X:window {\"height\":9,\"width\":2} set",
        ":theme.dark \"x\" set", "X:gone - -", "Y:choice \"light\" set", "app Y light", "answer 1",
      ]
    )
  }

  @Test(
    "If another daemon changes and restores a value during a commit, both changes are announced"
  )
  func takenBackMeanwhile() throws {
    var keeper = Keeper(try intent(), at: .minute(0))
    let effects = keeper.handle(try prefer("X:a = 1"), at: .minute(1))
    let theirs = try intent("{app: {Y: {b: 2}}}")
    #expect(summary(keeper.handle(.found(theirs), at: .minute(2))) == ["Y:b 2 set"])
    #expect(
      summary(keeper.handle(committed(effects, onto: try intent()), at: .minute(3))) == [
        "X:a 1 set", "Y:b - -", "answer 1",
      ]
    )
  }

  @Test("If a request asks for the values that are being stored, it joins their commit")
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
      summary(last) == [
        "properties Appearance", ":fade 1 set", "answer 1", "answer 2", "commit 1",
      ]
    )
  }

  @Test(
    "If a pending commit changes a value, a request to set the old value is stored after the commit"
  )
  func notCarried() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let first = keeper.handle(try prefer("theme.dark = 'x'"), at: .minute(1))
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(1)) == [])
    let same = Event.asked(.prefer(try edits("fade = 5"), ifRevision: nil), ReplyID(3))
    #expect(keeper.handle(same, at: .minute(1)) == [])
    // Another daemon has already stored light and another fade.
    let theirs = try intent("{fade: 9}", choice: .light)
    let second = keeper.handle(committed(first, onto: theirs), at: .minute(2))
    #expect(summary(second).suffix(2) == ["answer 1", "commit 2"])
    let last = keeper.handle(committed(second, onto: keeper.durable), at: .minute(3))
    #expect(summary(last).suffix(2) == ["answer 2", "answer 3"])
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.preferences.value(try PreferenceKey("fade")) == .integer(5))
  }

  @Test(
    "If a pending commit keeps a value, a request to set this value is answered after the commit"
  )
  func cancelled() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let first = keeper.handle(try prefer("theme.dark = 'x'"), at: .minute(1))
    #expect(keeper.handle(.asked(.style(.dark), two), at: .minute(1)) == [])
    let last = keeper.handle(committed(first, onto: before), at: .minute(2))
    #expect(summary(last).suffix(2) == ["answer 1", "answer 2"])
    #expect(!keeper.isBusy)
  }

  @Test("If the intent is not on disk, a request to set the current value stores the intent")
  func notStored() throws {
    let before = try intent("{fade: 5}", choice: .dark)
    for event in [
      Event.asked(.style(.dark), one), try prefer("fade = 5"), try prefer("theme.light"),
    ] {
      var keeper = Keeper(before, isStored: false, at: .minute(0))
      #expect(summary(keeper.handle(event, at: .minute(1))) == ["commit 1"])
    }
  }

  @Test("If a commit fails, all requests that depend on it are refused, and nothing changes")
  func failed() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    _ = keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    _ = keeper.handle(.asked(.prefer(try edits("fade"), ifRevision: nil), two), at: .minute(1))
    _ = keeper.handle(.asked(.style(.dark), ReplyID(3)), at: .minute(1))
    #expect(
      summary(keeper.handle(.commitFailed("full"), at: .minute(2))) == [
        "refuse 1 NotDurable", "refuse 2 NotDurable", "refuse 3 NotDurable",
      ]
    )
    #expect(keeper.durable == before)
    #expect(summary(keeper.handle(try prefer("fade = 1"), at: .minute(3))) == ["answer 1"])
    #expect(
      summary(keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(4))) == ["commit 1"]
    )
  }

  @Test(
    "A conditional request gets a conflict at once if the revision differs or a commit is running"
  )
  func conflictAtOnce() throws {
    var keeper = Keeper(try intent("{fade: 1}"), at: .minute(0))
    for revision: Int64 in [0, 6, 8, .max] {
      let effects = keeper.handle(try prefer("fade = 2", ifRevision: revision), at: .minute(1))
      #expect(
        effects == [
          .refuse(
            one,
            .conflict,
            "another change was stored after revision \(revision); nothing was changed"
          )
        ]
      )
    }
    // The conflict is reported even if the request would change nothing.
    #expect(
      summary(keeper.handle(try prefer("fade = 1", ifRevision: 6), at: .minute(1))) == [
        "refuse 1 Conflict"
      ]
    )
    #expect(
      summary(keeper.handle(try prefer("fade = 1", ifRevision: 7), at: .minute(1))) == ["answer 1"]
    )
    _ = keeper.handle(.asked(.style(.dark), two), at: .minute(2))
    #expect(
      summary(keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(3))) == [
        "refuse 1 Conflict"
      ]
    )
    // Invalid values and locks are reported before conflicts.
    #expect(
      summary(keeper.handle(try prefer("fade = -2", ifRevision: 7), at: .minute(3))) == [
        "refuse 1 InvalidValue"
      ]
    )
  }

  @Test(
    "If a commit finds a conflict, it is refused, and only other writers' changes are announced"
  )
  func conflictAtCommit() throws {
    let before = try intent("{fade: 1}", choice: .dark)
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(
      try prefer("fade = 2", "choice", "theme.dark = 'x'", ifRevision: 7),
      at: .minute(1)
    )
    #expect(summary(effects) == ["commit 1"])
    var theirs = try intent("{fade: 3}", choice: .dark)
    theirs.revision = 8
    #expect(
      summary(keeper.handle(committed(effects, onto: theirs), at: .minute(2))) == [
        "properties Appearance", ":fade 3 set", "refuse 1 Conflict",
      ]
    )
    // No part of the request was stored, not even the choice.
    #expect(keeper.durable.decision == theirs.decision)
    #expect(keeper.durable.preferences == theirs.preferences)
  }

  @Test("A conflict is detected even if the file on disk has an older revision")
  func conflictWithOlder() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    var theirs = try intent("{fade: 3}")
    theirs.revision = 3
    var stored = theirs
    for case .commit(let edits) in effects { stored = theirs.applying(edits) }
    // The stored revision continues from the higher of the two daemons' revisions.
    stored.revision = 8
    #expect(summary(keeper.handle(.committed(stored), at: .minute(2))).last == "refuse 1 Conflict")
  }

  @Test("A conditional request succeeds even at the highest revision")
  func highest() throws {
    var before = try intent()
    before.revision = .max
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 2", ifRevision: .max), at: .minute(1))
    var stored = before
    for case .commit(let edits) in effects { stored = before.applying(edits) }
    #expect(summary(keeper.handle(.committed(stored), at: .minute(2))).last == "answer 1")
  }

  @Test(
    "A request that joined a conditional commit is stored on its own if the commit has a conflict"
  )
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
      summary(found) == ["properties Appearance", ":fade 3 set", "refuse 1 Conflict", "commit 1"]
    )
    let last = keeper.handle(committed(found, onto: keeper.durable), at: .minute(4))
    #expect(summary(last) == ["properties Appearance", ":fade 2 set", "answer 2"])

    // If the condition of the request already holds, nothing more is stored.
    var lucky = Keeper(before, at: .minute(0))
    let met = lucky.handle(try prefer("fade = 2", ifRevision: 7), at: .minute(1))
    _ = lucky.handle(same, at: .minute(2))
    #expect(
      summary(lucky.handle(committed(met, onto: before), at: .minute(3))).suffix(2) == [
        "answer 1", "answer 2",
      ]
    )
  }

  @Test("If the stored file is lost, setting a preference to its current value writes the file")
  func lost() throws {
    let before = try intent("{fade: 1}")
    var keeper = Keeper(before, at: .minute(0))
    _ = keeper.handle(.storeLost, at: .minute(1))
    let effects = keeper.handle(try prefer("fade = 1"), at: .minute(2))
    #expect(summary(effects) == ["commit 1"])
    let theirs = try intent("{fade: 3}")
    let last = keeper.handle(committed(effects, onto: theirs), at: .minute(3))
    #expect(summary(last) == ["answer 1"])
    #expect(keeper.durable.preferences == before.preferences)
  }

  @Test("If the stored choice is deleted, the default choice applies, and any hold ends")
  func unchoose() throws {
    var before = try intent("{}", choice: .dark)
    before.hold = Hold(style: .light, since: .minute(0), end: .minute(90))
    var keeper = Keeper(before, .made(user: "{choice: 'system'}"), at: .minute(1))
    _ = keeper.handle(.moment, at: .minute(1))
    #expect(keeper.snapshot.appearance.reason == .hold)
    let effects = keeper.handle(try prefer("choice"), at: .minute(2))
    #expect(summary(effects) == ["commit 1"])
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(3))) == [
        "properties Choice,Appearance", "answer 1", "arm",
      ]
    )
    #expect(keeper.durable.decision == nil)
    #expect(keeper.durable.hold == nil)
    #expect(keeper.snapshot.appearance.choice == .system)
    // Deleting the choice a second time changes nothing.
    #expect(summary(keeper.handle(try prefer("choice"), at: .minute(4))) == ["answer 1"])
  }
}
