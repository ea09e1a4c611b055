import NightCore
import Testing

@Suite("Themes that are edited, forgotten, or cannot serve where they stand")
struct MisplacedThemeTests {
  private static let now = Instant.minute(0)
  private static let white = Color(red: 1, green: 1, blue: 1)
  private static let black = Color(red: 0, green: 0, blue: 0)

  private func fact(
    _ name: String,
    _ style: Style,
    _ digest: String = "1",
    accent: Color = Self.white
  ) -> ThemeFact {
    ThemeFact(name: name, style: style, digest: digest, accent: accent)
  }

  private func standings(_ facts: ThemeFact...) -> [String: ThemeStanding] {
    Dictionary(uniqueKeysWithValues: facts.map { ($0.name, .known($0)) })
  }

  private func keeper(_ slots: [String: String], _ facts: ThemeFact...) throws -> Keeper {
    let edits = try slots.map { try PreferenceEdit(PreferenceKey($0.key), .string($0.value)) }
    var intent = Intent.chosen(.dark).applying([.prefer(edits, ifRevision: nil)])
    intent.decision = Intent.chosen(.dark).decision
    return Keeper(intent, at: Self.now, in: { Surroundings(zone: .utc) }) { names in
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, facts.first { $0.name == name }.map(ThemeStanding.known) ?? .lacking)
        }
      )
    }
  }

  private func put(_ keeper: inout Keeper, _ name: String, in slot: String) throws -> [Effect] {
    let edit = try PreferenceEdit(PreferenceKey(slot), .string(name))
    let effects = keeper.handle(.asked(.prefer([edit], ifRevision: nil), Ticket(1)), at: Self.now)
    guard case .commit(let edits)? = effects.first else { return effects }
    return keeper.succeed(edits, at: Self.now)
  }

  private func shown(_ keeper: Keeper) -> [String] {
    [keeper.standing.appearance.theme, keeper.standing.appearance.themeDigest]
  }

  @Test("one that was edited while nobody used it is not shown as it was")
  func forgotten() throws {
    var keeper = try keeper(["theme.dark": "a"], fact("a", .dark))
    _ = try put(&keeper, "b", in: "theme.dark")
    _ = keeper.handle(.themes(standings(fact("b", .dark))), at: Self.now)
    #expect(shown(keeper) == ["b", "1"])
    let serial = keeper.standing.serial
    _ = try put(&keeper, "a", in: "theme.dark")
    // Nobody has read it since: what is shown stays for that moment.
    #expect(shown(keeper) == ["b", "1"])
    _ = keeper.handle(.themes(standings(fact("a", .dark, "2"))), at: Self.now)
    #expect(shown(keeper) == ["a", "2"])
    #expect(keeper.standing.serial == serial + 1)
  }

  @Test("one that is light by now and stands for dark is told of, and so is one that is held")
  func misplaced() throws {
    var keeper = try keeper(["theme.dark": "a", "theme.light": "midnight"], fact("a", .dark))
    #expect(
      keeper.misplacedThemes == [
        "theme.light: “midnight” is a dark theme, and this is for light; daylight serves"
      ]
    )
    _ = keeper.handle(.themes(standings(fact("a", .light))), at: Self.now)
    #expect(shown(keeper) == ["midnight", ""])
    #expect(
      keeper.misplacedThemes.last
        == "theme.dark: “a” is a light theme, and this is for dark; midnight serves"
    )
  }

  @Test("while nothing may change by itself, an edited theme is shown as it was, accent and all")
  func inhibited() throws {
    var keeper = try keeper(["theme.dark": "a", "accent": "theme"], fact("a", .dark))
    _ = keeper.handle(.inhibited(true), at: Self.now)
    let before = keeper.standing
    _ = keeper.handle(.themes(standings(fact("a", .dark, "2", accent: Self.black))), at: Self.now)
    #expect(shown(keeper) == ["a", "1"])
    #expect(keeper.standing.serial == before.serial)
    #expect(keeper.standing.appearance.accent == before.appearance.accent)
    _ = keeper.handle(.inhibited(false), at: Self.now)
    #expect(shown(keeper) == ["a", "2"])
    #expect(keeper.standing.appearance.accent?.red == 0)
  }

  @Test("a theme that people put in a slot meanwhile is shown all the same, once it is read")
  func redressed() throws {
    var keeper = try keeper(["theme.dark": "a"], fact("a", .dark))
    _ = keeper.handle(.inhibited(true), at: Self.now)
    _ = try put(&keeper, "night-vision", in: "theme.dark")
    #expect(shown(keeper) == ["night-vision", ""])
    _ = try put(&keeper, "b", in: "theme.dark")
    #expect(shown(keeper) == ["night-vision", ""])
    _ = keeper.handle(.themes(standings(fact("b", .dark))), at: Self.now)
    #expect(shown(keeper) == ["b", "1"])
    _ = try put(&keeper, "high", in: "contrast")
    #expect(shown(keeper) == ["midnight-high", ""])
    #expect(keeper.standing.appearance.isInhibited)
  }
}
