import NightCore
import Testing

@Suite("Several errors in a theme file")
struct ThemeMistakeTests {
  @Test(
    "If a theme's style is missing or invalid, the theme's other errors are still reported",
    arguments: [
      (
        "{stlye:'dark', colors:{a:'#ggg'}}",
        [
          "1:2: “stlye” is unknown and ignored (did you mean style?)",
          "1:1: expected a “style”, light or dark",
          "1:28: expected a hexadecimal digit, 0 to 9 or a to f, found “ggg”",
        ]
      ),
      (
        "{style:'drak', numbers:{a:true}}",
        [
          "1:8: expected a style, light or dark, found “drak” (did you mean dark?)",
          "1:27: expected a number",
        ]
      ),
    ]
  )
  func afterStyle(json: String, expected: [String]) {
    let findings = ThemeShelf(["a": json]).line("a").findings
    #expect(Set(findings.map(\.description)) == Set(expected.map { "a.json5:" + $0 }))
  }

  @Test(
    "`theme check` reports wrong references, but not the errors that only follow from them",
    arguments: [
      // A wrong colour or font counts as present, and so do the values beside it.
      (
        "{style:'dark', palette:{ink:'#12'}, fonts:{body:1}, colors:{a:'@ink', b:'@ikn'}, "
          + "labels:{t:{font:'body', textColor:'c'}}}",
        ["1:31", "1:49", "1:73", "1:116"]
      ),
      ("{style:'dark', parent:'b', colors:{a:'@x', b:1}}", ["1:23", "1:46"]),
      // If the parent is not usable, its values are unknown.
      ("{style:'dork', colors:{a:'@x'}}", ["1:8"]),
      ("{style:'dark', parent:'../b', colors:{a:'@x'}}", ["1:23"]),
      ("{style:'dork', parent:'midnight', colors:{a:'@x'}}", ["1:8", "1:45"]),
    ]
  )
  func flawed(json: String, places: [String]) throws {
    let shelf = ThemeShelf(["a": json])
    let text = try #require(shelf.find("a"))
    var line = ThemeLine(text, evenIfFlawed: true, find: shelf.find)
    #expect(line.resolve() == nil)
    let found = line.findings.compactMap(\.position).map(\.description)
    #expect(Set(found) == Set(places), "\(line.findings)")
    // If the theme is loaded for use in spite of its mistakes, none of its values is used.
    #expect(shelf.line("a").members.isEmpty)
  }

  @Test("If a theme's image is a link, or its path contains a link, the link is reported")
  func linkedImages() {
    let json = "{style:'dark', images:{a:'a.png', b:'deep/b.png', c:'c.png'}}"
    let shelf = ThemeShelf(["t": json], assets: ["t": ["c.png"]], links: ["t": ["a.png", "deep"]])
    #expect(
      shelf.errors("t") == [
        "t.json5:1:26: “a.png” is a link, and links are not followed",
        "t.json5:1:37: “deep” is a link, and links are not followed",
      ]
    )
  }
}

@Suite("Names of themes")
struct ThemeNameTests {
  @Test(
    "An invalid theme name is rejected",
    arguments: [
      "", "light", "Dark", "schedule", "system", "next", "previous", "../x", "a/b", ".hidden",
      "-x", "a\u{0}b", "a\nb", " a", "a ", String(repeating: "x", count: 256),
      // These strings have a combining accent, the angstrom sign, a decomposed syllable, or marks
      // in a non-canonical order.
      "E\u{301}cru", "\u{212B}", "\u{1112}\u{1161}\u{11AB}", "a\u{301}\u{323}",
    ]
  )
  func none(name: String) { #expect(ThemeName.flaw(name) != nil) }

  @Test(
    "Any text that complies with all rules is accepted as a theme's name",
    arguments: [
      "evening", "Solarized Dark", "Écru", "🌙", "a.b", "dark-2", "한", "ห้วงน้ำ", "सूर्यास्त",
      // Unicode has no single character for this combination.
      "x\u{301}",
    ]
  )
  func any(name: String) { #expect(ThemeName.flaw(name) == nil) }

  @Test(
    "A name means the theme with exactly this name, or the only one whose name differs in case",
    arguments: [
      ("nord", "nord"), ("NORD", nil), ("Nord", "Nord"), ("gruvbox", "Gruvbox"), ("grubox", nil),
      ("e\u{301}cru", "Écru"),
    ] as [(String, String?)]
  )
  func meant(word: String, expected: String?) {
    #expect(ThemeName.meant(by: word, among: ["nord", "Nord", "Gruvbox", "Écru"]) == expected)
  }
}

@Suite("Themes that are edited, unused or misplaced")
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

  private func snapshots(_ facts: ThemeFact...) -> [String: ThemeStatus] {
    Dictionary(uniqueKeysWithValues: facts.map { ($0.name, .known($0)) })
  }

  private func keeper(_ slots: [String: String], _ facts: ThemeFact...) throws -> Keeper {
    let edits = try slots.map { try PreferenceEdit(PreferenceKey($0.key), .string($0.value)) }
    var intent = Intent.chosen(.dark).applying([.prefer(edits, ifRevision: nil)])
    intent.decision = Intent.chosen(.dark).decision
    return Keeper(intent, at: Self.now, surroundings: { Surroundings(zone: .utc) }) { names in
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, facts.first { $0.name == name }.map(ThemeStatus.known) ?? .unavailable)
        }
      )
    }
  }

  private func put(_ keeper: inout Keeper, _ name: String, in slot: String) throws -> [Effect] {
    let edit = try PreferenceEdit(PreferenceKey(slot), .string(name))
    let effects = keeper.handle(.asked(.prefer([edit], ifRevision: nil), ReplyID(1)), at: Self.now)
    guard case .commit(let edits)? = effects.first else { return effects }
    return keeper.succeed(edits, at: Self.now)
  }

  private func shown(_ keeper: Keeper) -> [String] {
    [keeper.snapshot.appearance.theme, keeper.snapshot.appearance.themeDigest]
  }

  @Test(
    "If a theme is edited while it is not in use, the edit is shown when the theme is used again"
  )
  func forgotten() throws {
    var keeper = try keeper(["theme.dark": "a"], fact("a", .dark))
    _ = try put(&keeper, "b", in: "theme.dark")
    _ = keeper.handle(.themes(snapshots(fact("b", .dark))), at: Self.now)
    #expect(shown(keeper) == ["b", "1"])
    let serial = keeper.snapshot.serial
    _ = try put(&keeper, "a", in: "theme.dark")
    // The theme has not been loaded since its edit, so the other theme is shown for a moment
    // longer.
    #expect(shown(keeper) == ["b", "1"])
    _ = keeper.handle(.themes(snapshots(fact("a", .dark, "2"))), at: Self.now)
    #expect(shown(keeper) == ["a", "2"])
    #expect(keeper.snapshot.serial == serial + 1)
  }

  @Test("If a theme has a style that does not fit its slot, this is reported")
  func misplaced() throws {
    var keeper = try keeper(["theme.dark": "a", "theme.light": "midnight"], fact("a", .dark))
    #expect(
      keeper.misplacedThemes == [
        "theme.light: “midnight” is a dark theme, but must be a light one; daylight is used instead"
      ]
    )
    _ = keeper.handle(.themes(snapshots(fact("a", .light))), at: Self.now)
    #expect(shown(keeper) == ["midnight", ""])
    #expect(
      keeper.misplacedThemes.last
        == "theme.dark: “a” is a light theme, but must be a dark one; midnight is used instead"
    )
  }

  @Test("While changes are inhibited, an edited theme keeps its old look and accent")
  func inhibited() throws {
    var keeper = try keeper(["theme.dark": "a", "accent": "theme"], fact("a", .dark))
    _ = keeper.handle(.inhibited(true), at: Self.now)
    let before = keeper.snapshot
    _ = keeper.handle(.themes(snapshots(fact("a", .dark, "2", accent: Self.black))), at: Self.now)
    #expect(shown(keeper) == ["a", "1"])
    #expect(keeper.snapshot.serial == before.serial)
    #expect(keeper.snapshot.appearance.accent == before.appearance.accent)
    _ = keeper.handle(.inhibited(false), at: Self.now)
    #expect(shown(keeper) == ["a", "2"])
    #expect(keeper.snapshot.appearance.accent?.red == 0)
  }

  @Test(
    "If the user selects a theme during an inhibition, it is shown as soon as it is loaded"
  )
  func selectedWhileInhibited() throws {
    var keeper = try keeper(["theme.dark": "a"], fact("a", .dark))
    _ = keeper.handle(.inhibited(true), at: Self.now)
    _ = try put(&keeper, "night-vision", in: "theme.dark")
    #expect(shown(keeper) == ["night-vision", ""])
    _ = try put(&keeper, "b", in: "theme.dark")
    #expect(shown(keeper) == ["night-vision", ""])
    _ = keeper.handle(.themes(snapshots(fact("b", .dark))), at: Self.now)
    #expect(shown(keeper) == ["b", "1"])
    _ = try put(&keeper, "high", in: "contrast")
    #expect(shown(keeper) == ["midnight-high", ""])
    #expect(keeper.snapshot.appearance.isInhibited)
  }
}
