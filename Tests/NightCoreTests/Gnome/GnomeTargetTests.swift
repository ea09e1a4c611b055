import NightCore
import Testing

@Suite("nightd's writes to GNOME's settings")
struct GnomeTargetTests {
  private static let themes =
    #"{"gtk-theme": {"light": "Adwaita", "dark": "Adw'dark"}, "accent-color": {"dark": "blue"}}"#

  /// The arguments for nightctl; nil if there is nothing to do.
  private static func arguments(
    _ set: String = "{}",
    _ style: Style = .dark,
    _ choice: Choice = .dark,
    _ reason: Reason = .choice,
    _ source: String? = nil,
    says told: Style? = .light,
    isChosen: Bool = true,
    isDesktopKnown: Bool = true,
    switches: [GnomeKey] = [.colorScheme]
  ) throws -> [String]? {
    var appearance = Appearance(
      style: style,
      choice: choice,
      isChosen: isChosen,
      reason: reason,
      since: .minute(0)
    )
    if reason == .hold { appearance.holdUntil = .minute(9) }
    let wish = try Preferences.made(set: set).gnomeTarget(
      appearance,
      told: source.map { DesktopReport(source: $0, style: told) },
      isDesktopKnown: isDesktopKnown,
      switches: switches
    )
    return wish.map { wish in
      wish.settings.map { "\($0.key.rawValue) \($0.text)" } + wish.untouched.map(\.rawValue)
    }
  }

  @Test(
    "nightd writes the style into GNOME's settings unless the style comes from these settings",
    arguments: [
      (.dark, .dark, .choice, nil, ["color-scheme 'prefer-dark'"]),
      (.light, .light, .choice, "kde", ["color-scheme 'prefer-light'"]),
      (.dark, .dark, .choice, "gtk", ["color-scheme 'prefer-dark'"]),
      // The settings are already light, so do not write: the user may be operating the switch at
      // this moment.
      (.light, .light, .choice, "gtk", ["color-scheme"]),
      (.dark, .schedule, .schedule, "gtk", ["color-scheme 'prefer-dark'"]),
      (.dark, .schedule, .hold, "kde", ["color-scheme 'prefer-dark'"]),
      (.light, .dark, .inhibit, "gsettings", ["color-scheme"]),
      // Here nothing decides the style, so nothing is written.
      (.light, .system, .fallback, nil, []),
      // The source in use does not read these settings, so nightd writes them.
      (.dark, .system, .system, "kde", ["color-scheme 'prefer-dark'"]),
      (.dark, .system, .system, "xapp", ["color-scheme 'prefer-dark'"]),
      // The source in use reads these settings, so nightd restores the former value.
      (.dark, .system, .system, "gtk", []),
      (.dark, .system, .system, "gnome", []),
      (.dark, .system, .system, nil, []),
      // Under “system”, a hold counts like a choice. nightd restores the former value when the hold
      // ends.
      (.dark, .system, .hold, "gsettings", ["color-scheme 'prefer-dark'"]),
      (.dark, .system, .hold, nil, ["color-scheme 'prefer-dark'"]),
    ] as [(Style, Choice, Reason, String?, [String])]
  )
  func decided(
    style: Style,
    choice: Choice,
    reason: Reason,
    source: String?,
    arguments: [String]
  ) throws {
    #expect(try Self.arguments("{}", style, choice, reason, source) == arguments)
  }

  /// Cinnamon's portal backend xapp reads a switch of its own.
  @Test(
    "nightd sets GNOME's and Cinnamon's switches, except the one that the user has just used",
    arguments: [
      (.dark, .dark, .choice, nil, [gnomeDark, xappDark]),
      (.dark, .dark, .choice, "gtk", [gnomeDark, xappDark]),
      (.dark, .dark, .choice, "xapp", [gnomeDark, xappDark]),
      // The user has just used the switch of this source, so only the other switch is written.
      (.light, .light, .choice, "xapp", ["color-scheme 'prefer-light'", xapp]),
      (.light, .light, .choice, "gtk", [xapp + " 'prefer-light'", "color-scheme"]),
      // While the desktop decides, its own switch is only read.
      (.dark, .system, .system, "xapp", [gnomeDark]),
      (.dark, .system, .system, "gsettings", [xappDark]),
      (.dark, .system, .system, "kde", [gnomeDark, xappDark]),
      (.dark, .system, .system, nil, []),
      (.light, .system, .fallback, nil, []),
    ] as [(Style, Choice, Reason, String?, [String])]
  )
  func bothSwitches(
    style: Style,
    choice: Choice,
    reason: Reason,
    source: String?,
    arguments: [String]
  ) throws {
    #expect(
      try Self.arguments("{}", style, choice, reason, source, switches: GnomeKey.switches)
        == arguments
    )
  }

  private static let xapp = "org.x.apps.portal color-scheme"
  private static let gnomeDark = "color-scheme 'prefer-dark'"
  private static let xappDark = xapp + " 'prefer-dark'"

  @Test("nightd writes no style until a person has chosen a style")
  func undecided() throws {
    for source in ["kde", "gtk", nil] {
      #expect(try Self.arguments("{}", .dark, .system, .system, source, isChosen: false) == [])
    }
    // A hold counts as a temporary choice.
    let held = try Self.arguments("{}", .dark, .system, .hold, "gtk", isChosen: false)
    #expect(held == ["color-scheme 'prefer-dark'"])
  }

  @Test("When the desktop decides again, nightd restores the user's own GNOME setting at once")
  func restored() throws {
    let appearance = Appearance(
      style: .light,
      choice: .system,
      isChosen: true,
      reason: .system,
      since: .minute(0)
    )
    let told = DesktopReport(source: "gtk", style: .dark)
    let preferences = try Preferences.made(set: "{}")
    #expect(
      preferences.gnomeTarget(appearance, told: told, own: .light, isDesktopKnown: true)?.restored?
        .text
        == "'prefer-light'"
    )
    #expect(
      preferences.gnomeTarget(appearance, told: told, isDesktopKnown: true)?.restored == nil
    )
  }

  @Test("While nightd ignores the desktop's switch, it writes no style into GNOME's settings")
  func ignoredSwitch() throws {
    let wish = try Preferences.made(set: "{}").gnomeTarget(
      .chosen(.dark, since: .minute(0)),
      told: DesktopReport(source: "gtk", style: .light),
      isDesktopKnown: true,
      isSwitchIgnored: true
    )
    #expect(wish?.settings == [] && wish?.untouched == [.colorScheme])
  }

  @Test("If light is chosen and GNOME's setting is “no preference”, nightd replaces it with light")
  func noPreference() throws {
    let light = try Self.arguments("{}", .light, .light, .choice, "gtk", says: nil)
    #expect(light == ["color-scheme 'prefer-light'"])
  }

  @Test("If the user has set the desktop's switch to “no preference”, nightd does not change it")
  func flippedToNoPreference() throws {
    var appearance = Appearance.chosen(.light, since: .minute(0))
    appearance.isByDesktop = true
    let target = try Preferences.made(set: "{}").gnomeTarget(
      appearance,
      told: DesktopReport(source: "gtk", style: nil),
      isDesktopKnown: true
    )
    #expect(target?.settings == [] && target?.untouched == [.colorScheme])
  }

  @Test("nightd always writes theme names before the style")
  func names() throws {
    let dark = ["gtk-theme \"Adw'dark\"", "accent-color 'blue'"]
    #expect(try Self.arguments(Self.themes) == dark + ["color-scheme 'prefer-dark'"])
    #expect(try Self.arguments(Self.themes, .dark, .system, .system, "gtk") == dark)
    #expect(
      try Self.arguments(Self.themes, .light, .light)
        == ["gtk-theme 'Adwaita'", "color-scheme 'prefer-light'"]
    )
    #expect(try Self.arguments(Self.themes, .light, .system, .fallback) == [])
  }

  @Test("nightd writes nothing while the preference programs-off contains “gnome”")
  func off() throws {
    let set = #"{"programs-off": ["gnome"], "gtk-theme": {"dark": "x"}}"#
    #expect(try Self.arguments(set) == [])
    #expect(try Self.arguments(set, .dark, .system, .hold) == [])
  }

  @Test("With the choice “system”, nightd writes nothing before the desktop first reports a style")
  func unknown() throws {
    #expect(try Self.arguments("{}", .light, .system, .fallback, isDesktopKnown: false) == nil)
    #expect(try Self.arguments("{}", .dark, .system, .system, "", isDesktopKnown: false) == nil)
    let dark = ["color-scheme 'prefer-dark'"]
    #expect(try Self.arguments(isDesktopKnown: false) == dark)
    #expect(try Self.arguments("{}", .dark, .system, .hold, isDesktopKnown: false) == dark)
  }

  @Test(
    "A string that nightd writes is quoted in GVariant's syntax",
    arguments: [
      ("", "''"), ("Adwaita-dark", "'Adwaita-dark'"), ("a'b", "\"a'b\""),
      (#"a"b"#, #"'a"b'"#), (#"a'"\b"#, #""a'\"\\b""#), ("$(x) `y`", "'$(x) `y`'"), ("é", "'é'"),
    ]
  )
  func texts(text: String, printed: String) {
    #expect(QuotedText.gvariant(text) == printed)
  }
}
