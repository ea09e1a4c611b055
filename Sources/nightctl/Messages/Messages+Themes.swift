import NightBus
import NightCore
import NightStore

/// Messages about showing, choosing and removing themes.
extension Messages {
  /// The lines above a theme's values.
  static func head(_ theme: Theme) -> [String] {
    var lines = ["\(theme.name): a \(theme.style.rawValue) theme, \(origin(theme.origin))"]
    if let description = theme.description { lines.append(description) }
    if let author = theme.author { lines.append("by \(author)") }
    if !theme.ancestors.isEmpty {
      lines.append("other values come from \(theme.ancestors.joined(separator: ", "))")
    }
    return lines
  }

  static func origin(_ origin: ThemeText.Origin) -> String {
    switch origin {
    case .user: "yours"
    case .system: "the machine's"
    case .builtIn: "built in"
    }
  }

  /// The contrast of a pair, as in `14.52 on surface`.
  static func contrast(_ pair: ThemeCheck.Pair) -> String {
    let isLow = pair.contrast < ThemeCheck.leastContrast
    return "\(ThemeCheck.ratio(pair.contrast)) on \(pair.role)" + (isLow ? ", hard to read" : "")
  }

  /// The contrast of a pair for narrow terminals, as in `1.44!`.
  static func shortContrast(_ pair: ThemeCheck.Pair) -> String {
    let isLow = pair.contrast < ThemeCheck.leastContrast
    return ThemeCheck.ratio(pair.contrast) + (isLow ? "!" : "")
  }

  static func value(_ value: ThemeValue) -> String {
    switch value {
    case .color(let color): color.text
    case .image(let image):
      image.pictures.map { picture in
        let scale = picture.scale == 1 ? "" : " at \(picture.scale)x"
        return "\(picture.state)\(scale): \(picture.file)"
      }.joined(separator: ", ")
    case .font(let font):
      [font.family, font.size.map { number($0) }].compactMap(\.self).joined(separator: ", ")
    case .number(let number): self.number(number)
    case .string(let text): text
    case .bool(let bool): "\(bool)"
    case .sheet(let sheet):
      sheet.fields.map { "\($0.name) \(self.value($0.value))" }.joined(separator: ", ")
    }
  }

  private static func value(_ value: ThemeSheet.Value) -> String {
    switch value {
    case .reference(let name), .word(let name): name
    case .number(let number): self.number(number)
    case .bool(let bool): "\(bool)"
    }
  }

  /// The number as text; a whole number has no decimal point.
  private static func number(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? JSON.double(number).text(pretty: false)
  }

  // MARK: - Choosing

  /// The line that nightctl prints after a theme was chosen.
  static func inEffectWithTheme(
    _ appearance: Appearance,
    for length: HoldLength?,
    at now: LocalTime
  ) -> String {
    inEffect(appearance, for: length, at: now) + ", with the theme \(plain(appearance.theme))"
  }

  /// A line for each theme; an empty application means the desktop.
  static func chosen(
    _ names: [(slot: ThemeSlot, name: String?)],
    for application: String
  ) -> [String] {
    let owner = application.isEmpty ? "" : " of \(application)"
    return names.map { slot, name in
      "The theme\(owner) for \(self.slot(slot)) is \(name.map(plain) ?? "the desktop's")."
    }
  }

  /// The lines after a theme was chosen for an application; nil if its themes were removed.
  static func themed(_ application: String, _ appearance: Appearance?) -> [String] {
    guard let appearance else { return ["\(application): the desktop's themes"] }
    return [
      "\(application): \(appearance.style.rawValue), with the theme \(plain(appearance.theme))",
      reachesAskers,
    ]
  }

  /// An application's own themes after its name, as in `, with lagoon for dark`.
  static func ownThemes(_ themes: [ThemeSlot: String]) -> String {
    let names = ThemeSlot.all.compactMap { slot in
      themes[slot].map { "\(plain($0)) for \(self.slot(slot))" }
    }
    return names.isEmpty ? "" : ", with \(together(names))"
  }

  static func slot(_ slot: ThemeSlot) -> String {
    slot.style.rawValue + (slot.isHigh ? " with high contrast" : "")
  }

  static func brokenTheme(_ name: String, _ flaw: String) -> String {
    "the theme \(Excerpt(name)) cannot be used: \(flaw)"
  }

  static func otherStyle(_ name: String, _ slot: ThemeSlot, _ option: String) -> String {
    "\(Excerpt(name)) is a \(slot.style.opposite.rawValue) theme, and \(option) takes one that is "
      + slot.style.rawValue
  }

  static func onlyTheme(_ name: String) -> String {
    "\(Excerpt(name)) is the only theme that can be used"
  }

  /// The message for an argument of `nightctl set` that is neither a choice nor a theme.
  static func noChoice(
    _ text: String,
    _ keywords: [String],
    _ themes: [String],
    _ strays: [ThemeFolders.Stray]
  ) -> String {
    let isTheme = themes.contains { $0.lowercased() == text.lowercased() }
    let slip = isTheme ? nil : Slips.style(text, among: keywords)
    return "\(Excerpt(text)) is not \(listed(keywords + [themeName]))"
      + (ignored(text, strays) ?? slip.map { meant($0) } ?? meant(text, keywords + themes))
  }

  static let themeName = "the name of a theme"

  // MARK: - Files

  static let themesInOrder = "every theme is in order"

  static func isNoFile(_ path: String) -> String { "there is no file \(Excerpt(path: path))" }

  static func isNoTheme(_ path: String) -> String {
    "\(Excerpt(path: path)) exists but is not a theme: \(ThemeFolders.howCalled); "
      + "nightctl theme import imports other files"
  }

  static func isNoThemeFolder(_ path: String) -> String {
    "\(Excerpt(path: path)) is a folder without a \(ThemeFolders.folderFile), so it is not a theme"
  }

  static func onlyBuiltIn(_ name: String) -> String {
    "\(name) is built in and has no file; nightctl theme export \(name) prints one"
  }

  static let noOwnThemes = "neither XDG_DATA_HOME nor HOME says where your themes are"

  /// The message for a theme that no program finds any more, although some of its files are left.
  static func notAllRemoved(_ name: String, _ trouble: Disk.Refusal) -> String {
    "\(Excerpt(name)) is removed, but a part of it is left: \(trouble.path): "
      + SystemError.message(trouble.code)
  }

  static func removed(_ name: String, _ path: String) -> String { "\(name): removed \(path)" }

  /// What replaces a removed theme that was held.
  static func held(_ name: String, _ slot: ThemeSlot, by heir: ThemeText?) -> String {
    let serves = heir.map { "the machine's \(name) is used now, \($0.file)" }
    return "it was held for a while: "
      + (serves ?? "\(BuiltInThemes.defaultName(slot)) is used until the hold ends")
  }

  static func orphaned(_ names: [String]) -> String {
    joined(names) + (names.count == 1 ? " has" : " have")
      + " it as the parent and cannot be used any more"
  }

  /// What replaces a removed theme that was in use.
  static func replaced(
    _ name: String,
    _ slot: ThemeSlot,
    by heir: ThemeText?
  ) -> String {
    guard let heir else {
      return
        "it was the theme for \(self.slot(slot)): \(BuiltInThemes.defaultName(slot)) is used "
        + "until you choose another"
    }
    return "it was the theme for \(self.slot(slot)): the machine's \(name) is used now, "
      + heir.file
  }
}
