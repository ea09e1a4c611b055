/// All preferences that nightd itself defines, in the order in which lists show them.
///
/// Validation, lists, completion, defaults and the manual use this table. No preference in this
/// table is a dictionary, so layers are never merged, and the first layer with a value decides.
package enum PreferenceTable {
  package static let entries = own + themeNames + others

  private static let own: [PreferenceEntry] = [
    PreferenceEntry(
      PreferenceTable.choice,
      .desktop,
      .words(Choice.allCases.map(\.rawValue)),
      registered: .string(Choice.system.rawValue),
      writer: .call,
      "what decides the style; to change it, use nightctl set"
    ),
    PreferenceEntry(
      PreferenceTable.choice,
      .application,
      .words(ApplicationChoice.allCases.map(\.rawValue)),
      registered: .string(ApplicationChoice.follow.rawValue),
      "the application's own style; you can also set it with nightctl set --app"
    ),
    PreferenceEntry(
      PreferenceTable.fade,
      .both,
      .integer(0...10_000, unit: "milliseconds"),
      registered: .integer(Int64(Appearance.registeredFade)),
      "how long programs should take to fade to a new style"
    ),
    PreferenceEntry(
      PreferenceTable.contrast,
      .desktop,
      .words(ContrastPreference.allCases.map(\.rawValue)),
      registered: .string(ContrastPreference.system.rawValue),
      "whether contrast is high, is normal, or follows the desktop"
    ),
    PreferenceEntry(
      PreferenceTable.accent,
      .desktop,
      .accent,
      registered: .string(AccentPreference.system.text),
      "the accent colour: a colour, none, the desktop's colour or the theme's"
    ),
    PreferenceEntry(
      PreferenceTable.motion,
      .desktop,
      .words(MotionPreference.allCases.map(\.rawValue)),
      registered: .string(MotionPreference.system.rawValue),
      "whether motion is reduced, is full, or follows the desktop"
    ),
    PreferenceEntry(
      PreferenceTable.sources,
      .desktop,
      .sources,
      registered: .array(DesktopSource.registered.map(PreferenceValue.string)),
      "the sources of the desktop's settings, the preferred one first; see docs/system.md"
    ),
    PreferenceEntry(
      "theme.light",
      .both,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.light))),
      "the theme to use when the style is light"
    ),
    PreferenceEntry(
      "theme.dark",
      .both,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.dark))),
      "the theme to use when the style is dark"
    ),
    PreferenceEntry(
      "theme.light-high",
      .both,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.light, isHigh: true))),
      "the theme to use when the style is light and contrast is high"
    ),
    PreferenceEntry(
      "theme.dark-high",
      .both,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.dark, isHigh: true))),
      "the theme to use when the style is dark and contrast is high"
    ),
    PreferenceEntry(
      PreferenceTable.schedule,
      .desktop,
      .rules,
      registered: Schedule.default.value,
      "when the style becomes light and when it becomes dark; see docs/schedule.md"
    ),
    PreferenceEntry(
      PreferenceTable.isLocationAuto,
      .desktop,
      .bool,
      registered: .bool(false),
      isPrivate: true,
      "whether nightd may ask GeoClue for the place; to allow it, use nightctl location auto"
    ),
    PreferenceEntry(
      PreferenceTable.latitude,
      .desktop,
      .double(-90...90, unit: "degrees north"),
      registered: nil,
      isPrivate: true,
      "the latitude for which sunrise and sunset are computed"
    ),
    PreferenceEntry(
      PreferenceTable.longitude,
      .desktop,
      .double(-180...180, unit: "degrees east"),
      registered: nil,
      isPrivate: true,
      "the longitude for which sunrise and sunset are computed"
    ),
  ]

  package static let choice = "choice"
  package static let contrast = "contrast"
  package static let accent = "accent"
  package static let motion = "motion"
  package static let sources = "system.sources"
  package static let isLocationAuto = "location.auto"
  package static let fade = "fade"
  package static let schedule = "schedule"
  package static let latitude = "location.latitude"
  /// The name of the dictionary that contains the desktop's themes or an application's own themes.
  package static let themes = "theme"
  package static let longitude = "location.longitude"

  /// The table's row for a key; nil for an application's own keys and for unknown keys.
  package static func entry(_ key: PreferenceKey) -> PreferenceEntry? {
    let other: PreferenceEntry.Scope = key.isOfDesktop ? .application : .desktop
    // Compare the scope first, because comparing names takes longer.
    return entries.first { $0.scope != other && $0.name == key.name }
  }

  /// The keys that nightd defines for an application, or for the desktop if `application` is empty.
  package static func keys(of application: String = "") -> [PreferenceKey] {
    let other: PreferenceEntry.Scope = application.isEmpty ? .application : .desktop
    return entries.filter { $0.scope != other }.map {
      PreferenceKey(known: $0.name, of: application)
    }
  }
}

/// The preferences for names of themes and colours that nightd writes into other programs'
/// settings.
extension PreferenceTable {
  /// The longest name of a theme or colour in GNOME's settings, in bytes.
  private static let nameBytes = 255

  static let themeNames =
    GnomeKey.named.flatMap { key in
      [Style.light, .dark].map { style in
        PreferenceEntry(
          key.preference(style),
          .desktop,
          .foreignName(bytes: nameBytes),
          registered: .string(""),
          "\(key.described) while the style is \(style.rawValue); if empty, \(key.usual(style))"
        )
      }
    }
    + [("kde-scheme", "KDE's colour scheme"), ("kvantum-theme", "Kvantum's theme")]
    .flatMap { key, title in
      [Style.light, .dark].map { style in
        PreferenceEntry(
          "\(key).\(style.rawValue)",
          .desktop,
          .foreignName(bytes: nameBytes),
          registered: .string(""),
          "the name of \(title) while the style is \(style.rawValue); if empty, nightd finds one"
        )
      }
    }

  /// The keys of the preferences that, together with the style, decide what nightd writes for other
  /// programs.
  package static let followerKeys =
    themeNames.map { PreferenceKey(known: $0.name) } + [PreferenceKey(known: programsOff)]
}

extension GnomeKey {
  fileprivate var described: String {
    switch self {
    case .colorScheme, .xappScheme: "the desktop's switch"
    case .gtkTheme: "the GTK theme"
    case .iconTheme: "the icon theme"
    case .cursorTheme: "the cursor theme"
    case .accentColor: "accent-color in GNOME's settings"
    }
  }

  /// Tells the user which value this GNOME key gets if its preference is empty.
  fileprivate func usual(_ style: Style) -> String {
    GnomeKey.paired.contains(self)
      ? "nightd uses the \(style.rawValue) version of your own theme, if installed"
      : "your own value stays"
  }
}

/// One row of the table of preferences.
package struct PreferenceEntry: Equatable, Sendable {
  /// For what the preference can be set: for the desktop, for applications or for both.
  package enum Scope: Sendable {
    case desktop
    /// Only applications can have a value of the preference, not the desktop.
    case application
    /// An application without its own value uses the desktop's value.
    case both
  }

  /// How programs can change the preference; system files can always set and lock the preference.
  package enum Writer: Sendable {
    /// Any call that edits preferences can change the value.
    case anyone
    /// Only the method `Set` sets the value; an edit of preferences can only remove it.
    case call
  }

  package let name: String
  package let scope: Scope
  package let type: PreferenceType
  /// The default value, which applies if no layer has a value; nil if there is no default.
  package let registered: PreferenceValue?
  package let writer: Writer
  /// Whether only the interface `Control` shows the value, and signals omit it.
  package let isPrivate: Bool
  /// A one-line summary for lists and the manual.
  package let summary: String

  init(
    _ name: String,
    _ scope: Scope,
    _ type: PreferenceType,
    registered: PreferenceValue?,
    writer: Writer = .anyone,
    isPrivate: Bool = false,
    _ summary: String
  ) {
    self.name = name
    self.scope = scope
    self.type = type
    self.registered = registered
    self.writer = writer
    self.isPrivate = isPrivate
    self.summary = summary
  }
}

// MARK: - Other programs

/// The preferences for hooks, programs and the wallpaper.
extension PreferenceTable {
  package static let runsHooks = "hooks.run"
  package static let hookSeconds = "hooks.limit"
  package static let programs = "programs"
  package static let programsOff = "programs-off"
  /// The name in `programsOff` that means all programs, even those that later versions add.
  package static let allPrograms = "all"
  /// The name in `programsOff` that means GNOME's settings, including the desktop's own switch.
  package static let gnome = "gnome"

  package static func wallpaper(_ style: Style) -> String { "wallpaper.\(style.rawValue)" }

  package static let wallpaperTheme = "wallpaper.theme"

  /// The longest path of a wallpaper image, in bytes; Linux has the same limit.
  private static let pathBytes = 4_095

  static let others =
    [
      PreferenceEntry(
        runsHooks,
        .desktop,
        .bool,
        registered: .bool(true),
        "whether nightd runs hooks after a change; see docs/hooks.md"
      ),
      PreferenceEntry(
        hookSeconds,
        .desktop,
        .integer(1...3_600, unit: "seconds"),
        registered: .integer(30),
        "how long each hook may run; nightd stops a hook that runs longer"
      ),
      PreferenceEntry(
        programs,
        .desktop,
        .names,
        registered: .array([]),
        "the programs that were switched on with nightctl programs on"
      ),
      PreferenceEntry(
        programsOff,
        .desktop,
        .names,
        registered: .array([]),
        "the programs whose settings nightd must not change; “all” means every program; "
          + "see nightctl programs off"
      ),
    ]
    + [Style.light, .dark].map { style in
      PreferenceEntry(
        wallpaper(style),
        .desktop,
        .text(bytes: pathBytes),
        registered: .string(""),
        "the wallpaper image while the style is \(style.rawValue); see docs/programs.md"
      )
    }
    + [
      PreferenceEntry(
        wallpaperTheme,
        .desktop,
        .bool,
        registered: .bool(false),
        "whether nightd makes themes from the wallpaper images; see docs/programs.md"
      )
    ]
}

// MARK: - The place

extension PreferenceTable {
  /// The key of the other coordinate; nil if `name` is not the key of a coordinate.
  package static func otherCoordinate(_ name: String) -> String? {
    switch name {
    case latitude: longitude
    case longitude: latitude
    default: nil
    }
  }

  /// The sentence that warns that one coordinate has no effect without the other.
  package static func halfPlace(_ name: String, _ missing: String) -> String {
    "\(name) has no effect without \(missing)"
  }
}
