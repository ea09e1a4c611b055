import NightCore
import NightValues
import Testing

@Suite("What is mirrored")
struct MirrorTargetTests {
  private static let themes =
    #"{"mirror": {"gtk-theme": {"light": "Adwaita", "dark": "Adw'dark"}, "accent-color": {"dark": "blue"}}}"#

  /// The arguments that the mirror's program gets; nil if nothing is done.
  private static func arguments(
    _ set: String = "{}",
    _ style: Style = .dark,
    _ choice: Choice = .dark,
    _ reason: Reason = .choice,
    _ source: String? = nil,
    says told: Style? = .light,
    isChosen: Bool = true,
    isDesktopKnown: Bool = true
  ) throws -> [String]? {
    var appearance = Appearance(
      style: style,
      choice: choice,
      isChosen: isChosen,
      reason: reason,
      since: .minute(0)
    )
    if reason == .hold { appearance.holdUntil = .minute(9) }
    let wish = try Preferences.made(set: set).mirrorTarget(
      appearance,
      told: source.map { DesktopReport(source: $0, style: told) },
      isDesktopKnown: isDesktopKnown
    )
    return wish.map { wish in
      wish.settings.map { "\($0.key.rawValue) \($0.text)" } + wish.untouched.map(\.rawValue)
    }
  }

  @Test(
    "The style is mirrored once anyone has chosen, unless these settings are what is followed",
    arguments: [
      (.dark, .dark, .choice, nil, ["color-scheme 'prefer-dark'"]),
      (.light, .light, .choice, "kde", ["color-scheme 'prefer-light'"]),
      (.dark, .dark, .choice, "gtk", ["color-scheme 'prefer-dark'"]),
      // The settings say light already, and a person may be using the switch.
      (.light, .light, .choice, "gtk", ["color-scheme"]),
      (.dark, .schedule, .schedule, "gtk", ["color-scheme 'prefer-dark'"]),
      (.dark, .schedule, .hold, "kde", ["color-scheme 'prefer-dark'"]),
      (.light, .dark, .inhibit, "gsettings", ["color-scheme"]),
      // Nobody decides.
      (.light, .system, .fallback, nil, []),
      // What is followed keeps settings of its own.
      (.dark, .system, .system, "kde", ["color-scheme 'prefer-dark'"]),
      (.dark, .system, .system, "xapp", ["color-scheme 'prefer-dark'"]),
      // What is followed is that very key: what stood there is put back.
      (.dark, .system, .system, "gtk", []),
      (.dark, .system, .system, "gnome", []),
      (.dark, .system, .system, nil, []),
      // A hold over the desktop is mirrored as any choice, and put back when it ends.
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

  @Test("Until anyone has chosen the style is written nowhere")
  func undecided() throws {
    for source in ["kde", "gtk", nil] {
      #expect(try Self.arguments("{}", .dark, .system, .system, source, isChosen: false) == [])
    }
    // A hold is a choice for a while.
    let held = try Self.arguments("{}", .dark, .system, .hold, "gtk", isChosen: false)
    #expect(held == ["color-scheme 'prefer-dark'"])
  }

  @Test("What people chose is restored once the desktop decides again")
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
      preferences.mirrorTarget(appearance, told: told, own: .light, isDesktopKnown: true)?.restored
        == .light
    )
    #expect(
      preferences.mirrorTarget(appearance, told: told, isDesktopKnown: true)?.restored == nil
    )
  }

  @Test("Against a switch that another program sets back each time nothing is written")
  func ignoredSwitch() throws {
    let wish = try Preferences.made(set: "{}").mirrorTarget(
      .chosen(.dark, since: .minute(0)),
      told: DesktopReport(source: "gtk", style: .light),
      isDesktopKnown: true,
      isSwitchIgnored: true
    )
    #expect(wish?.settings == [] && wish?.untouched == [.colorScheme])
  }

  @Test("Light is written over no preference")
  func noPreference() throws {
    let light = try Self.arguments("{}", .light, .light, .choice, "gtk", says: nil)
    #expect(light == ["color-scheme 'prefer-light'"])
  }

  @Test("Theme names come before the style, whoever decides, and are put back after")
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

  @Test("One preference turns all of it off")
  func off() throws {
    let set = #"{"mirror": {"gsettings": false, "gtk-theme": {"dark": "x"}}}"#
    #expect(try Self.arguments(set) == [])
    #expect(try Self.arguments(set, .dark, .system, .hold) == [])
  }

  @Test("Before it is known what the desktop says, nothing is done for one that follows it")
  func unknown() throws {
    #expect(try Self.arguments("{}", .light, .system, .fallback, isDesktopKnown: false) == nil)
    #expect(try Self.arguments("{}", .dark, .system, .system, "", isDesktopKnown: false) == nil)
    let dark = ["color-scheme 'prefer-dark'"]
    #expect(try Self.arguments(isDesktopKnown: false) == dark)
    #expect(try Self.arguments("{}", .dark, .system, .hold, isDesktopKnown: false) == dark)
  }

  @Test(
    "texts as GVariant has them",
    arguments: [
      ("", "''"), ("Adwaita-dark", "'Adwaita-dark'"), ("a'b", "\"a'b\""),
      (#"a"b"#, #"'a"b'"#), (#"a'"\b"#, #""a'\"\\b""#), ("$(x) `y`", "'$(x) `y`'"), ("é", "'é'"),
    ]
  )
  func texts(text: String, printed: String) {
    #expect(GVariantText.quoted(text) == printed)
  }
}
