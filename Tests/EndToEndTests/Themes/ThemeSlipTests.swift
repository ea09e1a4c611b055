import TestSupport
import Testing

/// Suggestions for a misspelt theme name.
@Suite("Misspelt theme names")
struct ThemeSlipTests {
  @Test("Names that differ only in case are suggested before any other name")
  func size() throws {
    let home = try ThemeHome()
    for name in ["NIGHT", "Night"] { try home.put("{style: 'dark'}", "\(name).json5") }
    let finished = try home.nightctl(["set", "night"])
    #expect(finished.exit == .exited(2))
    #expect(finished.errors.contains("; did you mean “NIGHT” or “Night”?"), "\(finished.errors)")
    #expect(
      try home.theme("export", "night").errors
        == "nightctl: there is no theme “night”; did you mean “NIGHT” or “Night”?\n"
    )
  }

  @Test("An error about an unknown theme names a file whose name is nearly that of the theme")
  func stray() throws {
    let home = try ThemeHome()
    try home.put("{}", "lagoon.json")
    let finished = try home.nightctl(["set", "lagoon"])
    #expect(finished.exit == .exited(2))
    #expect(
      finished.errors.contains("; \(home.path("lagoon.json")) is ignored: a theme's file")
    )
  }
}
