import NightCore
import Testing

@Suite("Keeper: conflicts over the switch")
struct KeeperConflictTests {
  /// In each round, a user chooses dark and another program sets the desktop's switch back to
  /// light.
  private static func fight(_ rounds: Int, seconds: Int64) -> Keeper {
    var keeper = Keeper(.chosen(.light), at: .minute(0))
    var now = Instant.minute(1)
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: now)
    for _ in 0..<rounds {
      now = now.adding(microseconds: seconds * 1_000_000)
      settle(&keeper, .asked(.style(.dark), ReplyID(1)), now)
      settle(&keeper, .desktop(.init(source: "gtk", style: .dark)), now)
      settle(&keeper, .desktop(.init(source: "gtk", style: .light)), now)
    }
    return keeper
  }

  private static func settle(_ keeper: inout Keeper, _ event: Event, _ now: Instant) {
    var effects = keeper.handle(event, at: now)
    while let edits = effects.compactMap(\.edits).first { effects = keeper.succeed(edits, at: now) }
  }

  @Test("After four quick reversals of the desktop's switch, the Keeper ignores the switch")
  func loses() {
    #expect(Self.fight(3, seconds: 2).snapshot.appearance.style == .light)
    let keeper = Self.fight(4, seconds: 2)
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.isSwitchIgnored)
  }

  @Test("If the desktop's switch is reversed slowly, the Keeper treats this as a person's choice")
  func slow() {
    let keeper = Self.fight(9, seconds: 4)
    #expect(!keeper.isSwitchIgnored && keeper.snapshot.appearance.style == .light)
  }

  @Test(
    "After a minute without a flip, the Keeper follows the desktop's switch again",
    arguments: [59, 61]
  )
  func peace(seconds: Int64) {
    var keeper = Self.fight(4, seconds: 2)
    var now = Instant.minute(1).adding(microseconds: 8_000_000)
    // While the program goes on, the minute begins again with each flip.
    for style in [Style.dark, .light] {
      now = now.adding(microseconds: 40_000_000)
      Self.settle(&keeper, .desktop(.init(source: "gtk", style: style)), now)
      #expect(keeper.isSwitchIgnored && keeper.snapshot.appearance.style == .dark)
    }
    Self.settle(&keeper, .asked(.style(.light), ReplyID(1)), now)
    now = now.adding(microseconds: seconds * 1_000_000)
    Self.settle(&keeper, .desktop(.init(source: "gtk", style: .dark)), now)
    #expect(keeper.isSwitchIgnored == (seconds < 60))
    #expect(keeper.snapshot.appearance.style == (seconds < 60 ? .light : .dark))
  }

  @Test("When the Keeper starts to ignore the desktop's switch, it reports this once")
  func saidOnce() {
    var keeper = Self.fight(3, seconds: 1)
    let now = Instant.minute(1).adding(microseconds: 4_000_000)
    Self.settle(&keeper, .asked(.style(.dark), ReplyID(1)), now)
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: now)
    let light = DesktopReport(source: "gtk", style: .light)
    #expect(keeper.handle(.desktop(light), at: now).contains(.switchIgnored(source: "gtk")))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: now)
    #expect(
      summary(keeper.handle(.desktop(light), at: now)) == ["properties Appearance", "desktop"]
    )
  }

  @Test("If no request opposes the flips of the desktop's switch, the Keeper follows all of them")
  func flutters() {
    var keeper = Keeper(.chosen(.light), at: .minute(0))
    for index in 0..<1_000 {
      let report = DesktopReport(source: "gtk", style: index.isMultiple(of: 2) ? .dark : .light)
      Self.settle(&keeper, .desktop(report), .minute(1).adding(microseconds: Int64(index) * 1_000))
    }
    #expect(!keeper.isSwitchIgnored)
    #expect(keeper.snapshot.appearance.style == .light)
  }

  @Test("After a new choice or a change of source, the Keeper follows the desktop's switch again")
  func again() {
    var chosen = Self.fight(4, seconds: 1)
    let effects = chosen.handle(.asked(.choose(.dark), ReplyID(1)), at: .minute(2))
    #expect(effects.contains(.desktopChanged) && !chosen.isSwitchIgnored)
    var keeper = Self.fight(4, seconds: 1)
    Self.settle(&keeper, .asked(.choose(.system), ReplyID(1)), .minute(2))
    #expect(!keeper.isSwitchIgnored && keeper.snapshot.appearance.style == .light)
    keeper = Self.fight(4, seconds: 1)
    Self.settle(&keeper, .desktop(.init(source: "kde", style: .light)), .minute(2))
    #expect(!keeper.isSwitchIgnored && keeper.snapshot.appearance.style == .dark)
  }
}

extension Effect {
  fileprivate var edits: [IntentEdit]? {
    if case .commit(let edits) = self { edits } else { nil }
  }
}
