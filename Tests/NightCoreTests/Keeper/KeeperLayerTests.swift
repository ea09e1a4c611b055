import NightCore
import Testing

@Suite("Keeper: layers and applications")
struct KeeperLayerTests {
  private let one = ReplyID(1)

  @Test("A lock prevents each change of its key, and the error contains the position of the lock")
  func locked() throws {
    let layers = Layers.made([("{choice: 'dark'}", "choice\nfade")])
    var keeper = Keeper(try intent("{}", choice: .light), layers, at: .minute(0))
    let demands: [(Demand, String)] = [
      (.style(.light), "choice is locked by /etc/0/locks:1:1"),
      (.style(.dark), "choice is locked by /etc/0/locks:1:1"),
      (.toggle(), "choice is locked by /etc/0/locks:1:1"),
      (.choice(.dark, application: "X"), "choice of “X” is locked by /etc/0/locks:1:1"),
      (.choice(.follow, application: "X"), "choice of “X” is locked by /etc/0/locks:1:1"),
      (.prefer(try edits("choice"), ifRevision: nil), "choice is locked by /etc/0/locks:1:1"),
      (.prefer(try edits("fade = 1"), ifRevision: 7), "fade is locked by /etc/0/locks:2:1"),
      (
        .prefer(try edits("X:fade = 1"), ifRevision: nil),
        "fade of “X” is locked by /etc/0/locks:2:1"
      ),
      (
        .prefer(try edits("theme.dark = 'x'", "fade"), ifRevision: nil),
        "fade is locked by /etc/0/locks:2:1"
      ),
    ]
    for (demand, why) in demands {
      #expect(keeper.handle(.asked(demand, one), at: .minute(1)) == [.refuse(one, .locked, why)])
    }
    #expect(!keeper.isBusy)
    #expect(summary(keeper.handle(try prefer("theme.dark = 'x'"), at: .minute(2))) == ["commit 1"])
  }

  @Test("A new lock overrides the style and any hold, which return when the lock is removed")
  func lockLearned() throws {
    var before = try intent("{fade: 1}", choice: .light)
    before.hold = Hold(style: .dark, theme: "sand", since: .minute(1), end: .minute(60))
    var keeper = Keeper(before, at: .minute(2), themes: { _ in .made("sand", .dark) })
    #expect(keeper.handle(.moment, at: .minute(2)) == [.arm(.minute(60))])
    let held = keeper.snapshot.appearance

    let locked = Layers.made([("{choice: 'dark', fade: 9}", "choice\nfade")])
    #expect(
      summary(keeper.handle(.layers(locked), at: .minute(3))) == [
        "style dark", "properties Choice,Theme,Serial,Appearance", ":fade 9 system", "arm",
      ]
    )
    #expect(keeper.snapshot.appearance.reason == .choice)
    #expect(keeper.snapshot.appearance.theme == "midnight")
    #expect(keeper.snapshot.appearance.since == .minute(3))
    #expect(keeper.snapshot.appearance.isChosen)
    #expect(keeper.handle(.layers(locked), at: .minute(4)) == [])
    #expect(
      summary(keeper.handle(.layers(Layers()), at: .minute(5))) == [
        "style dark", "properties Choice,Theme,Serial,Appearance", ":fade 1 set", "arm",
      ]
    )
    #expect(keeper.snapshot.appearance == held)

    // The hold ends while the lock is in force.
    _ = keeper.handle(.layers(locked), at: .minute(6))
    _ = keeper.handle(.layers(Layers()), at: .minute(70))
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot.appearance.since == .minute(60))
  }

  @Test("If a config file sets the choice, it is treated as chosen, and a toggle starts from it")
  func defaults() throws {
    var keeper = Keeper(try intent(), .made(user: "{choice: 'dark'}"), at: .minute(1))
    #expect(keeper.snapshot.appearance == .chosen(.dark, since: .minute(1)))
    let user = Layers.made(user: "{choice: 'dark', fade: 300}")
    #expect(keeper.handle(.layers(user), at: .minute(2)) == [])
    _ = keeper.handle(.layers(.made([("{choice: 'light'}", nil)])), at: .minute(3))
    #expect(keeper.snapshot == Snapshot(serial: 2, appearance: .chosen(.light, since: .minute(3))))
    _ = keeper.handle(.layers(Layers()), at: .minute(4))
    #expect(keeper.snapshot.appearance.isChosen == false)
    #expect(keeper.snapshot.appearance.choice == .system)
    // A toggle starts from the choice in the files.
    _ = keeper.handle(.layers(user), at: .minute(5))
    let effects = keeper.handle(.asked(.toggle(), one), at: .minute(6))
    #expect(effects == [.commit([.choose(.light, .minute(6))])])
  }

  @Test("A new fade duration changes the property `Appearance`, but not its serial number")
  func fade() throws {
    let before = try intent()
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(try prefer("fade = 0"), at: .minute(1))
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(2))) == [
        "properties Appearance", ":fade 0 set", "answer 1",
      ]
    )
    #expect(keeper.snapshot.appearance.fade == 0)
    #expect(keeper.snapshot.serial == 1)
    #expect(
      summary(keeper.handle(.layers(.made([("{fade: 10000}", "fade")])), at: .minute(3))) == [
        "properties Appearance", ":fade 10000 system",
      ]
    )
  }

  @Test("An application uses its own choice and fade, or else the desktop's choice and fade")
  func applications() throws {
    let before = try intent("{fade: 50}", choice: .light)
    var keeper = Keeper(before, at: .minute(0))
    #expect(keeper.snapshot(for: "X") == keeper.snapshot)
    let effects = keeper.handle(.asked(.choice(.dark, application: "X"), one), at: .minute(1))
    #expect(summary(effects) == ["commit 1"])
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(2))) == [
        "X:choice \"dark\" set", "app X dark", "answer 1",
      ]
    )
    let own = keeper.snapshot(for: "X")
    #expect(own.serial == 1)
    #expect(own.appearance.style == .dark)
    #expect(own.appearance.theme == "midnight")
    #expect(own.appearance.reason == .app)
    #expect(own.appearance.since == .minute(2))
    #expect(own.appearance.fade == 50)
    #expect(own.appearance.choice == .light)
    #expect(keeper.snapshot.appearance.style == .light)
    #expect(keeper.snapshot(for: "Y") == keeper.snapshot)

    let again = Event.asked(.choice(.dark, application: "X"), one)
    #expect(summary(keeper.handle(again, at: .minute(3))) == ["answer 1"])

    // A change for all applications is announced once, and applies to each application without its
    // own value.
    let durable = keeper.durable
    let fade = keeper.handle(try prefer("fade = 60"), at: .minute(4))
    let after = keeper.handle(committed(fade, onto: durable), at: .minute(4))
    #expect(summary(after) == ["properties Appearance", ":fade 60 set", "answer 1"])
    #expect(keeper.snapshot(for: "X").appearance.fade == 60)
    let files = keeper.handle(.layers(.made([("{fade: 70}", "fade")])), at: .minute(5))
    #expect(summary(files) == ["properties Appearance", ":fade 70 system"])
    // A lock for this application alone gives it a different value from the others.
    let alone = keeper.handle(.layers(.made([("{fade: 80}", "app X fade")])), at: .minute(6))
    #expect(summary(alone) == ["properties Appearance", ":fade 60 set", "X:fade 80 system"])

    let gone = keeper.durable
    let forget = keeper.handle(try prefer("X:choice"), at: .minute(7))
    #expect(
      summary(keeper.handle(committed(forget, onto: gone), at: .minute(8))) == [
        "X:choice \"follow\" registered", "app X follow", "answer 1",
      ]
    )
    #expect(keeper.snapshot(for: "X").appearance.style == .light)
  }

  @Test("An application's choice can come from a file, and a lock overrides a stored choice")
  func applicationFiles() throws {
    var keeper = Keeper(try intent("{app: {X: {choice: 'dark'}}}"), at: .minute(0))
    #expect(keeper.snapshot(for: "X").appearance.since == .minute(0))
    let locked = Layers.made([("{app: {Y: {choice: 'dark'}}}", "app X choice")])
    #expect(
      summary(keeper.handle(.layers(locked), at: .minute(1))) == [
        "X:choice \"follow\" registered", "Y:choice \"dark\" system", "app X follow", "app Y dark",
      ]
    )
    #expect(keeper.snapshot(for: "Y").appearance.since == .minute(1))
  }

  @Test("Two identifiers that look the same but have different bytes are two applications")
  func looks() throws {
    let before = try intent()
    var keeper = Keeper(before, at: .minute(0))
    let effects = keeper.handle(
      try prefer("é:choice = 'dark'", "e\u{301}:choice = 'light'"),
      at: .minute(1)
    )
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(2))).map {
        Array($0.utf8)
      }
        == [
          "é:choice \"dark\" set", "e\u{301}:choice \"light\" set", "app é dark",
          "app e\u{301} light", "answer 1",
        ].map { Array($0.utf8) }
    )
    #expect(keeper.snapshot(for: "é").appearance.style == .dark)
    #expect(keeper.snapshot(for: "e\u{301}").appearance.style == .light)
    let files = keeper.handle(
      .layers(.made(user: "{app: {'e\u{301}': {a: 1}, 'é': {a: 2}}}")),
      at: .minute(3)
    )
    #expect(summary(files).count == 2)
    #expect(keeper.preferences.applications.count == 2)
  }

  @Test("If all preferences of an application are deleted, each deleted key is announced")
  func forget() throws {
    let before = try intent("{app: {X: {a: 1, choice: 'dark', fade: 5, b: {c: 1}}}}")
    var keeper = Keeper(before, .made(user: "{app: {X: {a: 2}}}"), at: .minute(0))
    let effects = keeper.handle(try prefer("X:"), at: .minute(1))
    #expect(
      summary(keeper.handle(committed(effects, onto: before), at: .minute(2))) == [
        "X:choice \"follow\" registered", "X:fade 300 registered", "X:a 2 user", "X:b - -",
        "app X follow", "answer 1",
      ]
    )
  }
}
