import NightCore
import Testing

@Suite("Keeper: appearance")
struct KeeperAppearanceTests {
  @Test(
    "If light or dark is chosen, the style is the chosen one, with its built-in theme",
    arguments: [Choice.light, .dark]
  )
  func fixed(choice: Choice) {
    let snapshot = Keeper(.chosen(choice, since: .minute(1)), at: .minute(9)).snapshot
    #expect(snapshot.serial == 1)
    #expect(snapshot.appearance.style.rawValue == choice.rawValue)
    #expect(snapshot.appearance.theme == (choice == .light ? "daylight" : "midnight"))
    #expect(snapshot.appearance.themeDigest == "")
    #expect(snapshot.appearance.choice == choice)
    #expect(snapshot.appearance.isChosen)
    #expect(snapshot.appearance.reason == .choice)
    #expect(snapshot.appearance.since == .minute(1))
    #expect(snapshot.appearance.next == nil)
  }

  @Test("If no desktop answers, the choice “system” falls back to light")
  func unanswered() {
    let snapshot = Keeper(.chosen(.system, since: .minute(1)), at: .minute(9)).snapshot
    let expected = Appearance(
      style: .light,
      choice: .system,
      isChosen: true,
      reason: .fallback,
      since: .minute(1)
    )
    #expect(snapshot == Snapshot(serial: 1, appearance: expected))
  }

  @Test(
    "If nobody has chosen a style, the style is light from the start, and its reason is `fallback`"
  )
  func nobodyChose() {
    let expected = Appearance(
      style: .light,
      choice: .system,
      isChosen: false,
      reason: .fallback,
      since: .minute(9)
    )
    #expect(Keeper(Intent(), at: .minute(9)).snapshot == .init(serial: 1, appearance: expected))
  }

  @Test("If `system` is chosen while the fallback is in effect, the style keeps its start time")
  func fallbackGoesOn() {
    var keeper = Keeper(Intent(), at: .minute(0))
    let effects = keeper.handle(.found(.chosen(.system, since: .minute(5))), at: .minute(6))
    #expect(effects == [.propertiesChanged([.appearance])])
    #expect(keeper.snapshot.appearance.since == .minute(0))
    #expect(keeper.snapshot.appearance.isChosen)
  }

  @Test("Properties of the style have the same names in the Keeper as on the bus")
  func names() {
    let names = StyleProperty.allCases.map(\.rawValue)
    #expect(names == ["Style", "Choice", "Theme", "Serial", "Appearance"])
  }
}
