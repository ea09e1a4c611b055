import NightCore

/// A KDE colour scheme: a file NAME.colors, whose groups are copied into kdeglobals.
package struct KdeScheme {
  let name: String
  /// The keys and values of the groups that are copied into kdeglobals, in the order of the file.
  let entries: [(key: SettingPlace.Key, value: String)]
  /// The key in kdeglobals that contains the name of the scheme.
  package static let nameKey = SettingPlace.Key("General", "ColorScheme")

  /// The scheme for the style; nil if it is not installed, or the shown scheme has no counterpart.
  init?(shown: String, _ context: ProgramContext) {
    let folders =
      [context.data("color-schemes")]
      + context.folders.systemData.map { $0 + "/color-schemes" }
    let end = ".colors"
    let installed = folders.flatMap(context.list).filter { $0.hasSuffix(end) }
      .map { String($0.dropLast(end.count)) }
    let found = context.chosenTheme("kde-scheme") ?? context.twin(of: shown, Set(installed))
    guard let found, !found.utf8.contains(UInt8(ascii: "/")) else { return nil }
    let texts = folders.lazy.compactMap { context.text("\($0)/\(found)\(end)") }
    guard let text = texts.first else { return nil }
    let entries = Self.entries(text)
    // Ignore a scheme's file without colours. Otherwise, kdeglobals would get the scheme's name but
    // keep the old colours.
    guard entries.contains(where: { $0.key.group.hasPrefix("Colors:") }) else { return nil }
    name = found
    self.entries = entries
  }

  private static func entries(_ text: String) -> [(key: SettingPlace.Key, value: String)] {
    SettingsText(text, .ini).values.filter { isRepeated($0.key.group) }
  }

  /// The values without the colours of a scheme that the user has replaced by another scheme.
  ///
  /// `nightds` are nightd's values, `original` is the user's text from before them, and `text` is the
  /// text that the file has now. Some colours of two schemes are equal, so the user's scheme may
  /// contain nightd's colours, even all of them if it is a copy.
  static func withoutUsersScheme(
    _ nightds: [TextHistory.Value],
    _ text: SettingsText,
    _ original: SettingsText
  ) -> [TextHistory.Value] {
    // Plasma's program removes the name of Plasma's usual scheme, so nightd may have set no name.
    let names = nightds.filter { $0.key == nameKey }.map(\.value) + [original.value(nameKey)]
    let name = text.value(nameKey)
    let isNightds = names.contains { TextHistory.isSame($0, name) }
    return isNightds ? nightds : nightds.filter { !isRepeated($0.key.group) }
  }

  /// Whether the section is one of the scheme's; the keys in these sections have the same names.
  static func isRepeated(_ group: String) -> Bool {
    group == "WM" || group.hasPrefix("Colors:") || group.hasPrefix("ColorEffects:")
  }
}

/// A command of the desktop that sets a scheme, and thereby changes the file with the settings.
package struct SchemeWriter: Equatable, Sendable {
  /// The command, with `{=}` for the scheme's name.
  package let command: [String]
  /// The scheme that is shown if the file names none.
  package let usual: String

  package init(_ command: [String], usual: String) {
    self.command = command
    self.usual = usual
  }

  /// The scheme that a plan sets; nil if the plan keeps the scheme.
  package func scheme(_ present: String?, to planned: String?) -> String? {
    let wanted = shown(in: planned)
    return TextHistory.isSame(wanted, shown(in: present)) ? nil : wanted
  }

  package func shown(in text: String?) -> String { KdeScheme.name(in: text) ?? usual }
}

/// A scheme that Plasma's own program writes into kdeglobals.
///
/// Plasma's program may write other colours than the scheme's file has, because it adds the user's
/// accent. So after Plasma's program has run, the colours in kdeglobals count as nightd's.
extension KdeScheme {
  static func name(in text: String?) -> String? {
    text.flatMap { SettingsText($0, .ini).value(nameKey) }
  }

  /// The settings, but with the colours that the text has, if it already has the wanted scheme.
  package static func settled(
    _ settings: [TextHistory.Value],
    in text: String?
  ) -> [TextHistory.Value] {
    let wanted = settings.first { $0.key == nameKey }?.value
    guard let text, let wanted, TextHistory.isSame(wanted, name(in: text)) else { return settings }
    return settings.filter { !isPart($0.key) }
      + SettingsText(text, .ini).values.filter { isPart($0.key) }
      .map { TextHistory.Value($0.key, $0.value) }
  }

  /// The history of a text in which Plasma's program has just set a scheme.
  ///
  /// `before` is the history from before Plasma's program ran. Other programs' changes in the text
  /// count as the user's.
  package static func history(of text: String, _ before: TextHistory) -> TextHistory {
    let users = SettingsText(before.original ?? "", .ini)
    var base = SettingsText(TextHistory.base(of: text, before, .ini) ?? "", .ini)
    for (key, value) in base.values where key == nameKey || isPart(key) {
      base.restore(key, value, from: users)
    }
    // Plasma's program removes the name of Plasma's usual scheme.
    for (key, value) in users.values
    where (key == nameKey || isPart(key)) && base.value(key) == nil { base.set(key, value) }
    var history = before
    // Plasma's program sorts the file and drops comments, so prefer the user's own text.
    history.original = base.hasValues(of: users) ? before.original : base.text
    history.written.insert(text, at: 0)
    return history
  }

  /// Whether Plasma's program sets this key together with a scheme's name.
  private static func isPart(_ key: SettingPlace.Key) -> Bool {
    isRepeated(key.group) || key == SettingPlace.Key("General", "ColorSchemeHash")
      || key == SettingPlace.Key("KDE", "contrast")
  }
}
