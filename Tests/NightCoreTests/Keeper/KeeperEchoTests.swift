import NightCore
import Testing

@Suite("Keeper: echoes of nightd's writes")
struct KeeperEchoTests {
  private static func report(_ style: Style?, _ source: String = "gtk") -> DesktopReport {
    DesktopReport(source: source, style: style)
  }

  /// Runs the events of a test.
  ///
  /// The events are `set STYLE`, `hold STYLE`, `write STYLE` (nightd writes the style), `back`
  /// (nightd restores the former value), `programs-write STYLE` (nightctl writes the style to
  /// settings other than GNOME's), `not-written STYLE` (nightctl did not write it), `told STYLE`
  /// (the desktop sends the style), `programs NAME` (the user switches a program on), `shown STYLE`
  /// (a shell shows the style), `silent`, `silent-early` and `none` (the other answers of programs),
  /// `slow` (three seconds) and `pause`.
  /// Returns the Keeper, and each message that the Keeper took for a user's change or that made
  /// nightd write again.
  private static func play(
    _ story: [String],
    source: String = "gtk",
    choice: Choice = .light,
    step: Int64 = 100_000
  ) -> (keeper: Keeper, told: [String]) {
    var keeper = Keeper(.chosen(choice), at: .minute(0), surroundings: { Surroundings(zone: .utc) })
    var now = Instant.minute(1)
    _ = keeper.handle(.desktop(report(.light, source)), at: now)
    var told: [String] = []
    for line in story {
      now = now.adding(microseconds: step)
      let words = line.split(separator: " ").map(String.init)
      let style = words.last.flatMap(Style.init)
      var effects: [Effect]
      switch words[0] {
      case "set":
        effects = keeper.handle(.asked(.style(style ?? .light), ReplyID(1)), at: now)
      case "hold":
        let demand = Demand.style(style ?? .light, until: .seconds(3_600))
        effects = keeper.handle(.asked(demand, ReplyID(1)), at: now)
      case "write", "back":
        let echo =
          words.last.flatMap(DesktopWord.init(rawValue:)).map(DesktopMemory.Echo.word) ?? .before
        effects = keeper.handle(.gnomeWrite(echo), at: now)
      case "programs":
        let key = PreferenceKey(known: PreferenceTable.programs)
        let edit = PreferenceEdit(key, .array(words.dropFirst().map { .string($0) }))
        effects = keeper.handle(.asked(.prefer([edit], ifRevision: nil), ReplyID(1)), at: now)
      case "programs-write":
        effects = keeper.handle(.programsWrite(.word(style == .dark ? .dark : .light)), at: now)
      case "not-written":
        let echo = DesktopMemory.Echo.word(style == .dark ? .dark : .light)
        effects = keeper.handle(.programsNotWritten(echo), at: now)
      case "hooks":
        let styles = words.dropFirst().compactMap(Style.init)
        effects = keeper.handle(.hooks(styles), at: now)
      case "shown": effects = keeper.handle(.programsAnswered(.shown(style ?? .light)), at: now)
      case "silent": effects = keeper.handle(.programsAnswered(.silent(areTold: true)), at: now)
      case "silent-early":
        effects = keeper.handle(.programsAnswered(.silent(areTold: false)), at: now)
      case "none": effects = keeper.handle(.programsAnswered(.none), at: now)
      case "slow":
        now = now.adding(microseconds: 3_000_000)
        effects = []
      case "told": effects = keeper.handle(.desktop(report(style, source)), at: now)
      default:
        now = now.adding(microseconds: 10_000_000)
        effects = []
      }
      if effects.contains(.writeGnomeAgain) { told.append("again") }
      if effects.contains(.askPrograms) {
        told.append("asked")
        #expect(keeper.isInDoubt)
      }
      while let edits = effects.compactMap({ effect -> [IntentEdit]? in
        guard case .commit(let edits) = effect else { return nil }
        return edits
      }).first {
        if !["set", "hold", "programs"].contains(words[0]) { told.append("\(line): spoken") }
        effects = keeper.succeed(edits, at: now)
      }
    }
    return (keeper, told)
  }

  @Test(
    "If a hook sets the desktop's switch to the style that it got, this is not a person's choice",
    arguments: ["gtk", "gsettings", "kde"],
    [
      // darkman's hooks set the switch to the style with which they were started, but the style has
      // changed meanwhile.
      (["set dark", "hooks dark", "set light", "told dark"], ["again"]),
      (["set dark", "hooks dark", "told dark"], []),
      // The user moves the switch to a style with which no hook was started.
      (["set dark", "hooks dark", "told dark", "told light"], ["told light: spoken"]),
      // The hooks have already ended.
      (
        ["set dark", "hooks dark", "set light", "told dark", "hooks", "told light", "told dark"],
        ["again", "told dark: spoken"]
      ),
    ]
  )
  func hooks(_ source: String, _ told: (story: [String], expected: [String])) {
    #expect(Self.play(told.story, source: source).told == told.expected)
  }

  @Test(
    "If it is unclear who wrote a style, nightd asks the desktop shells which style they show",
    arguments: [
      // The shell noctalia writes the style that nightctl told it, after the user has chosen
      // another.
      (
        ["programs noctalia", "set dark", "set light", "told dark", "shown light"],
        ["asked", "again"]
      ),
      (["set dark", "set light", "told dark"], ["told dark: spoken"]),
      // A person uses the shell's switch after both styles were reported: nightd wrote both itself.
      (
        [
          "programs noctalia", "set dark", "write dark", "told dark", "set light", "write light",
          "told light", "told dark", "shown dark",
        ],
        ["asked", "shown dark: spoken"]
      ),
      // The shell writes both styles late, or only the second one.
      (
        [
          "programs noctalia", "set dark", "write dark", "told dark", "set light", "write light",
          "told light", "slow", "told dark", "shown light", "told light",
        ],
        ["asked", "again"]
      ),
      (
        [
          "programs noctalia", "set dark", "write dark", "told dark", "set light", "write light",
          "told light", "slow", "told light",
        ],
        []
      ),
      // The shell's second report comes before the answer, so the first was no person's.
      (
        [
          "programs noctalia", "set dark", "set light", "told dark", "told light", "shown dark",
        ],
        ["asked"]
      ),
      // The user chooses a style before the answer.
      (
        ["programs noctalia", "set dark", "set light", "told dark", "set light", "shown dark"],
        ["asked", "again"]
      ),
      (
        ["programs noctalia", "set dark", "set light", "told dark", "set dark", "shown light"],
        ["asked"]
      ),
      // No program answers: a program that knows the style in effect does not write another one.
      (
        ["programs end-4", "set dark", "set light", "told dark", "silent"],
        ["asked", "silent: spoken"]
      ),
      (
        ["programs end-4", "set dark", "set light", "told dark", "silent-early"],
        ["asked", "again"]
      ),
      (
        ["programs kitty", "set dark", "set light", "told dark", "none"],
        ["asked", "none: spoken"]
      ),
      // Nobody asked, so an answer decides nothing.
      (["programs noctalia", "set dark", "told dark", "shown light"], []),
      // Two clicks: nightd tells the shell the first one too.
      (
        [
          "programs noctalia", "set dark", "set light", "told dark", "shown dark", "told light",
          "shown light",
        ],
        ["asked", "shown dark: spoken", "asked", "shown light: spoken"]
      ),
      // The shell writes the style of a click again, because nightd has told it that style.
      (
        [
          "programs noctalia", "told dark", "set light", "write light", "told light", "told dark",
          "shown light",
        ],
        ["told dark: spoken", "asked", "again"]
      ),
      // The program writes each style only once.
      (
        ["programs noctalia", "set dark", "set light", "told dark", "told light", "told dark"],
        ["asked", "told dark: spoken"]
      ),
      // After a person's flip, and after some time, each flip is a person's.
      (
        ["programs noctalia", "set dark", "told dark", "told light", "told dark"],
        ["told light: spoken", "told dark: spoken"]
      ),
      (
        ["programs noctalia", "set dark", "told dark", "set light", "pause", "told dark"],
        []
      ),
      (
        ["programs noctalia", "set dark", "set light", "told light", "pause", "told dark"],
        ["told dark: spoken"]
      ),
    ]
  )
  func programs(_ story: [String], _ told: [String]) {
    #expect(Self.play(story).told == told)
  }

  @Test(
    "An echo of nightd's own write changes nothing, but a person's flip of the switch does",
    arguments: [
      // The echo of nightd's write arrives before the next event.
      (["set dark", "write dark", "told dark"], .dark, []),
      // The style changes again before the echo of nightd's write arrives.
      (["set dark", "write dark", "set light", "told dark"], .light, ["again"]),
      (
        ["set dark", "write dark", "set light", "write light", "told dark", "told light"], .light,
        ["again"]
      ),
      (
        [
          "set dark", "write dark", "set light", "write light", "set dark", "told dark",
          "told light",
        ],
        .dark, ["again"]
      ),
      // Each write by nightd accounts for only one echo (the desktop's message about the write).
      (
        ["set dark", "write dark", "set light", "told dark", "told light", "told dark"], .dark,
        ["again", "told dark: spoken"]
      ),
      // Here nightd wrote nothing, so this message cannot be an echo.
      (["told dark"], .dark, ["told dark: spoken"]),
      (["set dark", "write dark", "told dark", "told light"], .light, ["told light: spoken"]),
      // nightd writes the value that the desktop already has, so there is no echo.
      (
        ["told dark", "write dark", "told light", "write light", "told dark", "write dark"], .dark,
        ["told dark: spoken", "told light: spoken", "told dark: spoken"]
      ),
      // The message comes too late to count as an echo.
      (
        ["set dark", "write dark", "set light", "pause", "told dark"], .dark, ["told dark: spoken"]
      ),
      // The former value, which nightd restores, can be any value.
      (["set dark", "write dark", "told dark", "back", "told light"], .dark, ["again"]),
      (["set dark", "write dark", "told dark", "back", "told none"], .dark, ["again"]),
    ] as [([String], Style, [String])]
  )
  func stories(story: [String], style: Style, told: [String]) {
    let played = Self.play(story)
    #expect(played.keeper.snapshot.appearance.style == style)
    #expect(played.told == told)
    #expect(!played.keeper.isSwitchIgnored)
  }

  @Test("A report from a source that nightd does not write to is never an echo")
  func others() {
    let played = Self.play(["set dark", "write dark", "set light", "told dark"], source: "kde")
    #expect(played.told == ["told dark: spoken"])
  }

  @Test(
    "One report of nightctl's write to KDE is an echo, and every other report is a person's choice",
    arguments: [
      (["set dark", "programs-write dark", "told dark"], .dark, []),
      (["set dark", "programs-write dark", "set light", "told dark"], .light, ["again"]),
      (
        ["set dark", "programs-write dark", "told dark", "told light", "told dark"], .dark,
        ["told light: spoken", "told dark: spoken"]
      ),
      // nightctl wrote nothing, so the next report is a person's choice.
      (
        ["set dark", "programs-write dark", "not-written dark", "set light", "told dark"], .dark,
        ["told dark: spoken"]
      ),
      // nightctl writes what the desktop already has, so no echo is expected.
      (
        ["told dark", "programs-write dark", "told light", "programs-write light", "told dark"],
        .dark, ["told dark: spoken", "told light: spoken", "told dark: spoken"]
      ),
    ] as [([String], Style, [String])]
  )
  func withPrograms(story: [String], style: Style, told: [String]) {
    for source in DesktopSource.withPrograms {
      let played = Self.play(story, source: source)
      #expect(played.keeper.snapshot.appearance.style == style)
      #expect(played.told == told)
    }
  }

  @Test("If a desktop reports light as “no preference”, nightd recognises this report as an echo")
  func noPreference() {
    let played = Self.play(
      [
        "set dark", "programs-write dark", "told dark", "set light", "programs-write light",
        "set dark", "told none", "programs-write dark", "told dark",
      ],
      source: "pantheon"
    )
    #expect(played.keeper.snapshot.appearance.style == .dark)
    #expect(played.told == ["again"])
  }

  @Test("If a hundred echoes of nightd's writes arrive late, this is not treated as a conflict")
  func flips() {
    var story: [String] = []
    for _ in 0..<100 {
      story += ["set dark", "write dark", "set light", "told dark", "write light", "told light"]
    }
    let played = Self.play(story, step: 1_000)
    #expect(!played.keeper.isSwitchIgnored)
    #expect(Set(played.told) == ["again"])
    #expect(played.keeper.snapshot.appearance.style == .light)
  }

  @Test("With the choice “system”, an echo does not end a hold, but a person's flip ends it")
  func hold() {
    let story = ["told dark", "hold light", "write light", "told light"]
    let held = Self.play(story, choice: .system)
    #expect(held.keeper.snapshot.appearance.reason == .hold)
    #expect(held.keeper.desktop?.style == .dark)
    let ended = Self.play(story + ["told dark"], choice: .system)
    #expect(ended.keeper.snapshot.appearance.reason == .system)
    #expect(ended.keeper.durable.hold == nil)
  }
}
