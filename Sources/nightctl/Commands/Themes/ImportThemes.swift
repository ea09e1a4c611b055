import NightBus
import NightCore
import NightStore

/// Takes themes in from files; all of them are checked before one is written.
extension Nightctl {
  func importThemes(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    var themes: [ThemeFile] = []
    var findings: [ThemeFinding] = []
    // Wrong words are told before any file is read.
    let format = try themeFormat(.importFormat, ThemeFormat.read, invocation)
    let style = try importedStyle(invocation)
    for path in invocation.operands {
      let read = try importedThemes(of: path, format, style)
      themes += read.themes
      findings += read.findings
    }
    if let name = invocation.value(of: .importName) {
      try rename(&themes, name, isWhole: !findings.contains { $0.severity == .error })
    }
    let isReplacing = invocation.has(.replace)
    findings += conflicts(themes, folders, isReplacing: isReplacing)
    if !findings.contains(where: { $0.severity == .error }) {
      findings += unresolved(themes, folders)
    }
    for finding in findings where finding.severity != .note {
      output.complain(Words.finding(finding))
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else { throw .system(Words.nothingImported(errors)) }
    var made: [(theme: ThemeFile, path: String)] = []
    for theme in parentsFirst(themes) {
      do throws(ThemeFolders.PutFlaw) {
        let path = try folders.put(theme.name, Array(theme.text.utf8), replacing: isReplacing)
        made.append((theme, path))
      } catch {
        throw .system(Words.notPut(theme.name, error, made.map(\.theme.name)))
      }
    }
    try tell(made, findings.filter { $0.severity == .note }, invocation)
  }

  private func tell(
    _ made: [(theme: ThemeFile, path: String)],
    _ notes: [ThemeFinding],
    _ invocation: Invocation
  ) throws(Failure) {
    guard invocation.has(.json) else {
      let lines = made.map { Words.made($0.theme, $0.path) } + notes.map(Words.finding)
      for line in lines { try output.foreign(line) }
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
        .init(name: "notes", value: .array(notes.map { .string(Words.finding($0)) })),
      ])
    )
  }

  // MARK: - Checks

  private func rename(
    _ themes: inout [ThemeFile],
    _ name: String,
    isWhole: Bool
  ) throws(Failure) {
    if let flaw = ThemeName.flaw(name) {
      throw .usage(Words.noThemeName(name, flaw), help: "theme import")
    }
    guard isWhole else { return }
    guard themes.count == 1 else {
      throw .usage(Words.oneNameForMany(themes.map(\.name)), help: "theme import")
    }
    themes[0].name = name
  }

  private func conflicts(
    _ themes: [ThemeFile],
    _ folders: ThemeFolders,
    isReplacing: Bool
  ) -> [ThemeFinding] {
    var seen: Set<[UInt8]> = []
    return themes.compactMap { theme in
      let name = theme.name
      guard seen.insert(Array(name.utf8)).inserted else {
        return ThemeFinding(.error, in: name, Words.namedTwice)
      }
      guard BuiltInThemes.text(name) == nil else {
        return ThemeFinding(.error, in: name, Words.isBuiltIn)
      }
      guard !isReplacing, let found = folders.find(name), found.origin == .user else { return nil }
      return ThemeFinding(.error, in: name, Words.isThere(found.file))
    }
  }

  /// What is wrong with a theme once its parents and references are looked at.
  private func unresolved(_ themes: [ThemeFile], _ folders: ThemeFolders) -> [ThemeFinding] {
    let texts = themes.map { theme in
      ThemeText(
        name: theme.name,
        origin: .user,
        file: theme.name,
        content: .bytes(Array(theme.text.utf8))
      )
    }
    return texts.flatMap { text in
      var line = ThemeLine(text) { name in
        texts.first { $0.name.isSameText(as: name) } ?? folders.find(name)
      }
      _ = line.resolve()
      return line.findings.filter { $0.severity == .error }
    }
  }

  /// So that no theme is there before its parent is.
  private func parentsFirst(_ themes: [ThemeFile]) -> [ThemeFile] {
    var rest = themes, sorted: [ThemeFile] = []
    while !rest.isEmpty {
      let waiting = rest.filter { theme in rest.contains { $0.name == theme.parent } }
      guard waiting.count < rest.count else { return sorted + rest }
      sorted += rest.filter { theme in !rest.contains { $0.name == theme.parent } }
      rest = waiting
    }
    return sorted
  }
}
