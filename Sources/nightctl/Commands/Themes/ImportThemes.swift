import Glibc
import NightBus
import NightCore
import NightStore

/// Takes themes in from files; all of them are checked before one is written.
extension Nightctl {
  func importThemes(_ invocation: Invocation) throws(Failure) {
    let folders = try themeFolders()
    // Wrong words are told before any file is read.
    let wishes = try wishes(invocation)
    var themes: [ImportedTheme] = []
    var findings: [ThemeFinding] = []
    for path in invocation.operands {
      let read = try importedThemes(of: path, wishes)
      themes += read.themes
      findings += read.findings
    }
    func isWhole() -> Bool { !findings.contains { $0.severity == .error } }
    if let name = wishes.name, isWhole() {
      guard themes.count == 1 else {
        throw .usage(Words.oneNameForMany(themes.map(\.name)), help: invocation.command)
      }
      themes[0].file.name = name
    }
    let unread = folders.unread().filter { $0.severity == .error && $0.file == folders.user }
    // What cannot be read would look as if it were there.
    findings += unread.isEmpty ? conflicts(themes, folders, wishes) : unread
    if isWhole() { findings += judged(themes, folders) }
    for finding in findings where finding.severity != .note {
      output.complain(Words.finding(finding))
    }
    let errors = findings.count { $0.severity == .error }
    guard errors == 0 else { throw .system(Words.nothingImported(errors)) }
    var made: [(theme: ThemeFile, path: String)] = []
    for theme in parentsFirst(themes) {
      let path = try put(theme, folders, wishes, after: made.map(\.theme.name))
      made.append((theme.file, path))
    }
    try tell(made, findings.filter { $0.severity == .note }, invocation)
  }

  private func put(
    _ theme: ImportedTheme,
    _ folders: ThemeFolders,
    _ wishes: ImportWishes,
    after made: [String]
  ) throws(Failure) -> String {
    if wishes.isReplacing, theme.folder == nil, let link = Self.link(theme.name, folders) {
      try OutputFile(link).replace(with: String(decoding: theme.bytes, as: UTF8.self))
      return link
    }
    do throws(ThemeFolders.PutFlaw) {
      if let folder = theme.folder {
        return try folders.put(
          folder: theme.name,
          files: folder.files(theme: theme.bytes),
          replacing: wishes.isReplacing
        )
      }
      return try folders.put(theme.name, theme.bytes, replacing: wishes.isReplacing)
    } catch { throw .system(Words.notPut(theme.name, error, made)) }
  }

  /// The file of the user's theme, where it is a link: what it leads to is written then.
  private static func link(_ name: String, _ folders: ThemeFolders) -> String? {
    guard let user = folders.user else { return nil }
    let path = "\(user)/\(name)\(ThemeFolders.ending)"
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFLNK else { return nil }
    return path
  }

  private func tell(
    _ made: [(theme: ThemeFile, path: String)],
    _ notes: [ThemeFinding],
    _ invocation: Invocation
  ) throws(Failure) {
    guard invocation.has(.json) else {
      let lines = made.map { Words.made($0.theme, $0.path) } + notes.map(Words.finding)
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
        .init(name: "notes", value: .array(notes.map { .string(Words.finding($0)) })),
      ])
    )
  }

  /// So that no theme is there before its parent is.
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

  // MARK: - Words

  private func wishes(_ invocation: Invocation) throws(Failure) -> ImportWishes {
    var name = invocation.value(of: .importName)
    // A name that is written as that of a file.
    if let file = name, file.hasSuffix(ThemeFolders.ending) {
      name = String(file.dropLast(ThemeFolders.ending.count))
    }
    if let name, let flaw = ThemeName.flaw(name) {
      throw .usage(Words.noThemeName(name, flaw), help: invocation.command)
    }
    return ImportWishes(
      format: try themeFormat(.importFormat, ThemeFormat.read, invocation),
      style: try importedStyle(invocation),
      name: name,
      isReplacing: invocation.has(.replace)
    )
  }

  private func importedStyle(_ invocation: Invocation) throws(Failure) -> Style? {
    guard let word = invocation.value(of: .importStyle) else { return nil }
    guard let style = Style(rawValue: word) else {
      throw .usage(Words.noStyle(word), help: invocation.command)
    }
    return style
  }
}
