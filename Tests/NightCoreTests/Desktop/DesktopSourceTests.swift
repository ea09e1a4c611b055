import NightCore
import Testing

@Suite("Sources of the desktop's settings") struct DesktopSourceTests {
  private static func names(_ names: [String]) -> [String]? {
    DesktopSource.names(names.map(PreferenceValue.string))
  }

  @Test(
    "The list of desktop sources keeps valid names in their order",
    arguments: [[], ["gsettings"], ["kde", "gtk"], ["a-b_c9", "X"], DesktopSource.registered]
  )
  func taken(names: [String]) { #expect(Self.names(names) == names) }

  @Test(
    "The list of desktop sources rejects nightd, invalid names, duplicates and too many names",
    arguments: [
      ["nightd"], ["kde", "nightd"], [""], ["9gtk"], ["g.tk"], ["g tk"], ["gt\u{e9}"], ["gtk\0"],
      [String(repeating: "a", count: 65)], ["gtk", "kde", "gtk"], (0...32).map { "s\($0)" },
    ]
  )
  func refused(names: [String]) throws {
    #expect(Self.names(names) == nil)
    // One invalid name makes nightd ignore the whole list and use the registered sources.
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let layers = Layers.made(user: "{system: {sources: [\(list)]}}")
    #expect(Preferences(Intent(), layers).sources == DesktopSource.registered)
  }

  @Test("The list of desktop sources rejects values that are not strings")
  func types() {
    #expect(DesktopSource.names([.integer(1)]) == nil)
    #expect(DesktopSource.names([.string("gtk"), .bool(true)]) == nil)
  }
}
