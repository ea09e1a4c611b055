import NightCore

/// The values that a program's description sets in one of the user's files or stores.
struct SettingsEdit: Equatable, Sendable {
  enum Place: Equatable, Sendable {
    /// The first listed file that exists, or the file at the path `new` if none of them exists. If
    /// none of the files exists and `new` is empty, nightctl creates a file at the first path.
    case file([Program.Choice], new: [Program.Choice], SettingsFormat)
    case store(SettingsCommands)
  }

  struct Value: Equatable, Sendable {
    let section: String
    let key: String
    /// The value to write; nil if the value is the name of a theme.
    let text: Template?
    /// The preference that contains the theme's name, such as `gtk-theme`; nil if no preference
    /// selects the theme.
    let theme: String?
    /// The kind of theme, which is used to find the counterpart of the user's theme; nil if the
    /// theme need not match the style.
    let among: ThemeKind?
    /// If the user can combine a dark theme for this value with a light GTK theme, or the reverse:
    /// the schema and the key that contain the GTK theme; otherwise empty.
    let beside: [String]
    /// The theme that the program uses if the user has set no theme.
    let usual: String?
    /// Whether to write the key only if the user's file or store already has it.
    let ifSet: Bool
    /// If this value only switches on the dark colours that a theme itself has, the key that
    /// contains this theme's name; otherwise nil.
    let insteadOf: String?
  }

  let place: Place
  let when: ProgramCondition
  let values: [Value]
}

/// A kind of theme; two installed themes of one kind can be a light and dark pair.
enum ThemeKind: String, CaseIterable, Sendable {
  case gtk2 = "gtk-2.0"
  case gtk3 = "gtk-3.0"
  case gtk4 = "gtk-4.0"
  case icons
  case frames
  case metacity
  case cinnamon
  case lxqt
  case kvantum

  /// Whether a theme that a preference selects is used even if that theme is not installed.
  fileprivate var isGtkAlone: Bool {
    switch self {
    case .frames, .metacity, .cinnamon: false
    case .gtk2, .gtk3, .gtk4, .icons, .lxqt, .kvantum: true
    }
  }

  func installed(_ context: ProgramContext) -> Set<String> {
    switch self {
    case .gtk2: context.themes.installed(holding: "gtk-2.0/gtkrc")
    case .gtk3, .gtk4: context.themes.gtkThemes(rawValue)
    case .icons: context.themes.iconThemes
    case .frames: context.themes.installed(holding: "xfwm4/themerc")
    case .metacity:
      (1...3).reduce(into: []) {
        $0.formUnion(context.themes.installed(holding: "metacity-1/metacity-theme-\($1).xml"))
      }
    case .cinnamon: context.themes.installed(holding: "cinnamon/cinnamon.css")
    case .lxqt: context.themes.lxqtThemes
    case .kvantum: context.themes.kvantumThemes
    }
  }
}

extension ProgramScope {
  /// The settings that a program's description wants for the style in effect, in the order in which
  /// they are written.
  ///
  /// If nightd wrote a setting earlier and the result lacks that setting, nightctl restores the
  /// user's value.
  func settings(_ edits: [SettingsEdit]) throws(Flaw) -> [Setting] {
    var settings: [Setting] = []
    for edit in edits where try holds(edit.when) {
      let place: SettingPlace
      switch edit.place {
      case .store(let commands): place = .commands(commands)
      case .file(let choices, let new, let format):
        let paths = try all(choices, "file")
        let missing = try first(new, "new") ?? paths.first
        guard let path = paths.first(where: context.fileExists) ?? missing else { continue }
        place = .file(path: path, format)
      }
      for value in edit.values {
        guard let text = try text(value, edit.values, in: place) else { continue }
        settings.append(Setting(place, .init(value.section, value.key), text))
      }
    }
    return settings
  }

  /// The value to write; nil to keep the user's own value.
  private func text(
    _ value: SettingsEdit.Value,
    _ all: [SettingsEdit.Value],
    in place: SettingPlace
  ) throws(Flaw) -> String? {
    let key = SettingPlace.Key(value.section, value.key)
    if let text = value.text {
      let own = context.own(place, key)
      guard own != nil || !value.ifSet else { return nil }
      if own == nil, let name = value.insteadOf {
        guard let theme = all.first(where: { $0.key == name }), selectsDark(theme, in: place) else {
          return nil
        }
      }
      let written = try self.text(text)
      // Refuse a line end, because it would begin another setting, and, for xrdb, a backslash at
      // the end, because xrdb would join the next line to this one.
      if case .file(_, let format) = place,
        written.utf8.contains(13)
          || SettingsSyntax.lines((written + " ").utf8, format).count > 1
      {
        throw Flaw("expected one line, found \(MessageText.quoted(written))", at: text.origin)
      }
      if case .file(_, let format) = place, !format.permits(written) {
        throw Flaw(
          "expected a value of \(format.rawValue.uppercased()), found "
            + "\(MessageText.quoted(written)); put quotes around a text, as in "
            + "to: '\"{{ style }}\"'",
          at: text.origin
        )
      }
      return written
    }
    return themeName(value, in: place).map(place.stored)
  }

  private func themeName(_ value: SettingsEdit.Value, in place: SettingPlace) -> String? {
    let chosen = value.theme.flatMap(context.chosenTheme)
    // For window frames and panels, use the chosen theme only if it is installed, because not every
    // theme for GTK has frames or a panel.
    if let chosen, value.among?.isGtkAlone != false { return chosen }
    guard let kind = value.among, let own = ownTheme(value, in: place) else { return nil }
    let installed = kind.installed(context)
    if let chosen, installed.contains(chosen) { return chosen }
    guard let pair = ThemePair.of(own, among: installed), !isMixed(own, pair, value) else {
      return nil
    }
    return pair.name(isDark: context.style == .dark)
  }

  /// Whether the user's theme for this value is dark but the user's GTK theme is light, or the
  /// reverse, as in the style “mixed” of Linux Mint.
  private func isMixed(_ own: String, _ pair: ThemePair, _ value: SettingsEdit.Value) -> Bool {
    guard value.beside.count == 2 else { return false }
    let place = SettingPlace.commands(SettingsCommands(schema: value.beside[0]))
    guard let other = context.own(place, .init("", value.beside[1])).map(place.name),
      let others = ThemePair.of(other, among: ThemeKind.gtk3.installed(context))
    else { return false }
    return (own == pair.dark) != (other == others.dark)
  }

  private func ownTheme(_ value: SettingsEdit.Value, in place: SettingPlace) -> String? {
    if let own = context.own(place, .init(value.section, value.key)) { return place.name(of: own) }
    guard let usual = value.usual, case .file(_, .xsettingsd) = place else { return value.usual }
    // A theme from xsettingsd overrides the user's theme in GTK's own file.
    return XSettings.rows.first { $0.setting == value.key }?.usual(context) ?? usual
  }

  /// Whether the user's theme contains dark colours itself and has no installed counterpart.
  private func selectsDark(_ theme: SettingsEdit.Value, in place: SettingPlace) -> Bool {
    guard let kind = theme.among, themeName(theme, in: place) == nil,
      let own = ownTheme(theme, in: place)
    else { return false }
    return context.themes.hasDarkVariant(own, kind.rawValue)
  }
}

extension ProgramContext {
  /// The theme that a preference such as `gtk-theme.dark` selects for the style in effect.
  func chosenTheme(_ name: String) -> String? {
    preferences["\(name).\(style.rawValue)"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The counterpart that the user's own theme has for the style; nil if no counterpart is
  /// installed.
  func twin(of own: String, _ installed: @autoclosure () -> Set<String>) -> String? {
    ThemePair.of(own, among: installed())?.name(isDark: style == .dark)
  }

  var themes: ToolkitThemes { ToolkitThemes(folders, list: list, exists: fileExists) }
}
