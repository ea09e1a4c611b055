import NightBus
import NightCore
import NightStore

/// The command `theme import`, which checks all themes before it writes any.
struct ImportThemes: Command {
  let nightctl: Nightctl

  func importThemes(_ invocation: Invocation) throws(Failure) {
    let installer = ThemeInstaller(try ThemeFolders(environment))
    // Check the arguments before reading any file.
    let options = try importOptions(invocation)
    var (themes, findings) = try importedThemes(invocation.operands, options, installer.folders)
    func isWhole() -> Bool { !findings.contains { $0.severity == .error } }
    if let name = options.name, isWhole() {
      findings += themes.rename(to: name)
    }
    try put(themes, findings, installer, isReplacing: options.isReplacing, invocation)
  }

  /// Checks all themes, and writes them if none has an error.
  func put(
    _ themes: [ThemeCandidate],
    _ findings: [ThemeFinding],
    _ installer: ThemeInstaller,
    isReplacing: Bool,
    _ invocation: Invocation
  ) throws(Failure) {
    var findings = findings
    func isWhole() -> Bool { !findings.contains { $0.severity == .error } }
    let folders = installer.folders
    let unread = folders.unread().filter { $0.severity == .error && $0.file == folders.user }
    // If the folder is unreadable, report only this error, because every name in an unreadable
    // folder seems to be taken.
    findings += unread.isEmpty ? conflicts(themes, installer, isReplacing) : unread
    findings += hidden(themes, folders)
    if isWhole() { findings += flaws(in: themes, installer) }
    for finding in findings where finding.severity != .note {
      output.complain(ThemeMessages.finding(finding))
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else { throw .system(ThemeMessages.nothingImported(errors)) }
    var made: [(theme: ThemeFile, path: String)] = []
    for theme in themes.parentsFirst {
      let path = try put(theme, installer, isReplacing, after: made.map(\.theme.name))
      made.append((theme.file, path))
    }
    let notes = findings.filter { $0.severity == .note }
    guard invocation.has(.useImported) else { return try report(made, notes, nil, invocation) }
    // Report the imported themes even if nightd cannot use them.
    let used: UsedThemes
    do throws(Failure) { used = try use(themes.map(\.file)) } catch {
      try report(made, notes, nil, invocation)
      output.complain("nightctl: " + ThemeMessages.notInUse(themes.map(\.file)))
      throw error
    }
    try report(made, notes, used, invocation)
  }

  private func put(
    _ theme: ThemeCandidate,
    _ installer: ThemeInstaller,
    _ isReplacing: Bool,
    after made: [String]
  ) throws(Failure) -> String {
    // If the theme's file is a link, replace the link's target, so that the link stays.
    if isReplacing, theme.assets == nil, let link = installer.link(theme.name) {
      try OutputFile(link).replace(with: String(decoding: theme.bytes, as: UTF8.self))
      return link
    }
    do throws(ThemeFolders.Flaw) {
      return try installer.write(theme, replace: isReplacing)
    } catch {
      let why = installer.folders.reason(error, theme.name)
      throw .system(ThemeMessages.notPut(theme.name, why, made))
    }
  }

  private func report(
    _ made: [(theme: ThemeFile, path: String)],
    _ notes: [ThemeFinding],
    _ used: UsedThemes?,
    _ invocation: Invocation
  ) throws(Failure) {
    guard invocation.has(.json) else {
      let lines =
        made.map { ThemeMessages.made($0.theme, $0.path) } + notes.map(ThemeMessages.finding)
      for line in lines { try output.sentences([line]) }
      for line in used?.lines(at: LocalTime(now)) ?? [] { try output.sentences([line]) }
      return
    }
    let rows = made.map { made in
      JSON.object([
        .init(name: "name", value: .string(made.theme.name)),
        .init(name: "style", value: .string(made.theme.style.rawValue)),
        .init(name: "file", value: .string(made.path)),
      ])
    }
    var members: [JSON.Member] = [
      .init(name: "themes", value: .array(rows)),
      .init(name: "notes", value: .array(notes.map { .string(ThemeMessages.finding($0)) })),
    ]
    if let used { members.append(.init(name: "used", value: .array(used.names.map(JSON.string)))) }
    try output.json(.object(members))
  }

  // MARK: - Options

  private func importOptions(_ invocation: Invocation) throws(Failure) -> ImportOptions {
    let name = try invocation.newThemeName()
    return ImportOptions(
      importer: .init(
        format: try invocation.themeFormat(.importFormat, among: ThemeFormat.read),
        style: try importedStyle(invocation),
        name: name
      ),
      isReplacing: invocation.has(.replace)
    )
  }

  private func importedStyle(_ invocation: Invocation) throws(Failure) -> Style? {
    guard let text = invocation.value(of: .importStyle) else { return nil }
    guard let style = Style(rawValue: text) else {
      throw invocation.usage(ThemeMessages.noStyle(text))
    }
    return style
  }
}

/// The options of `nightctl theme import`.
struct ImportOptions {
  let importer: ThemeImporter.Options
  let isReplacing: Bool

  var name: String? { importer.name }
}

extension Invocation {
  /// The name after `--as`; nil without this option.
  ///
  /// `most` is the maximum length of the name, in bytes; by default, the maximum for every theme
  /// name.
  func newThemeName(most: Int = ThemeName.bytesAtMost) throws(Failure) -> String? {
    guard var name = value(of: .importName) else { return nil }
    // The name may have the ending of a theme file, so remove that ending.
    if name.hasSuffix(ThemeFolders.ending) {
      name = String(name.dropLast(ThemeFolders.ending.count))
    }
    name = ThemeName.composed(name)
    guard name.utf8.count <= most else { throw usage(ThemeMessages.tooLong(name, most)) }
    if let flaw = ThemeName.flaw(name) {
      throw usage("\(Excerpt(name)) cannot be a theme's name: it \(flaw)")
    }
    return name
  }
}

// MARK: - Checks

/// The checks that `theme import` makes before it writes the first theme.
extension ImportThemes {
  /// An error for each theme whose name an existing theme or another imported theme already has.
  private func conflicts(
    _ themes: [ThemeCandidate],
    _ installer: ThemeInstaller,
    _ isReplacing: Bool
  ) -> [ThemeFinding] {
    var seen: Set<[UInt8]> = []
    let naming = themes.count == 1 ? ThemeMessages.asAnother : ThemeMessages.asSeveral
    return themes.compactMap { theme in
      func refused(_ message: String) -> ThemeFinding {
        ThemeFinding(.error, in: theme.source, message)
      }
      guard seen.insert(Array(theme.name.utf8)).inserted else {
        return refused("two of the themes are called \(Excerpt(theme.name))")
      }
      let most = ThemeFolders.fileNameBytes
      guard theme.assets != nil || theme.name.utf8.count <= most else {
        return refused(ThemeMessages.tooLong(theme.name, most))
      }
      return installer.conflict(theme, replace: isReplacing).map { conflict in
        refused(conflict.message + "; " + ThemeMessages.remedy(conflict, naming: naming))
      }
    }
  }

  /// A note for each imported theme that hides a system-wide theme of the same name.
  private func hidden(_ themes: [ThemeCandidate], _ folders: ThemeFolders) -> [ThemeFinding] {
    themes.compactMap { theme in
      guard let found = folders.find(theme.name), found.origin == .system else { return nil }
      return ThemeFinding(.note, in: theme.source, ThemeMessages.hides(theme.name, found.file))
    }
  }

  /// The errors that appear when parents and references are resolved, and notes on poor contrast.
  private func flaws(in themes: [ThemeCandidate], _ installer: ThemeInstaller) -> [ThemeFinding] {
    let (resolved, findings) = installer.check(themes)
    let poor = zip(themes, resolved).compactMap { theme, resolved -> ThemeFinding? in
      guard let resolved else { return nil }
      let pairs = ThemeCheck.pairs(resolved).count { $0.contrast < ThemeCheck.leastContrast }
      guard pairs > 0 else { return nil }
      return ThemeFinding(.note, in: theme.source, ThemeMessages.hardToRead(theme.name, pairs))
    }
    return findings + strange(themes) + poor
  }

  /// Notes on themes whose colours all have unknown role names.
  private func strange(_ themes: [ThemeCandidate]) -> [ThemeFinding] {
    let roles = ThemeLine(Style.light.builtInTheme, find: BuiltInThemes.text).members
      .flatMap(\.file.entries).filter { $0.key.kind == .color }.map(\.key.name)
    let known = Set(roles)
    let places = Dictionary(
      themes.enumerated().map { (Array($1.name.utf8), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    // Whether a theme and all its parents define only unknown roles. Returns false if a parent is
    // not part of the import, because that parent may define a known role.
    func isStrange(_ theme: ThemeCandidate) -> Bool {
      var next: ThemeCandidate? = theme
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
      return ThemeFinding(.note, in: source, ThemeMessages.giveNoRoles(mine.map(\.file), roles))
    }
  }
}
