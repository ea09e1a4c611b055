/// Every preference that nightd itself knows, in the order in which people are shown them.
///
/// Validation, lists, completion, defaults and the manual are made from it. No value here is a
/// dictionary, so there is nothing to merge: the first layer that has a key gives it whole.
package enum PreferenceTable {
  package static let entries = own + mirrors

  private static let own: [PreferenceEntry] = [
    PreferenceEntry(
      PreferenceTable.choice,
      .desktop,
      .words(Choice.allCases.map(\.rawValue)),
      registered: .string(Choice.system.rawValue),
      writer: .call,
      "who decides the style; changed by nightctl set"
    ),
    PreferenceEntry(
      PreferenceTable.choice,
      .application,
      .words(ApplicationChoice.allCases.map(\.rawValue)),
      registered: .string(ApplicationChoice.follow.rawValue),
      "an application's own style; nightctl set --app changes it too"
    ),
    PreferenceEntry(
      PreferenceTable.fade,
      .both,
      .integer(0...10_000, unit: "milliseconds"),
      registered: .integer(Int64(Appearance.registeredFade)),
      "how long a change of style should take to fade in"
    ),
    PreferenceEntry(
      PreferenceTable.contrast,
      .desktop,
      .words(ContrastPreference.allCases.map(\.rawValue)),
      registered: .string(ContrastPreference.system.rawValue),
      "whether contrast is high, or as the desktop has it"
    ),
    PreferenceEntry(
      PreferenceTable.accent,
      .desktop,
      .accent,
      registered: .string(AccentPreference.system.text),
      "the accent colour, or none, or as the desktop or the theme has it"
    ),
    PreferenceEntry(
      PreferenceTable.motion,
      .desktop,
      .words(MotionPreference.allCases.map(\.rawValue)),
      registered: .string(MotionPreference.system.rawValue),
      "whether movement is reduced, or as the desktop has it"
    ),
    PreferenceEntry(
      PreferenceTable.sources,
      .desktop,
      .sources,
      registered: .array(DesktopSource.registered.map(PreferenceValue.string)),
      "who is asked for the desktop's own settings, the best first; see docs/system.md"
    ),
    PreferenceEntry(
      "theme.light",
      .desktop,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.light))),
      "the theme to use when the style is light"
    ),
    PreferenceEntry(
      "theme.dark",
      .desktop,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.dark))),
      "the theme to use when the style is dark"
    ),
    PreferenceEntry(
      "theme.light-high",
      .desktop,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.light, isHigh: true))),
      "the theme to use when the style is light and contrast is high"
    ),
    PreferenceEntry(
      "theme.dark-high",
      .desktop,
      .theme,
      registered: .string(BuiltInThemes.defaultName(ThemeSlot(.dark, isHigh: true))),
      "the theme to use when the style is dark and contrast is high"
    ),
    PreferenceEntry(
      PreferenceTable.schedule,
      .desktop,
      .rules,
      registered: Schedule.default.value,
      "when it is dark and when light where the schedule decides; see docs/schedule.md"
    ),
    PreferenceEntry(
      PreferenceTable.isLocationAuto,
      .desktop,
      .bool,
      registered: .bool(false),
      isPrivate: true,
      "whether GeoClue may be asked where this is; nightctl location auto sets it"
    ),
    PreferenceEntry(
      PreferenceTable.latitude,
      .desktop,
      .double(-90...90, unit: "degrees north"),
      registered: nil,
      isPrivate: true,
      "where dusk and dawn are reckoned for"
    ),
    PreferenceEntry(
      PreferenceTable.longitude,
      .desktop,
      .double(-180...180, unit: "degrees east"),
      registered: nil,
      isPrivate: true,
      "where dusk and dawn are reckoned for"
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
  package static let longitude = "location.longitude"

  /// The row of a key; nil for an application's own keys and for those that nobody knows.
  package static func entry(_ key: PreferenceKey) -> PreferenceEntry? {
    let other: PreferenceEntry.Scope = key.isOfDesktop ? .application : .desktop
    // The scope first, since it costs less to compare: few entries are of applications.
    return entries.first { $0.scope != other && $0.name == key.name }
  }

  /// The keys of the desktop, or those that nightd knows of every application.
  package static func keys(of application: String = "") -> [PreferenceKey] {
    let other: PreferenceEntry.Scope = application.isEmpty ? .application : .desktop
    return entries.filter { $0.scope != other }.map {
      PreferenceKey(known: $0.name, of: application)
    }
  }
}
