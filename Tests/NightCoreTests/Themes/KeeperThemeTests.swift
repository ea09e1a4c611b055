import NightCore
import Testing

@Suite("Keeper: themes")
struct KeeperThemeTests {
  private static let white = Color(red: 1, green: 1, blue: 1)
  private static let now = Instant.minute(0)

  private func fact(_ name: String, _ style: Style, _ digest: String = "1") -> ThemeFact {
    ThemeFact(name: name, style: style, digest: digest, accent: Self.white)
  }

  private func keeper(
    _ choice: Choice,
    _ slots: [String: String] = [:],
    _ themes: [ThemeFact] = []
  ) throws -> Keeper {
    var intent = Intent.chosen(choice)
    let edits = try slots.map { try PreferenceEdit(PreferenceKey($0.key), .string($0.value)) }
    intent = intent.applying([.prefer(edits, ifRevision: nil)])
    if choice != .system { intent.decision = Intent.chosen(choice).decision }
    return Keeper(intent, at: Self.now, surroundings: { Surroundings(zone: .utc) }) { names in
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, themes.first { $0.name == name }.map(ThemeStatus.known) ?? .unavailable)
        }
      )
    }
  }

  private func shown(_ keeper: Keeper) -> [String] {
    [keeper.snapshot.appearance.theme, keeper.snapshot.appearance.themeDigest]
  }

  /// Handles a request, lets each commit succeed, and returns all effects.
  private func ask(
    _ keeper: inout Keeper,
    _ demand: Demand,
    at now: Instant = Self.now
  ) -> [Effect] {
    var all: [Effect] = []
    var effects = keeper.handle(.asked(demand, ReplyID(1)), at: now)
    while true {
      all += effects
      let commit = effects.compactMap { effect -> [IntentEdit]? in
        guard case .commit(let edits) = effect else { return nil }
        return edits
      }.first
      guard let commit else { return all }
      effects = keeper.succeed(commit, at: now)
    }
  }

  @Test(
    "A style shows the theme in its slot, or a built-in theme if the slot's theme does not exist"
  )
  func slots() throws {
    let evening = fact("evening", .dark)
    #expect(try shown(keeper(.dark)) == ["midnight", ""])
    #expect(try shown(keeper(.dark, ["theme.dark": "evening"], [evening])) == ["evening", "1"])
    #expect(try shown(keeper(.light, ["theme.dark": "evening"], [evening])) == ["daylight", ""])
    #expect(try shown(keeper(.dark, ["theme.dark": "gone"])) == ["midnight", ""])
    // Showing a theme of the other style would surprise the user.
    #expect(try shown(keeper(.light, ["theme.light": "evening"], [evening])) == ["daylight", ""])
    #expect(try shown(keeper(.dark, ["theme.dark": "night-vision"])) == ["night-vision", ""])
  }

  @Test("While the contrast is high, the themes in the high-contrast slots are shown")
  func highContrast() throws {
    #expect(try shown(keeper(.dark, ["contrast": "high"])) == ["midnight-high", ""])
    let bold = fact("bold", .light)
    let slots = ["contrast": "high", "theme.light-high": "bold"]
    #expect(try shown(keeper(.light, slots, [bold])) == ["bold", "1"])
  }

  @Test(
    "If the user uses a theme, one commit puts the theme into its slot and sets the theme's style"
  )
  func use() throws {
    var keeper = try keeper(.light)
    let effects = ask(&keeper, .theme(fact("evening", .dark)))
    #expect(effects.filter { if case .commit = $0 { true } else { false } }.count == 1)
    let changes = effects.filter { if case .changed = $0 { true } else { false } }
    #expect(changes.count == 1)
    #expect(keeper.snapshot.appearance.style == .dark)
    #expect(keeper.snapshot.appearance.choice == .dark)
    #expect(shown(keeper) == ["evening", "1"])
    #expect(try keeper.preferences.value(PreferenceKey("theme.dark")) == .string("evening"))
    // Using the same theme again neither writes a file nor sends a signal.
    let again = ask(&keeper, .theme(fact("evening", .dark)))
    #expect(again == [.answer(ReplyID(1), keeper.snapshot)])
  }

  @Test("If the user uses a theme while the contrast is high, it goes into the high-contrast slot")
  func useHigh() throws {
    var keeper = try keeper(.light, ["contrast": "high"])
    _ = ask(&keeper, .theme(fact("bold", .light)))
    #expect(try keeper.preferences.value(PreferenceKey("theme.light-high")) == .string("bold"))
    #expect(shown(keeper) == ["bold", "1"])
  }

  @Test(
    "If the user uses a theme under a schedule, the theme fills its slot and its style is held"
  )
  func scheduled() throws {
    var keeper = try keeper(.schedule)
    let style = keeper.snapshot.appearance.style.opposite
    _ = ask(&keeper, .theme(fact("evening", style)))
    #expect(keeper.snapshot.appearance.reason == .hold)
    #expect(keeper.durable.hold?.theme == nil)
    #expect(shown(keeper) == ["evening", "1"])
  }

  @Test("A theme that is used for a limited time is held, and then the earlier theme returns")
  func held() throws {
    var keeper = try keeper(.dark, ["theme.dark": "evening"], [fact("evening", .dark)])
    let end = Self.now.adding(microseconds: 60_000_000)
    _ = ask(&keeper, .theme(fact("party", .dark, "2"), until: .seconds(60)))
    #expect(keeper.durable.hold?.theme == "party")
    #expect(shown(keeper) == ["party", "2"])
    _ = keeper.handle(.moment, at: end)
    #expect(shown(keeper) == ["evening", "1"])
  }

  @Test("If a theme is edited, one signal reports it, with the same name and a different digest")
  func edited() throws {
    var keeper = try keeper(.dark, ["theme.dark": "evening"], [fact("evening", .dark)])
    let serial = keeper.snapshot.serial
    let effects = keeper.handle(
      .themes(["evening": .known(fact("evening", .dark, "2"))]),
      at: Self.now
    )
    #expect(shown(keeper) == ["evening", "2"])
    #expect(keeper.snapshot.serial == serial + 1)
    #expect(effects.first == .changed(keeper.snapshot))
    #expect(
      keeper.handle(.themes(["evening": .known(fact("evening", .dark, "2"))]), at: Self.now) == []
    )
  }

  @Test(
    "If a theme disappears, a built-in theme is shown, and the preference keeps the theme's name"
  )
  func gone() throws {
    var keeper = try keeper(.dark, ["theme.dark": "evening"], [fact("evening", .dark)])
    _ = keeper.handle(.themes(["evening": .unavailable]), at: Self.now)
    #expect(shown(keeper) == ["midnight", ""])
    #expect(try keeper.preferences.value(PreferenceKey("theme.dark")) == .string("evening"))
    _ = keeper.handle(.themes(["evening": .known(fact("evening", .dark))]), at: Self.now)
    #expect(shown(keeper) == ["evening", "1"])
  }

  @Test("If the user sets a theme that is not loaded yet, it takes effect as soon as it is loaded")
  func unread() throws {
    var keeper = try keeper(.dark, ["theme.dark": "evening"], [fact("evening", .dark)])
    let serial = keeper.snapshot.serial
    let key = try PreferenceKey("theme.dark")
    let edit = PreferenceEdit(key, .string("other"))
    _ = ask(&keeper, .prefer([edit], ifRevision: nil))
    #expect(shown(keeper) == ["evening", "1"])
    #expect(keeper.themeNames == ["other"])
    _ = keeper.handle(.themes(["other": .known(fact("other", .dark, "3"))]), at: Self.now)
    #expect(shown(keeper) == ["other", "3"])
    #expect(keeper.snapshot.serial == serial + 1)
  }

  @Test("If an application has its own style, it shows the theme of that style")
  func application() throws {
    var keeper = try keeper(.light, ["theme.dark": "evening"], [fact("evening", .dark)])
    _ = ask(&keeper, .choice(.dark, application: "org.example.Editor"))
    let snapshot = keeper.snapshot(for: "org.example.Editor")
    #expect(snapshot.appearance.theme == "evening")
    #expect(snapshot.appearance.themeDigest == "1")
  }

  @Test("The accent colour can come from the theme")
  func accent() throws {
    let keeper = try keeper(
      .dark,
      ["theme.dark": "evening", "accent": "theme"],
      [fact("evening", .dark)]
    )
    #expect(keeper.snapshot.appearance.accent == .init(red: 1, green: 1, blue: 1))
  }

  @Test("While a slot is locked to one theme, no other theme can be held in this slot")
  func lockedHold() throws {
    let evening = fact("evening", .dark), party = fact("party", .dark, "2")
    var keeper = try keeper(.dark, ["theme.dark": "party"], [evening, party])
    let layers = Layers.made([("{theme: {dark: 'evening'}}", "theme.*")])
    _ = keeper.handle(.layers(layers), at: Self.now)
    let one = ReplyID(1)
    for term in [nil, HoldTerm.seconds(60)] {
      #expect(
        keeper.handle(.asked(.theme(party, until: term), one), at: Self.now) == [
          .refuse(one, .locked, "theme.dark is locked by /etc/0/locks:1:1")
        ]
      )
    }
    _ = ask(&keeper, .theme(evening, until: .seconds(60)))
    #expect(keeper.durable.hold?.theme == "evening")
  }

  @Test("If the slot of a held theme becomes locked, the hold continues with the locked theme")
  func lockLearned() throws {
    let evening = fact("evening", .dark)
    var keeper = try keeper(.light, ["theme.dark": "evening"], [evening])
    _ = ask(&keeper, .theme(fact("party", .dark, "2"), until: .seconds(60)))
    #expect(shown(keeper) == ["party", "2"])
    _ = keeper.handle(.layers(.made([("{theme: {dark: 'evening'}}", "theme.*")])), at: Self.now)
    #expect(shown(keeper) == ["evening", "1"])
    #expect(keeper.snapshot.appearance.reason == .hold)
  }
}
