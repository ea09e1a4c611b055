import NightCore

/// A KDE colour scheme: a file NAME.colors, whose groups are copied into kdeglobals.
package struct KdeScheme {
  let name: String
  /// The keys and values of the groups that are copied into kdeglobals, in the order of the file.
  let entries: [(key: SettingPlace.Key, value: String)]
  /// The key in kdeglobals that contains the name of the scheme.
  package static let nameKey = SettingPlace.Key("General", "ColorScheme")

  /// The scheme for the style in effect; nil if that scheme is not installed, or if the scheme
  /// `shown` has no counterpart.
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

  /// Returns nightd's values, but without colours if the user has chosen another scheme since.
  ///
  /// `nightds` are nightd's values, `original` is the user's text from before nightd wrote them,
  /// and `text` is the file's present text. The user's scheme can have some of nightd's colours, or
  /// all of them if it is a copy. Such colours are then the user's.
  static func withoutUsersScheme(
    _ nightds: [TextHistory.Value],
    _ text: SettingsText,
    _ original: SettingsText
  ) -> [TextHistory.Value] {
    // Plasma's program stores no name for Plasma's usual scheme, so `nightds` may contain no name.
    let names = nightds.filter { $0.key == nameKey }.map(\.value) + [original.value(nameKey)]
    let name = text.value(nameKey)
    let isNightds = names.contains { TextHistory.isSame($0, name) }
    return isNightds ? nightds : nightds.filter { !isRepeated($0.key.group) }
  }

  /// Whether a section contains colours of a scheme; the same keys recur in each such section.
  static func isRepeated(_ group: String) -> Bool {
    group == "WM" || group.hasPrefix("Colors:") || group.hasPrefix("ColorEffects:")
  }
}

/// The desktop's own command that sets a scheme, and so changes the colours in kdeglobals.
package struct SchemeWriter: Equatable, Sendable {
  /// The command, with `{=}` for the scheme's name.
  package let command: [String]
  /// The scheme that the desktop shows if kdeglobals does not contain the name of a scheme.
  package let usual: String

  package init(_ command: [String], usual: String) {
    self.command = command
    self.usual = usual
  }

  /// The scheme that the command must set to change the text of kdeglobals from `present` to
  /// `planned`; nil if the scheme stays the same.
  package func scheme(_ present: String?, to planned: String?) -> String? {
    let wanted = shown(in: planned)
    return TextHistory.isSame(wanted, shown(in: present)) ? nil : wanted
  }

  package func shown(in text: String?) -> String { KdeScheme.name(in: text) ?? usual }
}

/// A scheme that Plasma's own program writes into kdeglobals.
///
/// Plasma's program may write other colours than the scheme's file has, because it adds the user's
/// accent. So after that program has run, nightd treats the colours in kdeglobals as its own.
extension KdeScheme {
  static func name(in text: String?) -> String? {
    text.flatMap { SettingsText($0, .ini).value(nameKey) }
  }

  /// Returns the settings for kdeglobals; if its text already has the wanted scheme, the settings
  /// get the colours in this text.
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

  /// Returns the record of nightd's changes after Plasma's program has set a scheme in kdeglobals,
  /// whose text is now `text`.
  ///
  /// `before` is the record from before Plasma's program ran. Other programs' changes in kdeglobals
  /// are treated as the user's.
  package static func history(of text: String, _ before: TextHistory) -> TextHistory {
    let users = SettingsText(before.original ?? "", .ini)
    var base = SettingsText(TextHistory.base(of: text, before, .ini) ?? "", .ini)
    for (key, value) in base.values where key == nameKey || isPart(key) {
      base.restore(key, value, from: users)
    }
    // Put back what Plasma's program has removed, such as the name of Plasma's usual scheme.
    for (key, value) in users.values
    where (key == nameKey || isPart(key)) && base.value(key) == nil { base.set(key, value) }
    var history = before
    // Plasma's program sorts kdeglobals and drops comments, so prefer the user's own text.
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
