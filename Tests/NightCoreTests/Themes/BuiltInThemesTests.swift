import NightCore
import Testing

@Suite("The themes that are built in")
struct BuiltInThemesTests {
  @Test("each can be used, and nothing about it is to be mended", arguments: BuiltInThemes.names)
  func whole(name: String) throws {
    let shelf = ThemeShelf([:])
    let theme = try #require(shelf.theme(name))
    #expect(shelf.line(name).findings == [])
    let fact = try #require(BuiltInThemes.fact(name))
    #expect(fact == ThemeFact(theme))
    #expect(ThemeCheck.pairs(theme).filter { $0.contrast < ThemeCheck.leastContrast } == [])
    #expect(ThemeName.flaw(name) == nil)
  }

  @Test("a theme of high contrast has it", arguments: ["daylight-high", "midnight-high"])
  func high(name: String) throws {
    let theme = try #require(ThemeShelf([:]).theme(name))
    // WCAG 2 asks for 7 in its highest grade.
    #expect(ThemeCheck.pairs(theme).allSatisfy { $0.contrast >= 7 })
  }

  @Test("each slot has one of its style", arguments: ThemeSlot.all)
  func slots(slot: ThemeSlot) {
    let fact = BuiltInThemes.fact(slot)
    #expect(fact.style == slot.style)
    #expect(fact.name == BuiltInThemes.registered(slot))
  }
}
