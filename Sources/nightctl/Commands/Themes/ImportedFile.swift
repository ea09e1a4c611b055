import Glibc
import NightBus
import NightCore
import NightStore

/// What is shared by the commands that read themes without the daemon.
extension Nightctl {
  func themeFolders() throws(Failure) -> ThemeFolders {
    do throws(Places.Flaw) {
      return ThemeFolders(try Places(environment: environment), words: SystemError.message)
    } catch { throw .system(Words.noThemesFolder) }
  }

  /// As they are listed; those that are built in where nothing says where others stand.
  func themeNames() -> [String] {
    (try? themeFolders())?.list().map(\.name) ?? BuiltInThemes.names
  }

  func themeFormat(
    _ option: Option,
    _ known: [ThemeFormat],
    _ invocation: Invocation
  ) throws(Failure) -> ThemeFormat? {
    guard let word = invocation.value(of: option) else { return nil }
    guard let format = ThemeFormat(rawValue: word), known.contains(format) else {
      throw .usage(Words.noThemeFormat(word, known.map(\.rawValue)), help: invocation.command)
    }
    return format
  }

  /// From the root, with links and dots in the way to its folder followed; the name itself is kept.
  static func whole(_ word: String) -> String? {
    let path = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let isFolder = [".", "..", ""].contains(name)
    let folder = isFolder ? path : slash.map { String(path[...$0]) } ?? "."
    guard let found = realpath(folder, nil) else { return nil }
    defer { free(found) }
    let whole = String(cString: found)
    return isFolder ? whole : (whole == "/" ? "" : whole) + "/" + name
  }
}

// MARK: - Files of themes

extension Nightctl {
  /// The themes of one file, and what is to be said of them.
  func importedThemes(
    of path: String,
    _ wishes: ImportWishes
  ) throws(Failure) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    if path != "-", Self.isFolder(path) { return try importedFolder(path, wishes) }
    let input = InputFile(path)
    let bytes = try input.bytes()
    guard let format = wishes.format ?? ThemeFormat(guessing: path, bytes) else {
      throw .system(Words.ofNoFormat(input.name, ThemeFormat.read.map(\.rawValue)))
    }
    let imported: ThemeImport
    let (style, name) = (wishes.style, wishes.name)
    switch format {
    case .table:
      imported = ColorTable.read(bytes, file: input.name, style: style, called: name)
    case .apptheme:
      imported = AppThemeFile.read(bytes, file: input.name, style: style, called: name)
    case .base16:
      do throws(YamlError) {
        let tree = try YamlReader.read(bytes)
        imported = Base16.read(
          tree,
          named: Self.title(path),
          file: input.name,
          style: style,
          called: name
        )
      } catch {
        let finding = ThemeFinding(.error, in: input.name, at: error.position, error.message)
        return ([], [finding])
      }
    case .json, .css, .gtk:
      let draft = ImportDraft(bytes, title: Self.title(path), source: input.name)
      if Self.isFolderFile(path), draft.hasImages {
        return try importedFolder(String(path.dropLast(ThemeFolders.folderFile.count)), wishes)
      }
      return ownTheme(draft, wishes)
    }
    return (imported.themes.map { ImportedTheme($0, from: input.name) }, imported.findings)
  }

  /// A theme of nightd with all that stands beside it.
  private func importedFolder(
    _ path: String,
    _ wishes: ImportWishes
  ) throws(Failure) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    let word = path.isEmpty ? "." : path
    let folder = word.count > 1 && word.hasSuffix("/") ? String(word.dropLast()) : word
    let source = folder + "/" + ThemeFolders.folderFile
    // Before anything else is read: the folder may be any, and as large as any.
    guard access(source, F_OK) == 0 || errno != ENOENT else {
      throw .system(Words.isNoThemeFolder(word))
    }
    let files = try ThemeFolderFiles(folder)
    guard let bytes = files.theme else { throw .system(Words.isNoThemeFolder(word)) }
    let draft = ImportDraft(bytes, title: Self.title(source), source: source, folder: files)
    return ownTheme(draft, wishes)
  }

  /// A theme of nightd, called as a person says, or as it calls itself, or as its file is called.
  private func ownTheme(
    _ draft: ImportDraft,
    _ wishes: ImportWishes
  ) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    let source = draft.source
    func refused(_ message: String) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
      ([], [ThemeFinding(.error, in: source, message)])
    }
    guard let name = wishes.name ?? draft.name else { return refused(ThemeImport.nameless) }
    if let flaw = ThemeName.flaw(name) {
      return refused(Words.noThemeName(name, flaw) + "; " + Words.asAnother)
    }
    let text = draft.text(called: name, wishes.style)
    let theme = ThemeText(
      name: name,
      origin: .user,
      file: source,
      content: .bytes(text.bytes),
      assets: draft.folder?.assets
    )
    // Parents are looked at once all files are read.
    let line = ThemeLine(theme) { _ in nil }
    let findings = line.findings.filter { $0.file == source }.map { $0.placed(by: text) }
    guard let file = line.members.first?.file else { return ([], findings) }
    return (
      [ImportedTheme(file, from: source, text, in: draft.folder)],
      findings.filter { $0.severity != .error }
    )
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }

  private static func isFolderFile(_ path: String) -> Bool {
    path.split(separator: "/").last.map(String.init) == ThemeFolders.folderFile
  }

  /// A file's name without its folder and its ending; for `theme.json5` that of its folder.
  private static func title(_ path: String) -> String? {
    guard path != "-" else { return nil }
    var parts = path.split(separator: "/").map(String.init)
    if isFolderFile(path) {
      parts = (whole(path) ?? path).split(separator: "/").dropLast().map(String.init)
      return parts.last
    }
    guard let name = parts.last else { return nil }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension ThemeFinding {
  /// Where it stands in the file that was given.
  func placed(by text: OwnThemeText?) -> ThemeFinding {
    var finding = self
    if let text, let position { finding.position = text.original(position) }
    return finding
  }
}
