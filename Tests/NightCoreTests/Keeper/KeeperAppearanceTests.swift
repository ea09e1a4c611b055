import NightCore
import NightValues
import Testing

@Suite("Keeper: appearance")
struct KeeperAppearanceTests {
  @Test("A fixed choice gives its style and theme", arguments: [Choice.light, .dark])
  func fixed(choice: Choice) {
    let standing = Keeper(.chosen(choice, since: .minute(1)), at: .minute(9)).standing
    #expect(standing.serial == 1)
    #expect(standing.appearance.style.rawValue == choice.rawValue)
    #expect(standing.appearance.theme == (choice == .light ? "daylight" : "midnight"))
    #expect(standing.appearance.themeDigest == "")
    #expect(standing.appearance.choice == choice)
    #expect(standing.appearance.isChosen)
    #expect(standing.appearance.reason == .choice)
    #expect(standing.appearance.since == .minute(1))
    #expect(standing.appearance.next == nil)
  }

  @Test("The choice “system” falls back to light if no desktop answers")
  func unanswered() {
    let standing = Keeper(.chosen(.system, since: .minute(1)), at: .minute(9)).standing
    let expected = Appearance(
      style: .light,
      choice: .system,
      isChosen: true,
      reason: .fallback,
      since: .minute(1)
    )
    #expect(standing == Standing(serial: 1, appearance: expected))
  }

  @Test("Without a choice the style falls back to light since the start, unchosen")
  func nobodyChose() {
    let expected = Appearance(
      style: .light,
      choice: .system,
      isChosen: false,
      reason: .fallback,
      since: .minute(9)
    )
    #expect(Keeper(Intent(), at: .minute(9)).standing == .init(serial: 1, appearance: expected))
  }

  @Test("A fallback keeps its start time if only the choice changes")
  func fallbackGoesOn() {
    var keeper = Keeper(Intent(), at: .minute(0))
    let effects = keeper.handle(.found(.chosen(.system, since: .minute(5))), at: .minute(6))
    #expect(effects == [.propertiesChanged([.appearance])])
    #expect(keeper.standing.appearance.since == .minute(0))
    #expect(keeper.standing.appearance.isChosen)
  }

  @Test("The style's properties have the same names as on the bus")
  func names() {
    let names = StyleProperty.allCases.map(\.rawValue)
    #expect(names == ["Style", "Choice", "Theme", "Serial", "Appearance"])
  }
}
