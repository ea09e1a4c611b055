import NightCore
import NightStore

/// What is looked at before a theme is written.
extension Nightctl {
  /// Names that are taken.
  func conflicts(
    _ themes: [ImportedTheme],
    _ folders: ThemeFolders,
    _ wishes: ImportWishes
  ) -> [ThemeFinding] {
    var seen: Set<[UInt8]> = []
    let isOnly = themes.count == 1
    return themes.compactMap { theme in
      func refused(_ message: String) -> ThemeFinding {
        ThemeFinding(.error, in: theme.source, message)
      }
      let name = theme.name
      guard seen.insert(Array(name.utf8)).inserted else { return refused(Words.namedTwice(name)) }
      guard BuiltInThemes.text(name) == nil else {
        return refused(Words.isBuiltIn(name, isOnly: isOnly))
      }
      guard let found = folders.find(name), found.origin == .user else { return nil }
      let inFolder = "/" + ThemeFolders.folderFile
      if found.file.hasSuffix(inFolder) {
        let folder = String(found.file.dropLast(inFolder.count))
        guard theme.folder != nil else {
          return refused(Words.isOfOtherKind(name, "in the folder " + folder, isOnly: isOnly))
        }
        return wishes.isReplacing ? nil : refused(Words.isThere(name, folder, isOnly: isOnly))
      }
      guard theme.folder == nil else {
        return refused(Words.isOfOtherKind(name, found.file, isOnly: isOnly))
      }
      return wishes.isReplacing ? nil : refused(Words.isThere(name, found.file, isOnly: isOnly))
    }
  }

  /// What is wrong with themes once their parents and references are looked at, and what is poor.
  func judged(_ themes: [ImportedTheme], _ folders: ThemeFolders) -> [ThemeFinding] {
    let texts = Dictionary(
      themes.map { (Array($0.name.utf8), $0.checked) },
      uniquingKeysWith: { first, _ in first }
    )
    var findings: [ThemeFinding] = [], poor: [ThemeFinding] = []
    // A theme is read anew for each of its children: in a file of very many the last ones are not
    // looked at, which have no references that could lead nowhere.
    var left = Self.mostValues
    for theme in themes where theme.text != nil || left > 0 {
      var line = ThemeLine(theme.checked) { texts[Array($0.utf8)] ?? folders.find($0) }
      let resolved = line.resolve()
      left -= line.members.reduce(0) { $0 + $1.file.entries.count }
      findings += line.findings.filter { $0.severity == .error }.map { finding in
        finding.file == theme.source ? finding.placed(by: theme.text) : finding
      }
      guard let resolved else { continue }
      let pairs = ThemeCheck.pairs(resolved).count { $0.contrast < ThemeCheck.leastContrast }
      guard pairs > 0 else { continue }
      poor.append(ThemeFinding(.note, in: theme.source, Words.hardToRead(theme.name, pairs)))
    }
    return findings + strange(themes) + poor
  }

  private static let mostValues = 100_000

  /// Colours whose names no program of others asks for.
  private func strange(_ themes: [ImportedTheme]) -> [ThemeFinding] {
    let roles = ThemeLine(Appearance.builtInTheme(.light), find: BuiltInThemes.text).members
      .flatMap(\.file.entries).filter { $0.key.kind == .color }.map(\.key.name)
    let known = Set(roles)
    let places = Dictionary(
      themes.enumerated().map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // Whether anything that it or a parent of it gives is one; those of parents elsewhere may be.
    func isStrange(_ theme: ImportedTheme) -> Bool {
      var next: ImportedTheme? = theme
      var count = 0, colors = 0
      while let theme = next, count <= ThemeLine.maximumAncestors {
        let names = theme.file.entries.filter { $0.key.kind == .color }.map(\.key.name)
        guard !names.contains(where: known.contains) else { return false }
        colors += names.count
        guard let parent = theme.file.parent else { return colors > 0 }
        guard let place = places[Array(parent.utf8)] else { return false }
        next = themes[place]
        count += 1
      }
      return false
    }
    let strange = themes.filter(isStrange)
    var sources: [String] = []
    for theme in strange where !sources.contains(theme.source) { sources.append(theme.source) }
    return sources.map { source in
      let mine = strange.filter { $0.source == source }
      return ThemeFinding(.note, in: source, Words.giveNoRoles(mine.map(\.file), roles))
    }
  }
}
