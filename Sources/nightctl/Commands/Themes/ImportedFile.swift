import NightBus
import NightCore
import NightStore

/// What is shared by the commands that read themes without the daemon.
extension Nightctl {
  func themeFolders() throws(Failure) -> ThemeFolders {
    do throws(Places.Flaw) {
      return ThemeFolders(try Places(environment: environment), words: SystemError.words)
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

  /// The themes of one file, and what is to be said of them.
  func importedThemes(
    of path: String,
    _ format: ThemeFormat?,
    _ style: Style?
  ) throws(Failure) -> (themes: [ThemeFile], findings: [ThemeFinding]) {
    let input = InputFile(path)
    let bytes = try input.bytes()
    let imported: ThemeImport
    switch format ?? ThemeFormat(guessing: path, bytes) {
    case .table: imported = ColorTable.read(bytes, file: input.name, style: style)
    case .apptheme: imported = AppThemeFile.read(bytes, file: input.name, style: style)
    case .base16:
      do throws(YamlError) {
        let tree = try YamlReader.read(bytes)
        imported = Base16.read(tree, named: Self.title(path), file: input.name, style: style)
      } catch {
        let finding = ThemeFinding(.error, in: input.name, at: error.position, error.message)
        return ([], [finding])
      }
    case .json, .css, .gtk: return ownTheme(bytes, path, input.name, style)
    }
    return (imported.themes, imported.findings)
  }

  func importedStyle(_ invocation: Invocation) throws(Failure) -> Style? {
    guard let word = invocation.value(of: .importStyle) else { return nil }
    guard let style = Style(rawValue: word) else {
      throw .usage(Words.noStyle(word), help: invocation.command)
    }
    return style
  }

  /// A theme of nightd itself, called as it calls itself or as its file is called.
  private func ownTheme(
    _ bytes: [UInt8],
    _ path: String,
    _ file: String,
    _ style: Style?
  ) -> (themes: [ThemeFile], findings: [ThemeFinding]) {
    var name = Self.title(path)
    if case .string(let own)? = (try? JSONReader.read(bytes))?["name"]?.value { name = own }
    if let flaw = ThemeName.flaw(name) {
      return ([], [ThemeFinding(.error, in: file, Words.noThemeName(name, flaw))])
    }
    let text = ThemeText(name: name, origin: .user, file: file, content: .bytes(bytes))
    // Parents are looked at once all files are read.
    let line = ThemeLine(text) { _ in nil }
    let findings = line.findings.filter { $0.file == file }
    guard var theme = line.members.first?.file else { return ([], findings) }
    if let style { theme.style = style }
    return ([theme], findings.filter { $0.severity != .error })
  }

  /// A file's name without its folder and its ending.
  private static func title(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }
}
