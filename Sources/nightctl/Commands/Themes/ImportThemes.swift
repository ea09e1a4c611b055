import Glibc
import NightBus
import NightCore
import NightStore
import NightThemes
import NightValues

/// Imports themes from files. All themes are checked before any theme is written.
extension Nightctl {
  func importThemes(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    // Wrong arguments are reported before any file is read.
    let options = try importOptions(invocation)
    var themes: [ImportedTheme] = []
    var findings: [ThemeFinding] = []
    for path in invocation.operands {
      let read = try importedThemes(of: path, options)
      themes += read.themes
      findings += read.findings
    }
    func isWhole() -> Bool { !findings.contains { $0.severity == .error } }
    if let name = options.name, isWhole() {
      guard themes.count == 1 else {
        throw .usage(Messages.oneNameForMany(themes.map(\.name)), help: invocation.command)
      }
      themes[0].file.name = name
    }
    let unread = folders.unread().filter { $0.severity == .error && $0.file == folders.user }
    // If the folder were unreadable, every name would seem to be taken.
    findings += unread.isEmpty ? conflicts(themes, folders, options) : unread
    if isWhole() { findings += flaws(in: themes, folders) }
    for finding in findings where finding.severity != .note {
      output.complain(Messages.finding(finding))
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else { throw .system(Messages.nothingImported(errors)) }
    var made: [(theme: ThemeFile, path: String)] = []
    for theme in parentsFirst(themes) {
      let path = try put(theme, folders, options, after: made.map(\.theme.name))
      made.append((theme.file, path))
    }
    try report(made, findings.filter { $0.severity == .note }, invocation)
  }

  private func put(
    _ theme: ImportedTheme,
    _ folders: ThemeFolders,
    _ options: ImportOptions,
    after made: [String]
  ) throws(Failure) -> String {
    if options.isReplacing, theme.folder == nil, let link = Self.link(theme.name, folders) {
      try OutputFile(link).replace(with: String(decoding: theme.bytes, as: UTF8.self))
      return link
    }
    do throws(ThemeFolders.Flaw) {
      if let folder = theme.folder {
        return try folders.put(
          folder: theme.name,
          files: folder.files(theme: theme.bytes),
          replacing: options.isReplacing
        )
      }
      return try folders.put(theme.name, theme.bytes, replacing: options.isReplacing)
    } catch { throw .system(Messages.notPut(theme.name, error, made)) }
  }

  /// The path of the user's theme if it is a symbolic link; nil otherwise.
  ///
  /// The import replaces the target of the link.
  private static func link(_ name: String, _ folders: ThemeFolders) -> String? {
    guard let user = folders.user else { return nil }
    let path = "\(user)/\(name)\(ThemeFolders.ending)"
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return nil }
    return path
  }

  private func report(
    _ made: [(theme: ThemeFile, path: String)],
    _ notes: [ThemeFinding],
    _ invocation: Invocation
  ) throws(Failure) {
    guard invocation.has(.json) else {
      let lines = made.map { Messages.made($0.theme, $0.path) } + notes.map(Messages.finding)
      for line in lines { try output.sentences([line]) }
      return
    }
    let rows = made.map { made in
      JSON.object([
        .init(name: "name", value: .string(made.theme.name)),
        .init(name: "style", value: .string(made.theme.style.rawValue)),
        .init(name: "file", value: .string(made.path)),
      ])
    }
    try output.json(
      .object([
        .init(name: "themes", value: .array(rows)),
        .init(name: "notes", value: .array(notes.map { .string(Messages.finding($0)) })),
      ])
    )
  }

  /// Sorts parents before their children, so that no theme is written before its parent.
  private func parentsFirst(_ themes: [ImportedTheme]) -> [ImportedTheme] {
    var rest = themes, sorted: [ImportedTheme] = []
    while !rest.isEmpty {
      let names = Set(rest.map(\.name))
      let waiting = rest.filter { theme in theme.file.parent.map(names.contains) ?? false }
      guard waiting.count < rest.count else { return sorted + rest }
      sorted += rest.filter { theme in !(theme.file.parent.map(names.contains) ?? false) }
      rest = waiting
    }
    return sorted
  }

  // MARK: - Options

  private func importOptions(_ invocation: Invocation) throws(Failure) -> ImportOptions {
    var name = invocation.value(of: .importName)
    // The name may be given as a file name.
    if let file = name, file.hasSuffix(ThemeFolders.ending) {
      name = String(file.dropLast(ThemeFolders.ending.count))
    }
    if let name, let flaw = ThemeName.flaw(name) {
      throw .usage(Messages.noThemeName(name, flaw), help: invocation.command)
    }
    return ImportOptions(
      format: try themeFormat(.importFormat, ThemeFormat.read, invocation),
      style: try importedStyle(invocation),
      name: name,
      isReplacing: invocation.has(.replace)
    )
  }

  private func importedStyle(_ invocation: Invocation) throws(Failure) -> Style? {
    guard let text = invocation.value(of: .importStyle) else { return nil }
    guard let style = Style(rawValue: text) else {
      throw .usage(Messages.noStyle(text), help: invocation.command)
    }
    return style
  }
}

/// The options of `nightctl theme import`.
struct ImportOptions {
  let format: ThemeFormat?
  let style: Style?
  /// The new name; it is allowed only for a single theme.
  let name: String?
  let isReplacing: Bool
}

// MARK: - Checks

/// The checks before any theme is written.
extension Nightctl {
  /// An error for each name that is taken, or given twice.
  func conflicts(
    _ themes: [ImportedTheme],
    _ folders: ThemeFolders,
    _ options: ImportOptions
  ) -> [ThemeFinding] {
    var seen: Set<[UInt8]> = []
    let isOnly = themes.count == 1
    return themes.compactMap { theme in
      func refused(_ message: String) -> ThemeFinding {
        ThemeFinding(.error, in: theme.source, message)
      }
      let name = theme.name
      guard seen.insert(Array(name.utf8)).inserted else {
        return refused(Messages.namedTwice(name))
      }
      guard BuiltInThemes.text(name) == nil else {
        return refused(Messages.isBuiltIn(name, isOnly: isOnly))
      }
      guard let found = folders.find(name), found.origin == .user else { return nil }
      let inFolder = "/" + ThemeFolders.folderFile
      if found.file.hasSuffix(inFolder) {
        let folder = String(found.file.dropLast(inFolder.count))
        guard theme.folder != nil else {
          return refused(Messages.isOfOtherKind(name, "in the folder " + folder, isOnly: isOnly))
        }
        return options.isReplacing ? nil : refused(Messages.isThere(name, folder, isOnly: isOnly))
      }
      guard theme.folder == nil else {
        return refused(Messages.isOfOtherKind(name, found.file, isOnly: isOnly))
      }
      return options.isReplacing ? nil : refused(Messages.isThere(name, found.file, isOnly: isOnly))
    }
  }

  /// The errors that appear when parents and references are resolved, and notes on poor contrast.
  func flaws(in themes: [ImportedTheme], _ folders: ThemeFolders) -> [ThemeFinding] {
    let texts = Dictionary(
      themes.map { (Array($0.name.utf8), $0.checked) },
      uniquingKeysWith: { first, _ in first }
    )
    var findings: [ThemeFinding] = [], poor: [ThemeFinding] = []
    // Each child resolves its parents again, so the number of values has a limit. Beyond that
    // limit, the check skips themes of other programs, because they have no references that could
    // be wrong.
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
      poor.append(ThemeFinding(.note, in: theme.source, Messages.hardToRead(theme.name, pairs)))
    }
    return findings + strange(themes) + poor
  }

  private static let mostValues = 100_000

  /// Notes on themes in which no colour has the name of a known role.
  private func strange(_ themes: [ImportedTheme]) -> [ThemeFinding] {
    let roles = ThemeLine(Style.light.builtInTheme, find: BuiltInThemes.text).members
      .flatMap(\.file.entries).filter { $0.key.kind == .color }.map(\.key.name)
    let known = Set(roles)
    let places = Dictionary(
      themes.enumerated().map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // Whether neither the theme nor its parents define a known role. A parent that is not part of
    // the import may define a role.
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
      return ThemeFinding(.note, in: source, Messages.giveNoRoles(mine.map(\.file), roles))
    }
  }
}
