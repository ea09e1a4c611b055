import TestSupport
import Testing

/// What is offered for a theme's name that is nearly one.
@Suite("Slips in themes' names")
struct ThemeSlipTests {
  @Test("names that differ in the size of letters alone are offered before any other")
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

  @Test("a file that is nearly called so is named")
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
