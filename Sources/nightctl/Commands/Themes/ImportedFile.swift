import Glibc
import NightBus
import NightCore
import NightStore
import NightThemes
import NightValues

/// Functions for all commands that read themes without the daemon.
extension Nightctl {
  func themeFolders() throws(Failure) -> ThemeFolders {
    guard let folders = StandardFolders(environment: environment) else {
      throw .system(Messages.noThemesFolder)
    }
    return ThemeFolders(folders, message: SystemError.message)
  }

  /// The names of the themes in the order of the list; only built-in themes if no folders are
  /// known.
  func themeNames() -> [String] {
    (try? themeFolders())?.list().map(\.name) ?? BuiltInThemes.names
  }

  func themeFormat(
    _ option: Option,
    _ known: [ThemeFormat],
    _ invocation: Invocation
  ) throws(Failure) -> ThemeFormat? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let format = ThemeFormat(rawValue: text), known.contains(format) else {
      throw .usage(Messages.noThemeFormat(text, known.map(\.rawValue)), help: invocation.command)
    }
    return format
  }

  /// The absolute path of a file; nil if its folder does not exist.
  ///
  /// Links in the folder's path are resolved. If the last component of the path is a link, it is
  /// not resolved.
  static func absolute(_ text: String) -> String? {
    let path = text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
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
  /// The themes of one file, and the findings about them.
  func importedThemes(
    of path: String,
    _ options: ImportOptions
  ) throws(Failure) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    if path != "-", Self.isFolder(path) { return try importedFolder(path, options) }
    let input = InputFile(path)
    let bytes = try input.bytes()
    guard let format = options.format ?? ThemeFormat(guessing: path, bytes) else {
      throw .system(Messages.ofNoFormat(input.name, ThemeFormat.read.map(\.rawValue)))
    }
    let imported: ThemeImport
    let (style, name) = (options.style, options.name)
    switch format {
    case .table:
      imported = ColorTable.read(bytes, file: input.name, style: style, called: name)
    case .apptheme:
      imported = AppThemeFile.read(bytes, file: input.name, style: style, called: name)
    case .base16:
      do throws(Flaw) {
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
        return try importedFolder(String(path.dropLast(ThemeFolders.folderFile.count)), options)
      }
      return ownTheme(draft, options)
    }
    return (imported.themes.map { ImportedTheme($0, from: input.name) }, imported.findings)
  }

  /// Reads the folder of a nightd theme with all its files.
  private func importedFolder(
    _ path: String,
    _ options: ImportOptions
  ) throws(Failure) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    let name = path.isEmpty ? "." : path
    let folder = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
    let source = folder + "/" + ThemeFolders.folderFile
    // Check the size before reading the folder, because the user can name a folder of any size.
    guard access(source, F_OK) == 0 || errno != ENOENT else {
      throw .system(Messages.isNoThemeFolder(name))
    }
    let files = try ThemeFolderFiles(folder)
    guard let bytes = files.theme else { throw .system(Messages.isNoThemeFolder(name)) }
    let draft = ImportDraft(bytes, title: Self.title(source), source: source, folder: files)
    return ownTheme(draft, options)
  }

  /// Reads a nightd theme, with the name of `--as`, or else its own name, or else its file's name.
  private func ownTheme(
    _ draft: ImportDraft,
    _ options: ImportOptions
  ) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
    let source = draft.source
    func refused(_ message: String) -> (themes: [ImportedTheme], findings: [ThemeFinding]) {
      ([], [ThemeFinding(.error, in: source, message)])
    }
    guard let name = options.name ?? draft.name else { return refused(ThemeImport.nameless) }
    if let flaw = ThemeName.flaw(name) {
      return refused(Messages.noThemeName(name, flaw) + "; " + Messages.asAnother)
    }
    let text = draft.text(called: name, options.style)
    let theme = ThemeText(
      name: name,
      origin: .user,
      file: source,
      content: .bytes(text.bytes),
      assets: draft.folder?.assets
    )
    // Parents are checked later, when all files have been read.
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

  /// A file's name without its folder and its ending; for `theme.json5`, the name of its folder.
  private static func title(_ path: String) -> String? {
    guard path != "-" else { return nil }
    var parts = path.split(separator: "/").map(String.init)
    if isFolderFile(path) {
      parts = (absolute(path) ?? path).split(separator: "/").dropLast().map(String.init)
      return parts.last
    }
    guard let name = parts.last else { return nil }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}

extension ThemeFinding {
  /// The finding with its position in the file as the user gave it.
  func placed(by text: OwnThemeText?) -> ThemeFinding {
    var finding = self
    if let text, let position { finding.position = text.original(position) }
    return finding
  }
}

/// The beginning of a file, from which the format is guessed.
struct FileBeginning {
  private let text: String
  /// Only this many bytes are examined.
  private static let mostBytes = 1 << 16

  init(_ bytes: [UInt8]) {
    let marks: [UInt8] = [0xEF, 0xBB, 0xBF]
    let body = bytes.starts(with: marks) ? bytes.dropFirst(marks.count) : bytes[...]
    text = String(decoding: body.prefix(Self.mostBytes), as: UTF8.self)
  }

  /// The first character after the white space and comments of JSON5.
  var firstCharacter: Character? {
    var rest = text[...]
    while true {
      rest = rest.drop(while: \.isWhitespace)
      if rest.hasPrefix("//") {
        rest = rest.drop { !$0.isNewline }
      } else if rest.hasPrefix("/*") {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
        rest = rest.dropFirst(2)
      } else {
        return rest.first
      }
    }
  }

  /// Whether the first line is a field or a colour of a base16 scheme, such as `scheme: "…"`.
  var isScheme: Bool {
    let first = lines.first { !$0.hasPrefix("#") && $0 != "---" && !$0.hasPrefix("%YAML") }
    guard let first, let colon = first.firstIndex(of: ":") else { return false }
    let name = first[..<colon].filter { !"\"' ".contains($0) }.lowercased()
    return Base16.facts.contains(name)
      || Base16.twentyFour.contains { $0.lowercased() == name }
  }

  /// Whether the first line can be a list of names, and the next line has colours and a name.
  ///
  /// True for an empty file, because a message that the file is empty helps more than a question
  /// about its format.
  var isTable: Bool {
    let lines = lines.filter { $0 != "#" && !$0.hasPrefix("# ") }
    guard let names = lines.first.map(Self.fields) else { return true }
    guard lines.count > 1 else { return false }
    // A theme can be named after a colour, so the name of a colour is allowed in the first line.
    let isForeign = names.contains { name in
      Self.isNumber(name) || name.contains { "{}();\"<>=:@*".contains($0) }
    }
    return !isForeign && Self.fields(lines[1]).dropLast().contains(where: Self.isColor)
  }

  /// The lines that are neither empty nor comments of a table.
  private var lines: [Substring] {
    text.split(whereSeparator: \.isNewline).map { line in
      line.drop(while: \.isWhitespace)
    }.filter { !$0.isEmpty && !$0.hasPrefix("//") && !$0.hasPrefix(";") }
  }

  private static func fields(_ line: Substring) -> [Substring] {
    line.split(whereSeparator: \.isWhitespace)
  }

  /// Whether the field begins like a colour in digits.
  private static func isNumber(_ field: Substring) -> Bool {
    field.hasPrefix("#") || field.hasPrefix("0x") || field.hasPrefix("0X")
  }

  /// Whether the field is a colour, or was meant to be a colour.
  private static func isColor(_ field: Substring) -> Bool {
    guard !isNumber(field) else { return true }
    let lower = field.lowercased()
    let isBare = [6, 8].contains(lower.utf8.count) && lower.allSatisfy(\.isHexDigit)
    return isBare || (try? Color(reading: String(field))) != nil
  }
}
