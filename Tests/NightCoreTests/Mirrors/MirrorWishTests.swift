import NightCore
import Testing

@Suite("What is mirrored")
struct MirrorWishTests {
  private static let themes =
    #"{"mirror": {"gtk-theme": {"light": "Adwaita", "dark": "Adw'dark"}, "accent-color": {"dark": "blue"}}}"#

  /// The words that the mirror's program gets; nil where nothing is done.
  private static func words(
    _ set: String = "{}",
    _ style: Style = .dark,
    _ choice: Choice = .dark,
    _ reason: Reason = .choice,
    _ source: String? = nil,
    isDesktopKnown: Bool = true
  ) throws -> [String]? {
    let appearance = Appearance(
      style: style,
      choice: choice,
      isChosen: true,
      reason: reason,
      since: .minute(0)
    )
    let wish = try Preferences.made(set: set).mirrorWish(
      appearance,
      source.map { DesktopReport(source: $0, style: .light) },
      isDesktopKnown: isDesktopKnown
    )
    return wish.map { wish in
      wish.settings.map { "\($0.key.rawValue) \($0.text)" } + wish.untouched.map(\.rawValue)
    }
  }

  @Test(
    "by what was decided, and by whom",
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
      // What is followed is that very key, whatever is held over it.
      (.dark, .system, .system, "gtk", []),
      (.dark, .system, .system, "gnome", []),
      (.dark, .system, .hold, "gsettings", []),
      // Who comes next may read it.
      (.dark, .system, .hold, nil, ["color-scheme"]),
    ] as [(Style, Choice, Reason, String?, [String])]
  )
  func decided(
    style: Style,
    choice: Choice,
    reason: Reason,
    source: String?,
    words: [String]
  ) throws {
    #expect(try Self.words("{}", style, choice, reason, source) == words)
  }

  @Test("names are mirrored while it is that style, whoever decides, and put back after")
  func names() throws {
    let dark = ["gtk-theme \"Adw'dark\"", "accent-color 'blue'"]
    #expect(try Self.words(Self.themes) == ["color-scheme 'prefer-dark'"] + dark)
    #expect(try Self.words(Self.themes, .dark, .system, .system, "gtk") == dark)
    #expect(
      try Self.words(Self.themes, .light, .light)
        == ["color-scheme 'prefer-light'", "gtk-theme 'Adwaita'"]
    )
    #expect(try Self.words(Self.themes, .light, .system, .fallback) == [])
  }

  @Test("one switch turns all of it off")
  func off() throws {
    let set = #"{"mirror": {"gsettings": false, "gtk-theme": {"dark": "x"}}}"#
    #expect(try Self.words(set) == [])
    #expect(try Self.words(set, .dark, .system, .hold) == [])
  }

  @Test("before it is known what the desktop says, only who does not follow it is mirrored")
  func unknown() throws {
    #expect(try Self.words("{}", .light, .system, .fallback, isDesktopKnown: false) == nil)
    #expect(try Self.words("{}", .dark, .system, .system, "", isDesktopKnown: false) == nil)
    #expect(try Self.words(isDesktopKnown: false) == ["color-scheme 'prefer-dark'"])
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
