import NightCore
import Testing

@testable import nightctl

@Suite struct ChangeEnvironmentTests {
  static func snapshot(_ style: Style, serial: UInt64 = 7) -> Snapshot {
    var appearance = Appearance.blank
    appearance.style = style
    appearance.theme = style.builtInTheme
    appearance.reason = .schedule
    return Snapshot(serial: serial, appearance: appearance)
  }

  @Test("The variables of a change contain the style, the previous style and each role's colour")
  func all() {
    var snapshot = Self.snapshot(.dark)
    snapshot.appearance.isHighContrast = true
    snapshot.appearance.accent = Accent(red: 1, green: 0.5, blue: 0)
    let change = ChangeEnvironment(
      snapshot: snapshot,
      colors: [
        ("surface", Color(red: 0, green: 0, blue: 0)),
        ("onSurface", Color(red: 1, green: 1, blue: 1)),
        ("shadow", Color(red: 0, green: 0, blue: 0, alpha: 0.2)),
      ],
      previous: .light
    )
    #expect(
      change.variables == [
        "NIGHTD_STYLE": "dark", "NIGHTD_PREVIOUS": "light", "NIGHTD_THEME": "midnight",
        "NIGHTD_REASON": "schedule", "NIGHTD_SERIAL": "7", "NIGHTD_CONTRAST": "high",
        "NIGHTD_ACCENT": "#ff8000", "NIGHTD_COLOR_SURFACE": "#000000",
        "NIGHTD_COLOR_ON_SURFACE": "#ffffff", "NIGHTD_COLOR_SHADOW": "#00000033",
      ]
    )
  }

  @Test(
    "The variable for an unknown previous style or a missing accent is empty"
  )
  func start() {
    let change = ChangeEnvironment(snapshot: Self.snapshot(.light), colors: [], previous: nil)
    #expect(change.variables["NIGHTD_PREVIOUS"] == "")
    #expect(change.variables["NIGHTD_ACCENT"] == "")
    #expect(change.variables["NIGHTD_CONTRAST"] == "normal")
    #expect(change.variables.count == 7)
  }

  @Test(
    "The name of a role's variable is in capitals, with an underscore between words",
    arguments: [
      ("surface", "SURFACE"), ("onSurface", "ON_SURFACE"),
      ("onSurfaceVariant", "ON_SURFACE_VARIANT"), ("primary-pressed", "PRIMARY_PRESSED"),
      ("base0D", "BASE0D"), ("ui.text", "UI_TEXT"), ("URL", "URL"), ("a b", "A_B"),
      ("é", "__"), ("", ""),
    ]
  )
  func names(role: String, name: String) {
    #expect(ChangeEnvironment.name(ofRole: role) == "NIGHTD_COLOR_" + name)
  }

  @Test("If two roles have the same variable, the first role's colour is used")
  func collision() {
    let change = ChangeEnvironment(
      snapshot: Self.snapshot(.light),
      colors: [
        ("onSurface", Color(red: 1, green: 1, blue: 1)),
        ("on-surface", Color(red: 0, green: 0, blue: 0)),
      ],
      previous: nil
    )
    #expect(change.variables["NIGHTD_COLOR_ON_SURFACE"] == "#ffffff")
  }
}
