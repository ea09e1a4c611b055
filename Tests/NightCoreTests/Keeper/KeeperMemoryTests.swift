import NightCore
import Testing

@Suite("Keeper: the desktop's earlier values")
struct KeeperMemoryTests {
  private static func memory(
    _ source: String = "gsettings",
    reported: DesktopWord,
    own: DesktopWord? = nil,
    awaited: [DesktopMemory.Echo] = []
  ) -> DesktopMemory {
    var memory = DesktopMemory()
    memory.entries[source] = .init(reported: reported, own: own ?? reported)
    memory.last = .init(source: source == "gsettings" ? "gtk" : source)
    memory.since = .minute(-9)
    memory.awaited = awaited
    return memory
  }

  private static func started(_ choice: Choice, _ memory: DesktopMemory) -> Keeper {
    Keeper(
      .chosen(choice, since: .minute(-20)),
      isDesktopKnown: false,
      at: .minute(0),
      surroundings: { Surroundings(zone: .utc) },
      memory: memory
    )
  }

  @Test("nightctl does not write the switch of KDE or Budgie until that desktop has sent a report")
  func unread() {
    for (source, isUnread) in [("budgie", true), ("kde", true), ("gsettings", false)] {
      var keeper = Self.started(.dark, Self.memory(source, reported: .dark))
      #expect(keeper.isSwitchUnread == isUnread)
      _ = keeper.handle(.desktop(nil), at: .minute(1))
      #expect(!keeper.isSwitchUnread)
    }
  }

  @Test("A switch that nightd wrote on another desktop is not treated as a person's at a login")
  func otherSwitch() {
    var keeper = Self.started(.dark, Self.memory(reported: .dark, own: .light))
    _ = keeper.handle(.desktop(DesktopReport(source: "gtk", style: .dark)), at: .minute(1))
    _ = keeper.handle(.otherSwitches(["xapp": .dark]), at: .minute(2))
    _ = keeper.handle(.desktop(DesktopReport(source: "xapp", style: .dark)), at: .minute(3))
    #expect(keeper.ownWord == nil)
    _ = keeper.handle(.desktop(DesktopReport(source: "xapp", style: .light)), at: .minute(4))
    #expect(keeper.ownWord == .light)
  }

  /// The choice after the desktop's first message; nil if nothing is stored.
  private static func choice(
    _ before: Choice,
    _ memory: DesktopMemory,
    _ style: Style?,
    source: String = "gtk"
  ) -> Choice? {
    var keeper = started(before, memory)
    let report = DesktopReport(source: source, style: style)
    for case .commit(let edits) in keeper.handle(.desktop(report), at: .minute(1)) {
      guard case .choose(let decision)? = edits.first else { return nil }
      return decision.choice
    }
    return nil
  }

  @Test("A flip of the desktop's switch while no daemon runs takes effect at the next start-up")
  func flipped() {
    #expect(Self.choice(.light, Self.memory(reported: .light), .dark) == .dark)
    #expect(Self.choice(.light, Self.memory(reported: .none), .dark, source: "gsettings") == .dark)
    #expect(
      Self.choice(.dark, Self.memory("kde", reported: .dark), .light, source: "kde") == .light
    )
    // GNOME's switch sends light as “no preference”.
    #expect(Self.choice(.dark, Self.memory(reported: .dark), nil) == .light)
  }

  @Test(
    "At start-up, a desktop's value is treated as a flip only if it is new and its source is known"
  )
  func unflipped() {
    #expect(Self.choice(.light, Self.memory(reported: .dark), .dark) == nil)
    #expect(Self.choice(.light, Self.memory("kde", reported: .light), .dark) == nil)
    #expect(Self.choice(.light, DesktopMemory(), .dark) == nil)
  }

  @Test(
    "At start-up, a desktop's value is not treated as a flip if an earlier daemon wrote the value"
  )
  func written() {
    // The earlier daemon wrote dark, then got the choice light, and ended before the desktop
    // confirmed either.
    let memory = Self.memory(reported: .light, awaited: [.word(.dark)])
    #expect(Self.choice(.light, memory, .dark) == nil)
    let restored = Self.memory(reported: .dark, own: .light, awaited: [.before])
    #expect(Self.choice(.dark, restored, .light) == nil)
  }

  @Test("With the choice “system”, the last known style applies until the desktop's first report")
  func goesOn() {
    var keeper = Self.started(.system, Self.memory(reported: .dark))
    let shown = keeper.snapshot.appearance
    #expect(shown.style == .dark && shown.reason == .system && shown.since == .minute(-9))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: .minute(1))
    #expect(keeper.snapshot.serial == 1 && keeper.snapshot.appearance.since == .minute(-9))
    var left = Self.started(.system, Self.memory(reported: .dark))
    _ = left.handle(.desktop(nil), at: .minute(1))
    #expect(left.snapshot.appearance.reason == .fallback)
    // nightd wrote dark, although the user had chosen light before.
    let written = Self.started(.system, Self.memory(reported: .dark, own: .light))
    #expect(written.snapshot.appearance.style == .light)
    #expect(Self.started(.light, Self.memory(reported: .dark)).snapshot.appearance.style == .light)
  }

  @Test(
    "The last known contrast, accent and motion apply until the desktop's first report",
    arguments: [Choice.system, .dark, .light]
  )
  func look(choice: Choice) {
    var memory = Self.memory(reported: .dark)
    let report = DesktopReport(
      source: "gtk",
      style: .dark,
      isHighContrast: true,
      accent: .init(red: 0.25, green: 0.5, blue: 1),
      isMotionReduced: true
    )
    memory.last = report
    var keeper = Self.started(choice, memory)
    let shown = keeper.snapshot.appearance
    #expect(shown.isHighContrast && shown.isMotionReduced && shown.accent == report.accent)
    _ = keeper.handle(.desktop(report), at: .minute(1))
    #expect(keeper.snapshot.serial == 1 && keeper.snapshot.appearance == shown)
  }

  @Test(
    "With “system”, the user's own style on the desktop decides, not the style that nightd wrote"
  )
  func own() {
    var keeper = Keeper(.chosen(.dark), at: .minute(0))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: .minute(1))
    _ = keeper.handle(.gnomeWrite(.word(.dark)), at: .minute(2))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: .minute(2))
    #expect(keeper.sourceReport?.style == .dark && keeper.desktop?.style == .light)
    let edits = [IntentEdit.choose(.system, .minute(3))]
    #expect(keeper.handle(.asked(.choose(.system), ReplyID(1)), at: .minute(3)) == [.commit(edits)])
    _ = keeper.succeed(edits, at: .minute(3))
    #expect(keeper.snapshot.appearance.style == .light)
    // When nightd restores the former value, the restoration does not count as a flip of the
    // switch.
    _ = keeper.handle(.gnomeWrite(.before), at: .minute(4))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: .minute(4))
    #expect(keeper.snapshot.appearance.style == .light && !keeper.isBusy)
  }

  @Test(
    "If nightd overwrites the user's style before a source has reported it, nightd still remembers it"
  )
  func unreported() {
    var keeper = Keeper(.chosen(.dark), at: .minute(0))
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .dark)), at: .minute(1))
    #expect(keeper.ownWord == .dark)
    let effects = keeper.handle(.gnomeWrite(.word(.dark), over: .light), at: .minute(2))
    #expect(keeper.ownWord == .light)
    #expect(effects.contains { if case .remember = $0 { true } else { false } })
    _ = keeper.handle(.gnomeWrite(.word(.dark)), at: .minute(3))
    #expect(keeper.ownWord == .light)
  }

  @Test(
    "If an old report arrives after nightd's write, the later echo of the write has no effect"
  )
  func early() {
    var keeper = Keeper(.chosen(.light), isDesktopKnown: false, at: .minute(0))
    _ = keeper.handle(.gnomeWrite(.word(.light)), at: .minute(0))
    _ = keeper.handle(.desktop(.init(source: "gtk")), at: .minute(0))
    for case .commit(let edits) in keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(0))
    {
      _ = keeper.succeed(edits, at: .minute(0))
    }
    _ = keeper.handle(.desktop(.init(source: "gtk", style: .light)), at: .minute(0))
    #expect(!keeper.isBusy && keeper.snapshot.appearance.style == .dark)
  }

  @Test("If nightd writes “no preference” to GNOME, the echo is also “no preference”")
  func gnome() {
    var keeper = Keeper(.chosen(.light), at: .minute(0))
    _ = keeper.handle(.desktop(.init(source: "gnome", style: .dark)), at: .minute(0))
    _ = keeper.handle(.gnomeWrite(.word(.none)), at: .minute(0))
    for case .commit(let edits) in keeper.handle(.asked(.style(.dark), ReplyID(1)), at: .minute(0))
    {
      _ = keeper.succeed(edits, at: .minute(0))
    }
    _ = keeper.handle(.desktop(.init(source: "gnome")), at: .minute(0))
    #expect(!keeper.isBusy && keeper.snapshot.appearance.style == .dark)
  }

  @Test(
    "The Keeper stores each value that the desktop reports and each value that nightd writes"
  )
  func remembers() {
    var keeper = Keeper(.chosen(.dark), at: .minute(0))
    var expected = DesktopMemory()
    expected.entries["gsettings"] = .init(reported: .light, own: .light)
    expected.last = .init(source: "gtk")
    expected.since = .minute(1)
    let light = DesktopReport(source: "gtk", style: .light)
    #expect(keeper.handle(.desktop(light), at: .minute(1)).contains(.remember(expected)))
    expected.awaited = [.word(.dark)]
    #expect(
      keeper.handle(.gnomeWrite(.word(.dark)), at: .minute(2)) == [.remember(expected)]
    )
    expected.entries["gsettings"] = .init(reported: .dark, own: .light)
    expected.awaited = []
    let dark = DesktopReport(source: "gtk", style: .dark)
    #expect(
      keeper.handle(.desktop(dark), at: .minute(2)) == [.desktopChanged, .remember(expected)]
    )
    // A message with a new accent but the same style is not a change of the switch.
    var accented = dark
    accented.accent = .init(red: 1, green: 0, blue: 0)
    expected.last?.accent = accented.accent
    let effects = keeper.handle(.desktop(accented), at: .minute(3))
    #expect(effects.contains(.remember(expected)) && !effects.contains(.desktopChanged))
  }

  @Test("A desktop.json that was written is read back with the same values")
  func file() throws {
    var memory = Self.memory(reported: .none, own: .dark, awaited: [.word(.light), .before])
    memory.entries["kde"] = .init(reported: .dark)
    memory.last?.isHighContrast = false
    memory.last?.accent = .init(red: 0, green: 0.1, blue: 1)
    memory.last?.isMotionReduced = true
    let bytes = DesktopMemoryFile.bytes(memory)
    #expect(DesktopMemoryFile.memory(bytes) == memory)
    #expect(DesktopMemoryFile.memory(DesktopMemoryFile.bytes(DesktopMemory())) == DesktopMemory())
  }

  @Test(
    "A desktop.json that is damaged or has a newer format is treated as missing",
    arguments: ["", "{", "[]", "{}", #"{"format": 2}"#, #"{"format": "1"}"#, "\0"]
  )
  func damaged(text: String) {
    #expect(DesktopMemoryFile.memory(Array(text.utf8)) == nil)
  }

  @Test("Unknown values in desktop.json are ignored")
  func unknown() throws {
    let text = #"""
      {"format": 1, "sources": {"gtk": {"reported": "blue"}, "x": 3}, "awaited": [1, "x"],
      "last": "gtk", "contrast": "high", "accent-color": [0, 2, 0], "reduced-motion": 2}
      """#
    let memory = try #require(DesktopMemoryFile.memory(Array(text.utf8)))
    #expect(memory.entries == ["gtk": .init(), "x": .init()])
    #expect(memory.awaited.isEmpty)
    #expect(memory.last == .init(source: "gtk"))
  }

  @Test(
    "An earlier version's hold “until the desktop changes” becomes the choice unless it has ended",
    arguments: [
      (Style.light, nil, .choose(.init(choice: .dark, since: .minute(5)))),
      (.dark, nil, .prefer([PreferenceEdit(KeeperWalk.choice, nil)], ifRevision: nil)),
      (.dark, .system, .choose(.init(choice: .system, since: .minute(0)))),
    ] as [(Style, Choice?, IntentEdit)]
  )
  func formerHold(asked: Style, before: Choice?, edit: IntentEdit) {
    var intent = Intent.chosen(.dark, since: .minute(5))
    intent.former = .init(
      desktop: .light,
      decision: before.map { .init(choice: $0, since: .minute(0)) }
    )
    var keeper = Keeper(intent, isDesktopKnown: false, at: .minute(9))
    #expect(keeper.snapshot.appearance.style == .dark)
    let report = DesktopReport(source: "gtk", style: asked)
    #expect(keeper.handle(.desktop(report), at: .minute(9)).contains(.commit([edit])))
    _ = keeper.succeed([edit], at: .minute(9))
    #expect(keeper.durable.former == nil && !keeper.isBusy)
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.snapshot.appearance.choice == (asked == .light ? .dark : .system))
  }
}
