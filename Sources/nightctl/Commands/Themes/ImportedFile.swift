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
      throw .system(Messages.noFolder("XDG_STATE_HOME"))
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

/// The themes that were read from the given files, and the findings about them.
typealias ImportedThemes = (themes: [ThemeCandidate], findings: [ThemeFinding])

extension Nightctl {
  /// Reads all given files and folders.
  func importedThemes(
    _ paths: [String],
    _ options: ImportOptions
  ) throws(Failure) -> ImportedThemes {
    var sources: [ImportSource] = []
    for path in paths { sources += try importSources(path, options.format) }
    let styles = AppThemeStyleFiles(sources)
    var themes: [ThemeCandidate] = [], findings = styles.findings
    for source in sources {
      let read: ImportedThemes
      switch source {
      case .folder(let path): read = try importedFolder(path, options)
      case .simpleTheme(let source): read = try simpleTheme(source, options)
      case .file(let file, let format): read = importedFile(file, format, options)
      case .appTheme(let file): read = appTheme(file, styles, options)
      case .appStyles: continue
      }
      themes += read.themes
      findings += read.findings
    }
    return (themes, findings)
  }

  private func importedFile(
    _ file: ImportFile,
    _ format: ThemeFormat,
    _ options: ImportOptions
  ) -> ImportedThemes {
    let (style, name) = (options.style, options.name)
    let imported: ThemeImport
    switch format {
    case .base16:
      do throws(Flaw) {
        let tree = try YamlReader.read(file.bytes)
        imported = Base16.read(
          tree,
          named: file.title,
          file: file.name,
          style: style,
          called: name
        )
      } catch {
        return ([], [ThemeFinding(.error, in: file.name, at: error.position, error.message)])
      }
    case .table:
      imported = ColorTable.read(
        file.bytes,
        file: file.name,
        style: style,
        called: name,
        title: file.title
      )
    case .json, .css, .gtk, .apptheme, .simpletheme:
      return ownTheme(ThemeDraft(file.bytes, title: file.title, source: file.name), options)
    }
    return Self.themes(imported, from: file.name)
  }

  private static func themes(_ imported: ThemeImport, from source: String) -> ImportedThemes {
    let themes = imported.themes.map {
      ThemeCandidate($0, from: source, shortName: imported.shortNames[$0.name])
    }
    return (themes, imported.findings)
  }

  /// Reads the folder of a nightd theme with all its files.
  private func importedFolder(
    _ path: String,
    _ options: ImportOptions
  ) throws(Failure) -> ImportedThemes {
    let name = path.isEmpty ? "." : path
    let folder = name.count > 1 && name.hasSuffix("/") ? String(name.dropLast()) : name
    let files: ThemeFolderFiles
    do throws(ThemeFolderFiles.Refusal) {
      files = try ThemeFolderFiles(folder, message: SystemError.message)
    } catch { throw .system(Messages.cannotRead(error.path, error.why)) }
    guard let bytes = files.theme else { throw .system(Messages.hasNoTheme(name)) }
    let source = folder + "/" + ThemeFolders.folderFile
    let title = Self.folderTitle(folder)
    return ownTheme(ThemeDraft(bytes, title: title, source: source, folder: files), options)
  }

  /// Reads a nightd theme, with the name of `--as`, or else its own name, or else its file's name.
  private func ownTheme(_ draft: ThemeDraft, _ options: ImportOptions) -> ImportedThemes {
    func refused(_ message: String) -> ImportedThemes {
      ([], [ThemeFinding(.error, in: draft.source, message)])
    }
    guard let name = options.name ?? draft.name else { return refused(ThemeImport.nameless) }
    if let flaw = ThemeName.flaw(name) {
      return refused(Messages.noThemeName(name, flaw) + "; " + Messages.asAnother)
    }
    let (theme, findings) = draft.candidate(named: name, options.style)
    return (theme.map { [$0] } ?? [], findings)
  }
}

// MARK: - AppTheme

extension Nightctl {
  private func appTheme(
    _ file: ImportFile,
    _ styles: AppThemeStyleFiles,
    _ options: ImportOptions
  ) -> ImportedThemes {
    let imported = AppThemeFile.read(
      file.bytes,
      file: file.name,
      style: options.style,
      called: options.name,
      title: file.title,
      styles: styles.files(for: file).map { AppThemeStyles($0.bytes, file: $0.name) }
    )
    return Self.themes(imported, from: file.name)
  }
}

/// The given files with style sheets of AppTheme, and the Themes.json to which each belongs.
private struct AppThemeStyleFiles {
  private var themes: [ImportFile] = []
  private var files: [ImportFile] = []

  init(_ sources: [ImportSource]) {
    for source in sources {
      switch source {
      case .appTheme(let file): themes.append(file)
      case .appStyles(let file): files.append(file)
      case .folder, .simpleTheme, .file: break
      }
    }
  }

  /// The style sheets for a Themes.json: those beside it, or all if no other Themes.json was given.
  func files(for themes: ImportFile) -> [ImportFile] {
    files.filter { self.themes.count == 1 || $0.folder == themes.folder }
  }

  /// An error for each file whose themes were not given.
  var findings: [ThemeFinding] {
    let folders = themes.map(\.folder)
    return files.filter { themes.count != 1 && !folders.contains($0.folder) }.map { file in
      let message = Messages.stylesAlone(file.path, isAlone: themes.isEmpty)
      return ThemeFinding(.error, in: file.name, message)
    }
  }
}

// MARK: - simpleTheme

extension Nightctl {
  private static let mostPictureBytes = 64 << 20

  /// Reads a theme of simpleTheme, and the pictures that it names.
  private func simpleTheme(
    _ source: SimpleThemeSource,
    _ options: ImportOptions
  ) throws(Failure) -> ImportedThemes {
    let imported = SimpleTheme.read(
      source.file.bytes,
      file: source.file.name,
      configuration: source.configuration,
      pictures: try source.folder.map { folder throws(Failure) in try pictures(in: folder) } ?? [],
      style: options.style,
      called: options.name,
      title: source.file.title
    )
    var (themes, findings) = Self.themes(imported, from: source.file.name)
    guard let folder = source.folder, !themes.isEmpty else { return (themes, findings) }
    let files = themes[0].file.entries.flatMap { entry -> [String] in
      guard case .value(.image(let image)) = entry.written else { return [] }
      return image.pictures.map(\.file)
    }
    guard !files.isEmpty else { return (themes, findings) }
    var assets: [ThemeFolderFiles.File] = [], left = Self.mostPictureBytes
    for name in Set(files).sorted() {
      let path = "\(folder)/\(name)"
      switch Disk.system.reading(path, limit: left).content {
      case .bytes(let bytes):
        left -= bytes.count
        assets.append((name, bytes))
      case .missing: findings.append(ThemeFinding(.error, in: path, "the file is gone"))
      case .flawed(let flaw):
        findings.append(
          ThemeFinding(.error, in: path, "it " + flaw.predicate(SystemError.message))
        )
      }
    }
    themes[0].assets = assets
    return (themes, findings)
  }

  /// The names of the files in a folder; links are not followed.
  private func pictures(in folder: String) throws(Failure) -> Set<String> {
    let names = try Self.allNames(folder)
    return Set(names.filter { (try? Disk.system.look("\(folder)/\($0)"))??.kind == .file })
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

  /// Whether the file is a property list, in XML or in Apple's binary form.
  var isPropertyList: Bool {
    let start = text.drop(while: \.isWhitespace)
    return start.hasPrefix("bplist") || start.hasPrefix("<plist")
      || start.hasPrefix("<?xml") && start.includes("<plist")
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
