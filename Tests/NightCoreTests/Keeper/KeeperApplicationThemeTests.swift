import NightCore
import Testing

@Suite("Keeper: themes of applications")
struct KeeperApplicationThemeTests {
  private static let now = Instant.minute(0)
  private static let red = Color(red: 1, green: 0, blue: 0)
  private static let blue = Color(red: 0, green: 0, blue: 1)

  /// The themes of these tests; `dawn`, `noon` and `bold-day` are light, and the others are dark.
  private static let facts = [
    ThemeFact(name: "dawn", style: .light, digest: "1", accent: blue),
    ThemeFact(name: "noon", style: .light, digest: "2", accent: red),
    ThemeFact(name: "dusk", style: .dark, digest: "3", accent: blue),
    ThemeFact(name: "night", style: .dark, digest: "4", accent: red),
    ThemeFact(name: "bold-night", style: .dark, digest: "5", accent: red),
  ]

  private static func fact(_ name: String) throws -> ThemeFact {
    try #require(facts.first { $0.name == name })
  }

  private static func statuses(_ names: Set<String>) -> [String: ThemeStatus] {
    Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, facts.first { $0.name == name }.map(ThemeStatus.known) ?? .unavailable)
      }
    )
  }

  /// A Keeper that has read the themes for the application `X`.
  private func keeper(
    _ set: String,
    choice: Choice = .light,
    _ layers: Layers = Layers(),
    hold: Hold? = nil
  ) throws -> Keeper {
    var intent = try intent(set, choice: choice)
    intent.hold = hold
    var keeper = Keeper(intent, layers, at: Self.now, surroundings: { Surroundings(zone: .utc) }) {
      Self.statuses($0)
    }
    read(&keeper, for: "X")
    return keeper
  }

  private func read(_ keeper: inout Keeper, for application: String) {
    if !asks(&keeper, application) {
      _ = keeper.handle(.themes(Self.statuses(keeper.themeNames)), at: Self.now)
    }
    #expect(asks(&keeper, application))
  }

  /// Tells the Keeper that the application has asked; returns whether all of its themes have been
  /// read.
  private func asks(
    _ keeper: inout Keeper,
    _ application: String,
    isLast: Bool = false
  ) -> Bool {
    keeper.noteAsking(application, isLast: isLast)
  }

  private func ask(_ keeper: inout Keeper, _ demand: Demand) -> [Effect] {
    var all: [Effect] = []
    var effects = keeper.handle(.asked(demand, ReplyID(1)), at: Self.now)
    while true {
      all += effects
      let commit = effects.compactMap { effect -> [IntentEdit]? in
        guard case .commit(let edits) = effect else { return nil }
        return edits
      }.first
      guard let commit else { return all }
      effects = keeper.succeed(commit, at: Self.now)
    }
  }

  // MARK: - The theme in effect

  private static let desktop = "theme: {light: 'dawn', dark: 'dusk'}"

  struct Row: CustomTestStringConvertible, Sendable {
    let what: String
    /// The application's section in the stored preferences.
    let own: String
    var choice = Choice.light
    var more = ""
    var hold: (style: Style, theme: String?)?
    var isInhibited = false
    var locks: String?
    let shown: [String]

    var testDescription: String { what }
  }

  private static let rows = [
    Row(what: "neither", own: "", shown: ["light", "choice", "dawn", "1", "-"]),
    Row(what: "own style", own: "choice: 'dark'", shown: ["dark", "app", "dusk", "3", "-"]),
    Row(
      what: "own theme",
      own: "theme: {light: 'noon'}",
      shown: ["light", "choice", "noon", "2", "true"]
    ),
    Row(
      what: "own theme for the other style",
      own: "theme: {dark: 'night'}",
      shown: ["light", "choice", "dawn", "1", "false"]
    ),
    Row(
      what: "own style and its own theme",
      own: "choice: 'dark', theme: {dark: 'night'}",
      shown: ["dark", "app", "night", "4", "true"]
    ),
    Row(
      what: "own style and a theme for the other",
      own: "choice: 'dark', theme: {light: 'noon'}",
      shown: ["dark", "app", "dusk", "3", "false"]
    ),
    Row(
      what: "a built-in theme",
      own: "choice: 'dark', theme: {dark: 'night-vision'}",
      shown: ["dark", "app", "night-vision", "", "true"]
    ),
    Row(
      what: "the same theme as the desktop's",
      own: "theme: {light: 'dawn'}",
      shown: ["light", "choice", "dawn", "1", "true"]
    ),
    Row(
      what: "a theme that does not exist",
      own: "theme: {light: 'gone'}",
      shown: ["light", "choice", "dawn", "1", "false"]
    ),
    Row(
      what: "a theme of the other style",
      own: "theme: {light: 'night'}",
      shown: ["light", "choice", "dawn", "1", "false"]
    ),
    Row(
      what: "a value that is no name",
      own: "theme: {light: 5, dark: 'night'}, choice: 'dark'",
      shown: ["dark", "app", "night", "4", "true"]
    ),
    Row(
      what: "`theme` is a text of the application's own",
      own: "theme: 'blue'",
      shown: ["light", "choice", "dawn", "1", "-"]
    ),
    Row(
      what: "high contrast, and a theme for normal contrast",
      own: "choice: 'dark', theme: {dark: 'night'}",
      more: ", contrast: 'high'",
      shown: ["dark", "app", "midnight-high", "", "false"]
    ),
    Row(
      what: "high contrast, and a theme for it",
      own: "choice: 'dark', theme: {'dark-high': 'bold-night'}",
      more: ", contrast: 'high'",
      shown: ["dark", "app", "bold-night", "5", "true"]
    ),
    Row(
      what: "a hold of the other style",
      own: "theme: {dark: 'night'}",
      hold: (.dark, nil),
      shown: ["dark", "hold", "night", "4", "true"]
    ),
    Row(
      what: "a held theme, and no own theme",
      own: "",
      hold: (.dark, "night"),
      shown: ["dark", "hold", "night", "4", "-"]
    ),
    Row(
      what: "a held theme, and an own theme",
      own: "theme: {dark: 'bold-night'}",
      hold: (.dark, "night"),
      shown: ["dark", "hold", "bold-night", "5", "true"]
    ),
    Row(
      what: "an inhibitor, and no own theme",
      own: "",
      isInhibited: true,
      shown: ["light", "choice", "dawn", "1", "-"]
    ),
    Row(
      what: "an inhibitor, and an own theme",
      own: "theme: {light: 'noon', dark: 'night'}",
      isInhibited: true,
      shown: ["light", "choice", "noon", "2", "true"]
    ),
    Row(
      what: "a lock on the desktop's key",
      own: "choice: 'dark', theme: {dark: 'night'}",
      locks: "theme.dark",
      shown: ["dark", "app", "bold-night", "5", "-"]
    ),
    Row(
      what: "a lock on all themes",
      own: "choice: 'dark', theme: {dark: 'night'}",
      locks: "theme.*",
      shown: ["dark", "app", "bold-night", "5", "-"]
    ),
    Row(
      what: "a lock on the application's key",
      own: "choice: 'dark', theme: {dark: 'night'}",
      locks: "app X theme.dark",
      shown: ["dark", "app", "bold-night", "5", "true"]
    ),
    Row(
      what: "a lock on another key",
      own: "choice: 'dark', theme: {dark: 'night'}",
      locks: "theme.light\napp Z theme.dark",
      shown: ["dark", "app", "night", "4", "true"]
    ),
    Row(
      what: "a lock on the choice",
      own: "choice: 'dark', theme: {dark: 'night', light: 'noon'}",
      locks: "choice",
      shown: ["light", "fallback", "noon", "2", "true"]
    ),
  ]

  @Test(
    "An application shows its own theme for the style and contrast, or else the desktop's theme",
    arguments: rows
  )
  func shown(row: Row) throws {
    let hold = row.hold.map {
      Hold(style: $0.style, theme: $0.theme, since: Self.now, end: .minute(60))
    }
    // Only rows with locks need the system's layer.
    let layers =
      row.locks.map { Layers.made([("{theme: {dark: 'bold-night'}}", $0)]) } ?? Layers()
    let set = "{\(Self.desktop)\(row.more), app: {X: {\(row.own)}}}"
    var keeper = try keeper(set, choice: row.choice, layers, hold: hold)
    if row.isInhibited { _ = keeper.handle(.inhibited(true), at: Self.now) }
    let appearance = keeper.snapshot(for: "X").appearance
    #expect(
      [
        appearance.style.rawValue, appearance.reason.rawValue, appearance.theme,
        appearance.themeDigest, appearance.isThemeOwn.map { "\($0)" } ?? "-",
      ] == row.shown
    )
    #expect(keeper.snapshot.appearance.isThemeOwn == nil, "the desktop has no theme of its own")
    #expect(keeper.snapshot(for: "Y").appearance.isThemeOwn == nil)
  }

  @Test("While a program inhibits changes, an application keeps its theme for the style in effect")
  func inhibited() throws {
    let set = "{\(Self.desktop), app: {X: {theme: {light: 'noon', dark: 'night'}}}}"
    var keeper = try keeper(set, choice: .system)
    _ = keeper.handle(.inhibited(true), at: Self.now)
    _ = keeper.handle(.desktop(DesktopReport(source: "gtk", style: .dark)), at: Self.now)
    #expect(keeper.snapshot.appearance.theme == "dawn")
    #expect(keeper.snapshot(for: "X").appearance.theme == "noon")
    _ = keeper.handle(.inhibited(false), at: Self.now)
    #expect(keeper.snapshot.appearance.theme == "dusk")
    #expect(keeper.snapshot(for: "X").appearance.theme == "night")
  }

  @Test("If the accent is `theme`, an application gets the accent of its own theme")
  func accent() throws {
    let set = "{\(Self.desktop), accent: 'theme', app: {X: {theme: {light: 'noon'}}}}"
    let keeper = try keeper(set)
    #expect(keeper.snapshot.appearance.accent == Accent(red: 0, green: 0, blue: 1))
    #expect(keeper.snapshot(for: "X").appearance.accent == Accent(red: 1, green: 0, blue: 0))
  }

  @Test(
    "An application's theme comes from nightctl, or else from a file, or else from the desktop"
  )
  func layers() throws {
    let user = "{app: {X: {theme: {light: 'noon', dark: 'dusk', 'dark-high': 'bold-night'}}}}"
    let keeper = try keeper(
      "{app: {X: {theme: {dark: 'night'}}}}",
      .made(
        user: user,
        [("{app: {X: {theme: {light: 'dawn'}}}, theme: {'light-high': 'dawn'}}", nil)]
      )
    )
    #expect(
      keeper.preferences.themes(of: "X") == [
        ThemeSlot(.light): "noon", ThemeSlot(.dark): "night",
        ThemeSlot(.dark, isHigh: true): "bold-night",
      ]
    )
    #expect(try keeper.preferences.text("theme.light-high", "X") == "\"dawn\"")
    #expect(try keeper.preferences.text("theme.dark", "Y") == "\"midnight\"")
  }

  // MARK: - Demands

  @Test("An application's theme and style are set in one commit, and the desktop does not change")
  func use() throws {
    var keeper = try keeper("{}")
    let before = keeper.snapshot
    let effects = ask(&keeper, .themeFor(try Self.fact("night"), application: "X"))
    #expect(
      summary(effects) == [
        "commit 1", "X:theme.dark \"night\" set", "X:choice \"dark\" set", "app X dark", "answer 1",
      ]
    )
    #expect(keeper.snapshot == before)
    #expect(
      keeper.durable.preferences.line
        == #"{"app":{"X":{"choice":"dark","theme":{"dark":"night"}}}}"#
    )
    // The theme has already been read for the request, so it takes effect at once.
    #expect(asks(&keeper, "X"))
    #expect(keeper.snapshot(for: "X").appearance.theme == "night")
    #expect(keeper.themeNames == ["night"])
    let again = ask(&keeper, .themeFor(try Self.fact("night"), application: "X"))
    #expect(again == [.answer(ReplyID(1), keeper.snapshot)], "nothing is written or announced")
  }

  @Test(
    "While the contrast is high, an application's new theme is stored as its high-contrast theme"
  )
  func useHigh() throws {
    var keeper = try keeper("{contrast: 'high'}")
    _ = ask(&keeper, .themeFor(try Self.fact("bold-night"), application: "X"))
    #expect(keeper.preferences.themes(of: "X") == [ThemeSlot(.dark, isHigh: true): "bold-night"])
    #expect(keeper.snapshot(for: "X").appearance.theme == "bold-night")
  }

  @Test("If an application's themes are removed, its choice and its other preferences stay")
  func remove() throws {
    var keeper = try keeper(
      "{app: {X: {choice: 'dark', width: 1, theme: {dark: 'night', light: 'noon'}}}}"
    )
    let effects = ask(&keeper, .noThemes(application: "X"))
    #expect(
      summary(effects) == [
        "commit 1", "X:theme.light \"daylight\" registered", "X:theme.dark \"midnight\" registered",
        "app X dark", "answer 1",
      ]
    )
    #expect(keeper.durable.preferences.line == #"{"app":{"X":{"choice":"dark","width":1}}}"#)
    #expect(keeper.snapshot(for: "X").appearance.isThemeOwn == nil)
    #expect(keeper.themeNames == [])
    #expect(ask(&keeper, .noThemes(application: "X")) == [.answer(ReplyID(1), keeper.snapshot)])
  }

  @Test("A lock also prevents changes of an application's themes")
  func locked() throws {
    for (locks, demand, why) in [
      (
        "theme.dark", Demand.themeFor(try Self.fact("night"), application: "X"), "theme.dark of “X”"
      ),
      ("theme", .themeFor(try Self.fact("night"), application: "X"), "theme.dark of “X”"),
      (
        "app X theme.dark", .themeFor(try Self.fact("night"), application: "X"), "theme.dark of “X”"
      ),
      ("choice", .themeFor(try Self.fact("night"), application: "X"), "choice of “X”"),
      ("app X choice", .themeFor(try Self.fact("night"), application: "X"), "choice of “X”"),
      ("theme.light-high", .noThemes(application: "X"), "theme.light-high of “X”"),
      (
        "theme.dark", .prefer(try edits("X:theme.dark = 'night'"), ifRevision: nil),
        "theme.dark of “X”"
      ),
      // If the whole dictionary could be written, the write would bypass the lock.
      (
        "theme.dark", .prefer(try edits("X:theme = {dark: 'night'}"), ifRevision: nil),
        "theme of “X”"
      ),
    ] {
      var keeper = try keeper("{}", .made([("{}", locks)]))
      #expect(
        ask(&keeper, demand) == [
          .refuse(ReplyID(1), .locked, "\(why) is locked by /etc/0/locks:1:1")
        ]
      )
      #expect(!keeper.isBusy)
    }
    var keeper = try keeper("{}", .made([("{}", "theme.light\napp Y theme")]))
    #expect(
      summary(ask(&keeper, .themeFor(try Self.fact("night"), application: "X"))).last == "answer 1"
    )
  }

  @Test("Invalid names of themes and applications are refused, and nothing is stored")
  func refused() throws {
    let theme = try Self.fact("night")
    for (demand, code) in [
      (Demand.themeFor(theme, application: "a\u{202E}b"), RefusalCode.invalidValue),
      (.prefer(try edits("X:theme.dark = 'a/b'"), ifRevision: nil), .invalidValue),
      (.prefer(try edits("X:theme.dark = 'follow'"), ifRevision: nil), .invalidValue),
      (.prefer(try edits("X:theme.dark = 5"), ifRevision: nil), .invalidValue),
      (.prefer(try edits("X:theme = {light: 'noon', dark: 5}"), ifRevision: nil), .invalidValue),
      (.prefer(try edits("X:theme = {dark: 'a\\u0001b'}"), ifRevision: nil), .invalidValue),
    ] {
      var keeper = try keeper("{}")
      guard case .refuse(_, code, _)? = ask(&keeper, demand).first else {
        Issue.record("\(demand) is not refused")
        continue
      }
      #expect(!keeper.isBusy)
    }
    var keeper = try keeper("{app: {X: {theme: 'blue'}}}")
    #expect(
      ask(&keeper, .themeFor(theme, application: "X")) == [
        .refuse(
          ReplyID(1),
          .invalidValue,
          "theme is set and is not a dictionary, so theme.dark cannot be set below it"
        )
      ]
    )
  }

  @Test("If the limit on preferences is reached, a new theme for an application is refused")
  func limit() throws {
    let names = (0..<PreferenceLimits.keys).map { "k\($0): 1" }.joined(separator: ", ")
    var keeper = try keeper("{app: {Y: {\(names)}}}")
    guard
      case .refuse(_, .limitExceeded, _)? =
        ask(&keeper, .themeFor(try Self.fact("night"), application: "X")).first
    else {
      Issue.record("the theme is not refused")
      return
    }
    #expect(keeper.preferences.themes(of: "X") == [:])
  }

  // MARK: - Announcements

  @Test("Each change of an application's theme is announced once, and only for that application")
  func announced() throws {
    var keeper = try keeper("{app: {X: {theme: {dark: 'night'}}}}")
    func told(_ words: String...) throws -> [String] {
      let edits = try words.flatMap { try NightCoreTests.edits($0) }
      return summary(ask(&keeper, .prefer(edits, ifRevision: nil)))
    }
    #expect(
      try told("X:theme.dark = 'dusk'", "X:theme.light = 'noon'", "X:choice = 'dark'") == [
        "commit 1", "X:theme.dark \"dusk\" set", "X:theme.light \"noon\" set",
        "X:choice \"dark\" set", "app X dark", "answer 1",
      ]
    )
    #expect(
      try told("X:theme = {light: 'dawn'}") == [
        "commit 1", "X:theme.light \"dawn\" set", "X:theme.dark \"midnight\" registered",
        "app X dark", "answer 1",
      ]
    )
    // `theme` itself counts as a key only if the dictionary has names other than those of the theme
    // slots.
    #expect(
      try told("X:theme.font = 'a'") == [
        "commit 1", "X:theme.font \"a\" set", "X:theme {\"font\":\"a\",\"light\":\"dawn\"} set",
        "answer 1",
      ]
    )
    #expect(
      try told("X:") == [
        "commit 1", "X:choice \"follow\" registered", "X:theme.light \"daylight\" registered",
        "X:theme - -", "app X follow", "answer 1",
      ]
    )
    let file = Layers.made(user: "{app: {X: {theme: {dark: 'night'}}}}")
    #expect(
      summary(keeper.handle(.layers(file), at: Self.now)) == [
        "X:theme.dark \"night\" user", "app X follow",
      ]
    )
    // A change of the desktop's theme is not announced as a change of an application's own theme.
    #expect(try told("theme.light = 'noon'").allSatisfy { !$0.hasPrefix("app") })
  }

  @Test(
    "An edit of an application's theme file is announced, but the first reading of the file is not"
  )
  func edited() throws {
    var keeper = try keeper("{app: {X: {theme: {dark: 'night'}}, Y: {theme: {dark: 'dusk'}}}}")
    #expect(keeper.themeNames == ["night"], "the theme of Y is not read, because Y has not asked")
    let edit = ThemeStatus.known(ThemeFact(name: "night", style: .dark, digest: "9", accent: nil))
    let serial = keeper.snapshot.serial
    #expect(
      keeper.handle(.themes(["night": edit]), at: Self.now) == [.applicationChanged("X", .follow)]
    )
    #expect(keeper.handle(.themes(["night": edit]), at: Self.now) == [])
    #expect(
      keeper.handle(.themes(["night": .unavailable]), at: Self.now) == [
        .applicationChanged("X", .follow)
      ]
    )
    #expect(keeper.snapshot.serial == serial, "the desktop does not change")
    #expect(!asks(&keeper, "Y"))
    #expect(keeper.themeNames == ["night", "dusk"])
    let first = Self.statuses(["dusk"])
    #expect(keeper.handle(.themes(first), at: Self.now) == [])
  }

  @Test(
    "If an application asks for a theme that is not read yet, it is notified when the theme is read"
  )
  func early() throws {
    var keeper = try keeper("{app: {Y: {theme: {light: 'noon', dark: 'gone'}}}}")
    #expect(!asks(&keeper, "Y"))
    #expect(!asks(&keeper, "Y", isLast: true))
    #expect(keeper.snapshot(for: "Y").appearance.theme == "daylight")
    #expect(keeper.handle(.themes(Self.statuses(["gone"])), at: Self.now) == [])
    #expect(
      keeper.handle(.themes(Self.statuses(["noon"])), at: Self.now) == [
        .applicationChanged("Y", .follow)
      ]
    )
    #expect(keeper.snapshot(for: "Y").appearance.theme == "noon")
  }

  @Test(
    "Setting or removing an application's theme is announced even if the shown theme stays the same"
  )
  func sameName() throws {
    var keeper = try keeper("{theme: {dark: 'night'}}")
    let set = ask(&keeper, .themeFor(try Self.fact("night"), application: "X"))
    #expect(set.contains(.applicationChanged("X", .dark)))
    let own = ask(&keeper, .prefer(try edits("Y:theme.dark = 'night'"), ifRevision: nil))
    #expect(own.contains(.applicationChanged("Y", .follow)))
    let removed = ask(&keeper, .prefer(try edits("Y:theme.dark"), ifRevision: nil))
    #expect(removed.contains(.applicationChanged("Y", .follow)))
    let file = Layers.made(user: "{app: {Z: {theme: {dark: 'night'}}}}")
    #expect(keeper.handle(.layers(file), at: Self.now) == [.applicationChanged("Z", .follow)])
  }

  @Test(
    "If many applications ask for themes at the same time, nightd reads the themes of all of them"
  )
  func manyAtOnce() throws {
    let names = (0..<100).map { "app-\($0)" }
    let sections = names.map { "'\($0)': {theme: {light: 'noon'}}" }.joined(separator: ", ")
    let intent = try intent("{app: {\(sections)}}", choice: .light)
    var keeper = Keeper(intent, Layers(), at: Self.now, surroundings: { Surroundings(zone: .utc) })
    {
      _ in [:]
    }
    for name in names { #expect(!asks(&keeper, name)) }
    _ = keeper.handle(.themes(Self.statuses(keeper.themeNames)), at: Self.now)
    for name in names {
      #expect(asks(&keeper, name, isLast: true))
      #expect(keeper.snapshot(for: name).appearance.theme == "noon")
    }
  }

  @Test("If an application's theme is waiting to be stored, another commit does not discard it")
  func upcoming() throws {
    var keeper = try keeper("{}")
    let other = keeper.handle(
      .asked(.prefer(try edits("fade = 5"), ifRevision: nil), ReplyID(1)),
      at: Self.now
    )
    _ = keeper.handle(
      .asked(.themeFor(try Self.fact("night"), application: "X"), ReplyID(2)),
      at: Self.now
    )
    guard case .commit(let first)? = other.first else {
      Issue.record("there is no commit")
      return
    }
    let next = keeper.succeed(first, at: Self.now)
    guard
      case .commit(let second)? = next.first(where: { if case .commit = $0 { true } else { false } }
      )
    else {
      Issue.record("there is no second commit")
      return
    }
    _ = keeper.succeed(second, at: Self.now)
    #expect(keeper.snapshot(for: "X").appearance.theme == "night")
    #expect(asks(&keeper, "X"))
  }

  @Test("The Keeper follows only the themes of the 64 applications that asked most recently")
  func most() throws {
    let sections = (0..<70).map { "A\($0): {theme: {dark: 't\($0)'}}" }.joined(separator: ", ")
    var keeper = try keeper("{app: {\(sections)}}")
    for number in 0..<70 { read(&keeper, for: "A\(number)") }
    #expect(keeper.themeNames == Set((6..<70).map { "t\($0)" }))
    _ = keeper.noteAsking("A6")
    read(&keeper, for: "A0")
    #expect(keeper.themeNames.contains("t6") && !keeper.themeNames.contains("t7"))
    #expect(keeper.applicationThemes.count == 70)
  }

  @Test("Applications' names are compared by bytes, so no application gets another one's theme")
  func bytes() throws {
    let keeper = try keeper("{app: {'\u{E9}': {theme: {light: 'noon'}}, 'e\u{301}': {}}}")
    #expect(keeper.preferences.themes(of: "\u{E9}").count == 1)
    #expect(keeper.preferences.themes(of: "e\u{301}").isEmpty)
  }

  // MARK: - Findings

  @Test("An invalid theme of an application in a config file is reported with its position")
  func findings() throws {
    let layers = Layers.made(
      user: "{app: {X: {theme: {\n  dark: 'a/b',\n  light: 'noon', font: 3}}}}"
    )
    let found = Preferences(try intent(), layers).findings
    #expect(found.map(\.place) == ["\(Layers.userPath):2:9"])
    #expect(found.first?.key?.name == "theme.dark")
    #expect(found.first?.message.contains("a theme's name") == true)
  }
}
