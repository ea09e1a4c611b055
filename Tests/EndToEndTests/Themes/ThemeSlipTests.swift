import TestSupport
import Testing

/// Suggestions for misspelt theme names.
@Suite("Misspelt theme names")
struct ThemeSlipTests {
  @Test(
    "If a theme's name differs only in case from the given name, it is suggested before other names"
  )
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

  @Test("If an unknown theme's name is the name of a family, the error lists the family's themes")
  func family() throws {
    let home = try ThemeHome()
    for name in ["sea-dark", "sea-light", "seal"] {
      try home.put("{style: 'dark'}", "\(name).json5")
    }
    #expect(
      try home.theme("export", "Sea").errors
        == "nightctl: there is no theme “Sea”; “sea-dark”, “sea-light” exist: choose one for each "
        + "style with nightctl theme use --light NAME --dark NAME\n"
    )
  }

  @Test("If a file's name is nearly that of an unknown theme, the error mentions the file")
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
