import NightCore
import NightTime
import NightValues
import Testing

@Suite("What nightd wrote itself comes back")
struct KeeperEchoTests {
  private static func report(_ style: Style?, _ source: String = "gtk") -> DesktopReport {
    DesktopReport(source: source, style: style)
  }

  /// A story of what happens second by second: `set STYLE`, `write STYLE`, `back` (what stood before
  /// is written) and `told STYLE`; answers the style, who speaks in between, and what is mirrored again.
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
        effects = keeper.handle(.mirroring(echo), at: now)
      case "told": effects = keeper.handle(.desktop(report(style, source)), at: now)
      default:
        now = now.adding(microseconds: 10_000_000)
        effects = []
      }
      if effects.contains(.mirrorAgain) { told.append("again") }
      while let edits = effects.compactMap({ effect -> [IntentEdit]? in
        guard case .commit(let edits) = effect else { return nil }
        return edits
      }).first {
        if words[0] == "told" { told.append("\(line): spoken") }
        effects = keeper.succeed(edits, at: now)
      }
    }
    return (keeper, told)
  }

  @Test(
    "an echo is nobody's word, and a person's word is no echo",
    arguments: [
      // In order.
      (["set dark", "write dark", "told dark"], .dark, []),
      // It moved on meanwhile.
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
      // Each write excuses one.
      (
        ["set dark", "write dark", "set light", "told dark", "told light", "told dark"], .dark,
        ["again", "told dark: spoken"]
      ),
      // Nothing was written.
      (["told dark"], .dark, ["told dark: spoken"]),
      (["set dark", "write dark", "told dark", "told light"], .light, ["told light: spoken"]),
      // What it says already is not told again, and so excuses nothing.
      (
        ["told dark", "write dark", "told light", "write light", "told dark", "write dark"], .dark,
        ["told dark: spoken", "told light: spoken", "told dark: spoken"]
      ),
      // Too late.
      (
        ["set dark", "write dark", "set light", "pause", "told dark"], .dark, ["told dark: spoken"]
      ),
      // What stood before is anything.
      (["set dark", "write dark", "told dark", "back", "told light"], .dark, ["again"]),
      (["set dark", "write dark", "told dark", "back", "told none"], .dark, ["again"]),
    ] as [([String], Style, [String])]
  )
  func stories(story: [String], style: Style, told: [String]) {
    let played = Self.play(story)
    #expect(played.keeper.standing.appearance.style == style)
    #expect(played.told == told)
    #expect(!played.keeper.isSwitchIgnored)
  }

  @Test("a source with settings of its own echoes nothing")
  func others() {
    let played = Self.play(["set dark", "write dark", "set light", "told dark"], source: "kde")
    #expect(played.told == ["told dark: spoken"])
  }

  @Test("flips that come back late in any number are no conflict")
  func flips() {
    var story: [String] = []
    for _ in 0..<100 {
      story += ["set dark", "write dark", "set light", "told dark", "write light", "told light"]
    }
    let played = Self.play(story, step: 1_000)
    #expect(!played.keeper.isSwitchIgnored)
    #expect(Set(played.told) == ["again"])
    #expect(played.keeper.standing.appearance.style == .light)
  }

  @Test("A hold over the desktop outlives what nightd writes for it, but not a person's word")
  func hold() {
    let story = ["told dark", "hold light", "write light", "told light"]
    let held = Self.play(story, choice: .system)
    #expect(held.keeper.standing.appearance.reason == .hold)
    #expect(held.keeper.desktop?.style == .dark)
    let ended = Self.play(story + ["told dark"], choice: .system)
    #expect(ended.keeper.standing.appearance.reason == .system)
    #expect(ended.keeper.durable.hold == nil)
  }
}
