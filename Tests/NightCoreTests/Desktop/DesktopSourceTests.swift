import NightCore
import NightValues
import Testing

@Suite("Who tells the desktop's own settings") struct DesktopSourceTests {
  private static func names(_ names: [String]) -> [String]? {
    DesktopSource.names(names.map(PreferenceValue.string))
  }

  @Test(
    "names of backends and the program are taken in their order",
    arguments: [[], ["gsettings"], ["kde", "gtk"], ["a-b_c9", "X"], DesktopSource.registered]
  )
  func taken(names: [String]) { #expect(Self.names(names) == names) }

  @Test(
    "nightd's own answer, what is no part of a name, one name twice and too many are refused",
    arguments: [
      ["nightd"], ["kde", "nightd"], [""], ["9gtk"], ["g.tk"], ["g tk"], ["gt\u{e9}"], ["gtk\0"],
      [String(repeating: "a", count: 65)], ["gtk", "kde", "gtk"], (0...32).map { "s\($0)" },
    ]
  )
  func refused(names: [String]) throws {
    #expect(Self.names(names) == nil)
    // Nobody is asked by halves: those that are registered serve.
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let layers = Layers.made(user: "{system: {sources: [\(list)]}}")
    #expect(Preferences(Intent(), layers).sources == DesktopSource.registered)
  }

  @Test("what is no name is refused too")
  func types() {
    #expect(DesktopSource.names([.integer(1)]) == nil)
    #expect(DesktopSource.names([.string("gtk"), .bool(true)]) == nil)
  }
}
