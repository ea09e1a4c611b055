import NightCore
import Testing

/// What nightd does in cases in which older theming designs crash, guess, disagree or say nothing.
///
/// Each case has the name of the older design, the decision, and two values that must be equal.
@Suite("Cases that older theming libraries leave undecided")
struct SeedDecisionTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let seen: @Sendable () throws -> [String]
    let expected: [String]

    init(
      _ design: String,
      _ decision: String,
      _ expected: [String],
      _ seen: @escaping @Sendable () throws -> [String]
    ) {
      testDescription = "\(design): \(decision)"
      self.seen = seen
      self.expected = expected
    }
  }

  @Test(
    "If another theming library leaves a case undecided, nightd has a defined result for it",
    arguments: tables + trees + values + choices
  )
  func decided(decision: Case) throws {
    #expect(try decision.seen() == decision.expected)
  }

  // MARK: - DKNightVersion's table

  private static func table(_ text: String) -> [String] {
    let result = ColorTable.read(Array(text.utf8), file: "t", style: .dark)
    return result.isValid ? result.summary : result.errors
  }

  private static let tables: [Case] = [
    Case(
      "DKNightVersion",
      "any blanks separate columns, and blanks around a line are ignored",
      ["A dark: BG #ffffff", "B dark: BG #000000"]
    ) { table("\n  A\u{2003}B \n\n\t#fff\u{A0}\t#000 BG  \n  \n") },
    Case("DKNightVersion", "lines may have the ends of other systems", ["A dark: BG #ffffff"]) {
      table("A\r\n#fff BG\r\n")
    },
    Case("DKNightVersion", "comments are ignored, and # starts a colour", ["A dark: BG #ffffff"]) {
      table("; themes\nA // one\n# all pages\n#fff BG ; white\n")
    },
    Case(
      "DKNightVersion",
      "an empty file is an error and does not abort the program",
      ["t:1:1: expected a line with the names of themes, found an empty file"]
    ) { table("") },
    Case(
      "DKNightVersion",
      "all lines with too few or too many columns are reported",
      [
        "t:2:1: expected one column for each theme in line 1 and one for the key; found 2 instead of 3",
        "t:3:1: expected one column for each theme in line 1 and one for the key; found 4 instead of 3",
      ]
    ) { table("A B\n#fff BG\n#fff #000 #111 TEXT\n#fff #000 TINT") },
    Case(
      "DKNightVersion",
      "three digits are one for each part, and alpha comes last",
      ["A dark: a #ffffff, b #11223344, c #112233, d #11223344"]
    ) { table("A\n#fff a\n#11223344 b\n0x112233 c\n#1234 d") },
    Case(
      "DKNightVersion",
      "invalid digits are an error, not black",
      ["t:2:4: expected a hexadecimal digit, 0 to 9 or a to f, found “g456”"]
    ) { table("A\n#12g456 BG") },
    Case(
      "DKNightVersion",
      "a duplicate key is an error; there the last one counts",
      ["t:3:6: the key “BG” is already in line 2"]
    ) { table("A\n#fff BG\n#000 BG") },
    Case(
      "DKNightVersion",
      "a theme with two columns is an error too",
      ["t:1:3: the theme “A” has two columns; give each column its own name"]
    ) { table("A A\n#fff #000 BG") },
    Case("DKNightVersion", "no theme must be named NORMAL", ["NIGHT dark: BG #000000"]) {
      table("NIGHT\n#000 BG")
    },
    Case(
      "DKNightVersion",
      "a key with @ would be read as a reference, and is refused",
      ["t:2:6: expected a key of 1 to 128 letters, digits, dots, - and _, found “@max”"]
    ) { table("A\n#fff @max") },
    Case("DKNightVersion", "columns are found by name, in any order", ["B dark: BG #000000"]) {
      [table("A B\n#fff #000 BG")[1], table("B A\n#000 #fff BG")[0]].reduce(into: []) {
        if !$0.contains($1) { $0.append($1) }
      }
    },
    Case("DKNightVersion", "no demonstration theme is included", []) {
      BuiltInThemes.names.filter { ["RED", "NORMAL", "NIGHT"].contains($0) }
    },
  ]

  // MARK: - AppTheme's file

  private static func themes(_ text: String) -> [String] {
    let result = AppThemeFile.read(Array(text.utf8), file: "t", style: .dark)
    return result.isValid
      ? result.summary + result.findings.map(\.description) : result.errors
  }

  private static let trees: [Case] = [
    Case(
      "AppTheme",
      "comments and a trailing comma are accepted",
      ["a dark: x #ffffff"]
    ) { themes("[{themeName:'a', colors:[{name:'x', hex:'#fff',},],}, /* end */]") },
    Case("AppTheme", "an empty name means no parent", ["a dark: "]) {
      themes("[{themeName:'a', parent:'', colors:[]}]")
    },
    Case(
      "AppTheme",
      "eight digits have the alpha first, with a note",
      [
        "a dark: x #11223380",
        "t:1:44: colours of eight digits are read as AARRGGBB, the alpha first, as AppTheme writes "
          + "them",
      ]
    ) { themes("[{themeName:'a', colors:[{name:'x',    hex:'#80112233'}]}]") },
    Case("AppTheme", "an alpha multiplies the alpha of its colour", ["0.25"]) {
      let json = "[{themeName:'a', colors:[{name:'x', hex:'#80112233', alpha:0.498046875}]}]"
      let file = AppThemeFile.read(Array(json.utf8), file: "t", style: .dark).themes[0]
      let alpha = ThemeShelf(["a": file.text]).theme("a")?.color("x")?.alpha
      return [alpha.map { "\(($0 * 1_000).rounded() / 1_000)" } ?? "none"]
    },
    Case(
      "AppTheme",
      "another number of digits is an error, not black",
      ["t:1:40: expected 3, 6 or 8 hexadecimal digits, found “#12345”"]
    ) { themes("[{themeName:'a', colors:[{name:'x',hex:'#12345'}]}]") },
    Case(
      "AppTheme",
      "a duplicate theme is an error; there the first one counts",
      ["t:1:33: the theme “a” is already defined at 1:13"]
    ) { themes("[{themeName:'a'   },{themeName: 'a'}]") },
    Case(
      "AppTheme",
      "a duplicate colour is an error too",
      ["t:1:60: the colour “x” is already defined at 1:32"]
    ) { themes("[{themeName:'a', colors:[{name:'x',hex:'fff'},       {name:'x',hex:'000'}]}]") },
    Case(
      "AppTheme",
      "a missing parent is an error with its name",
      ["t:1:25: the parent “base” is not a theme in this file"]
    ) { themes("[{themeName:'a', parent:'base'}]") },
    Case(
      "AppTheme",
      "a loop of parents is reported with its names",
      ["t:1:54: the parents form a loop: a → b → a"]
    ) { themes("[{themeName:'a', parent:'b'},{themeName:'b',  parent:'a'}]") },
    Case(
      "AppTheme",
      "a theme that is its own parent is a loop too",
      ["a.json5:1:23: its parents form a loop: a → a"]
    ) { ThemeShelf(["a": "{style:'dark', parent:'a'}"]).errors("a") },
    Case("AppTheme", "a truncated file is an error with a position", ["t:1:2"]) {
      themes("[").map { String($0.prefix(5)) }
    },
  ]

  // MARK: - Values

  private static func shown(_ json: String, _ names: String...) throws -> [String] {
    let theme = try #require(ThemeShelf(["a": json, "base": base]).theme("a"))
    return names.map { theme.color($0)?.text ?? "none" }
  }

  private static let base =
    "{style:'dark', palette:{ink:'#010101'}, colors:{own:'#020202', pen:'@ink'}}"

  private static let values: [Case] = [
    Case(
      "AppTheme",
      "a key is searched in the theme, its ancestors and the built-in theme",
      ["#030303", "#020202", "#e6eaf0", "none"]
    ) {
      try shown(
        "{style:'dark', parent:'base', colors:{mine:'#030303'}}",
        "mine",
        "own",
        "onSurface",
        "nowhere"
      )
    },
    Case(
      "DKNightVersion",
      "palette colours are inherited, and a child can change them",
      ["#0a0a0a"]
    ) {
      try shown("{style:'dark', parent:'base', palette:{ink:'#0a0a0a'}}", "pen")
    },
    Case(
      "DKNightVersion",
      "a loop in the palette is reported like one of parents",
      ["a.json5:1:27: the palette has a loop: @a → @b → @a"]
    ) {
      ThemeShelf(["a": "{style:'dark', palette:{a:'@b', b:'@a'}}"]).errors("a")
    },
    Case(
      "simpleTheme",
      "colours and themes may have descriptions",
      ["headlines", "by the sea"]
    ) {
      let json = """
        {style:'dark', description:'by the sea',
         colors:{head:{color:'#fff', description:'headlines'}}}
        """
      let theme = try #require(ThemeShelf(["a": json]).theme("a"))
      let head = theme.entries.first { $0.key.name == "head" }
      return [head?.description ?? "none", theme.description ?? "none"]
    },
    Case("simpleTheme", "every theme has a background colour", []) {
      ["{style:'dark'}", "{style:'light'}"].filter {
        ThemeShelf(["a": $0]).theme("a")?.color("background") == nil
      }
    },
    Case(
      "simpleTheme",
      "images have name, state and scale, and may come from the parent's folder",
      ["normal 1 a.png", "normal 2 a@2x.png", "pressed 1 b.png", "base"]
    ) {
      let shelf = ThemeShelf(
        [
          "a": "{style:'dark', parent:'base'}",
          "base": "{style:'dark', images:{key:{normal:'a.png', pressed:'b.png'}}}",
        ],
        assets: ["base": ["a.png", "a@2x.png", "b.png"]]
      )
      let entry = shelf.theme("a")?.entries.first { $0.key == ThemeKey(.image, "key") }
      guard let entry, case .image(let image) = entry.value else { return [] }
      return image.pictures.map { "\($0.state) \($0.scale) \($0.file)" } + [entry.definedBy]
    },
    Case(
      "AppTheme",
      "a sheet has the given fields, a font may lack a part, and keywords ignore case",
      ["font body", "uppercased", "nil 11.0", "right"]
    ) {
      let json = """
        {style:'dark', fonts:{body:', 11'}, labels:{t:{font:'body', uppercased:true}},
         buttons:{ok:{alignment:'RIGHT'}}}
        """
      let theme = try #require(ThemeShelf(["a": json]).theme("a"))
      guard case .sheet(let label)? = theme[ThemeKey(.label, "t")],
        case .font(let font)? = theme[ThemeKey(.font, "body")],
        case .sheet(let button)? = theme[ThemeKey(.button, "ok")]
      else { return [] }
      let fields = label.fields.map { field in
        if case .reference(let name) = field.value { "\(field.name) \(name)" } else { field.name }
      }
      let size = font.size.map { "\($0)" } ?? "nil"
      guard case .word(let word)? = button.fields.first?.value else { return fields }
      return fields + ["\(font.family ?? "nil") \(size)", word]
    },
    Case("AppTheme", "a sheet with a missing reference is an error at once", ["1"]) {
      let json = "{style:'dark', buttons:{ok:{label:'title'}}}"
      return ["\(ThemeShelf(["a": json]).errors("a").count)"]
    },
    Case("SwiftTheme", "unknown parts of a newer file are ignored with a warning", ["warning"]) {
      let shelf = ThemeShelf(["a": "{style:'dark', gradients:{}}"])
      guard shelf.theme("a") != nil else { return [] }
      return shelf.line("a").findings.map(\.severity.rawValue)
    },
  ]

  // MARK: - Choices of themes

  private static let sea = ThemeFact(name: "sea", style: .dark, digest: "1", accent: nil)
  private static let dune = ThemeFact(name: "dune", style: .light, digest: "2", accent: nil)

  private static func keeper(_ intent: Intent, knowing known: [ThemeFact] = []) -> Keeper {
    Keeper(intent, at: .minute(0), surroundings: { Surroundings(zone: .utc) }) { names in
      Dictionary(
        uniqueKeysWithValues: names.map { name in
          (name, known.first { $0.name == name }.map(ThemeStatus.known) ?? .unavailable)
        }
      )
    }
  }

  private static func stored(_ key: String, _ name: String, _ choice: Choice) throws -> Intent {
    let edit = PreferenceEdit(try PreferenceKey(key), .string(name))
    return Intent.chosen(choice).applying([.prefer([edit], ifRevision: nil)])
  }

  private static func shown(_ keeper: Keeper) -> String {
    "\(keeper.snapshot.appearance.style) \(keeper.snapshot.appearance.theme)"
  }

  private static func kinds(_ effects: [Effect]) -> [String] {
    effects.compactMap { effect in
      switch effect {
      case .commit: "commit"
      case .changed: "changed"
      case .propertiesChanged: "properties"
      case .answer: "answer"
      default: nil
      }
    }
  }

  /// Handles each request in turn; returns all effects.
  private static func ask(_ keeper: inout Keeper, _ demands: Demand...) -> [Effect] {
    var all: [Effect] = []
    for demand in demands {
      var effects = keeper.handle(.asked(demand, ReplyID(1)), at: .minute(1))
      while true {
        all += effects
        guard case .commit(let edits)? = effects.first(where: \.isCommit) else { break }
        effects = keeper.succeed(edits, at: .minute(1))
      }
    }
    return all
  }

  private static let choices: [Case] = [
    Case(
      "DKNightVersion",
      "a stored theme that is missing falls back, and its name is kept",
      ["dark midnight", "sea", "dark sea"]
    ) {
      var keeper = Self.keeper(try stored("theme.dark", "sea", .dark))
      let before = shown(keeper)
      let kept = try keeper.preferences.value(PreferenceKey("theme.dark"))
      _ = keeper.handle(.themes(["sea": .known(sea)]), at: .minute(2))
      return [before, kept == .string("sea") ? "sea" : "lost", shown(keeper)]
    },
    Case(
      "DKNightVersion",
      "a third theme has the style that it declares",
      ["light dune", "dark sea"]
    ) {
      var keeper = Self.keeper(.chosen(.dark))
      _ = ask(&keeper, .theme(dune))
      let first = shown(keeper)
      _ = ask(&keeper, .theme(sea))
      return [first, shown(keeper)]
    },
    Case("DKNightVersion", "each style has its own theme", ["dark sea", "light dune"]) {
      var keeper = Self.keeper(.chosen(.dark))
      _ = ask(&keeper, .theme(dune), .theme(sea))
      let first = shown(keeper)
      _ = ask(&keeper, .toggle())
      return [first, shown(keeper)]
    },
    Case(
      "DKNightVersion",
      "setting the same theme again writes and signals nothing",
      ["answer"]
    ) {
      var keeper = Self.keeper(.chosen(.light))
      _ = ask(&keeper, .theme(sea))
      return kinds(ask(&keeper, .theme(sea)))
    },
    Case(
      "DKNightVersion",
      "what is changed is stored, then told once, then answered",
      ["commit", "changed", "properties", "answer"]
    ) {
      var keeper = Self.keeper(.chosen(.light))
      return kinds(ask(&keeper, .theme(sea)))
    },
    Case("DKNightVersion", "an edited theme is told once, and needs no other", ["changed"]) {
      var keeper = Self.keeper(try stored("theme.dark", "sea", .dark), knowing: [sea])
      let edited = ThemeFact(name: "sea", style: .dark, digest: "9", accent: nil)
      let effects = keeper.handle(.themes(["sea": .known(edited)]), at: .minute(2))
      return kinds(effects).filter { $0 == "changed" || $0 == "commit" }
    },
    Case("simpleTheme", "what is chosen outlives the program", ["dark sea"]) {
      var keeper = Self.keeper(.chosen(.light))
      _ = ask(&keeper, .theme(sea))
      return [shown(Self.keeper(keeper.durable, knowing: [sea]))]
    },
    Case(
      "SwiftSenpai",
      "that nobody decided is told apart from light, and the desktop can decide",
      ["false", "true", "system"]
    ) {
      var keeper = Self.keeper(Intent())
      let before = keeper.snapshot.appearance.isChosen
      _ = ask(&keeper, .style(.light))
      let after = keeper.snapshot.appearance.isChosen
      _ = ask(&keeper, .choose(.system))
      return ["\(before)", "\(after)", keeper.snapshot.appearance.choice.rawValue]
    },
    Case("simpleTheme", "the other style is the other one, from either", ["dark", "light"]) {
      var keeper = Self.keeper(.chosen(.light))
      return (0..<2).map { _ in
        _ = ask(&keeper, .toggle())
        return keeper.snapshot.appearance.style.rawValue
      }
    },
  ]
}

extension Effect {
  fileprivate var isCommit: Bool { if case .commit = self { true } else { false } }
}
