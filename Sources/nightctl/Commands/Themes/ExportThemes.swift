import NightCore
import NightStore
import NightThemes

/// Prints themes in the formats of other programs, and lists the values that are lost.
extension Nightctl {
  func exportThemes(_ invocation: Invocation) throws(Failure) {
    let format = try themeFormat(.exportFormat, ThemeFormat.written, invocation) ?? .json
    let folders = try themeFolders()
    var sources: [ThemeExport.Source] = []
    for name in invocation.operands { sources.append(try source(name, folders)) }
    guard let first = sources.first else { return }
    guard sources.count == 1 || format == .css || format == .table else {
      throw .usage(Messages.oneThemeAtATime(format.rawValue), help: invocation.command)
    }
    let export: ThemeExport
    switch format {
    case .css: export = StyleSheetWriter.css(sources)
    case .gtk: export = StyleSheetWriter.gtk(first)
    case .base16: export = Base16.write(first)
    case .table: export = ColorTable.write(sources)
    case .json, .apptheme, .simpletheme: return try exportOwn(first)
    }
    try output.text(export.text)
    for sentence in export.lost {
      output.complain("nightctl: " + Messages.lost(sentence), as: .heading)
    }
  }

  private func exportOwn(_ source: ThemeExport.Source) throws(Failure) {
    try output.text(source.file.text)
    let images = source.file.entries.filter { $0.key.kind == .image }.map(\.key.name)
    guard !images.isEmpty, let folder = source.theme.folders[source.theme.name] else { return }
    output.complain(
      "nightctl: " + Messages.lost(Messages.imagesStay(images, folder)),
      as: .heading
    )
  }

  private func source(
    _ text: String,
    _ folders: ThemeFolders
  ) throws(Failure) -> ThemeExport.Source {
    let names = folders.list().map(\.name)
    guard let name = ThemeName.meant(by: text, among: names) else {
      throw .system(Messages.noTheme(text, names, folders.strays()))
    }
    var line = ThemeLine(name) { folders.find($0) }
    guard let source = ThemeExport.Source(&line) else {
      let why = line.findings.first { $0.severity == .error }.map(Messages.finding) ?? name
      throw .system(why)
    }
    return source
  }
}

/// The file formats of themes, of nightd and of other programs.
enum ThemeFormat: String {
  /// A nightd theme.
  case json
  /// DKNightVersion's table of colours.
  case table
  /// AppTheme's Themes.json.
  case apptheme
  /// A scheme of base16 or base24.
  case base16
  /// A property list of simpleTheme.
  case simpletheme
  case css
  case gtk

  static let read: [ThemeFormat] = [.json, .table, .apptheme, .simpletheme, .base16]
  static let written: [ThemeFormat] = [.json, .css, .gtk, .base16, .table]

  /// Guesses the format from the file's name, or else from its beginning; nil if neither shows it.
  init?(guessing name: String, _ bytes: [UInt8]) {
    let lower = name.lowercased()
    let beginning = FileBeginning(bytes)
    if lower.hasSuffix(".yaml") || lower.hasSuffix(".yml") {
      self = .base16
    } else if lower.hasSuffix(".plist") || beginning.isPropertyList {
      self = .simpletheme
    } else if beginning.firstCharacter == "[" {
      self = .apptheme
    } else if beginning.firstCharacter == "{" || lower.hasSuffix(".json5") {
      self = .json
    } else if lower.hasSuffix(".json") {
      self = .apptheme
    } else if beginning.isScheme {
      self = .base16
    } else if beginning.isTable {
      self = .table
    } else {
      return nil
    }
  }
}
