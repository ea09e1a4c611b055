import Glibc
import NightCore

/// A file or folder to be imported; its format is known, but it has not yet been read as a theme.
package enum ImportSource: Sendable {
  /// The folder of a nightd theme.
  case folder(String)
  /// A simpleTheme theme: the bytes of its property list, and the folder with its images.
  case simpleTheme(SimpleThemeSource)
  /// AppTheme's Themes.json.
  case appTheme(ImportFile)
  /// A file with style sheets for the themes in a Themes.json.
  case appStyles(ImportFile)
  /// Any other file.
  case file(ImportFile, ThemeFormat)
  /// How many files in a folder are not themes.
  case skipped(Int, in: String)
}

/// A file to be imported.
package struct ImportFile: Sendable {
  /// The path as the user gave it; `-` is standard input.
  let path: String
  let bytes: [UInt8]
  /// The name for the theme if the file does not declare one; nil if the file is standard input.
  let title: String?

  /// The file's name in messages.
  var name: String { path == "-" ? "standard input" : path }

  /// The folder that contains the file; empty for standard input.
  var folder: String { path == "-" ? "" : path.parentFolder }
}

/// A property list of simpleTheme, and the folder with its images.
package struct SimpleThemeSource: Sendable {
  let file: ImportFile
  /// The folder with the images; nil if the file is standard input, which has no images.
  let folder: String?

  /// The name of the property list's file.
  var configuration: String { file.path.fileName }
}

// MARK: - Recognising

extension ThemeImporter {
  /// Finds the sources to import at a path that the user gave; `bytes` is the file's content, or
  /// nil if the path leads to a folder.
  package func sources(at path: String, _ bytes: [UInt8]?) throws(Refusal) -> [ImportSource] {
    guard let bytes else { return try folderSources(path) }
    let file = ImportFile(path: path, bytes: bytes, title: Self.title(path))
    guard let format = options.format ?? ThemeFormat(guessing: path, bytes) else {
      throw .noFormat(file.name)
    }
    switch format {
    case .apptheme:
      return [AppThemeStyles.areIn(bytes, path: path) ? .appStyles(file) : .appTheme(file)]
    case .simpletheme:
      guard path != "-" else { return [.simpleTheme(.init(file: file, folder: nil))] }
      let folder = file.folder
      let titled = ImportFile(path: path, bytes: bytes, title: Self.folderTitle(folder))
      return [.simpleTheme(.init(file: titled, folder: folder))]
    case .json where Self.isFolderFile(path):
      let draft = ThemeDraft(bytes, title: nil, source: path)
      guard draft.hasImages else { return [.file(file, format)] }
      return [.folder(String(path.dropLast(ThemeFolders.folderFile.count)))]
    default: return [.file(file, format)]
    }
  }

  /// The sources if the folder as a whole is a nightd theme, or themes of AppTheme or simpleTheme;
  /// otherwise an empty list.
  func sources(inFolder path: String) throws(Refusal) -> [ImportSource] {
    let own = Self.joined(path, ThemeFolders.folderFile)
    // Look for the theme before listing the folder, because the folder that the user gave may be of
    // any size.
    do throws(Disk.Refusal) {
      if try folders.disk.lookThroughLinks(own) != nil { return [.folder(path)] }
    } catch { return [.folder(path)] }
    let names = try names(path)
    let simple = try simpleThemes(path, names)
    guard simple.isEmpty else { return simple }
    guard names.contains(Self.appThemes) else { return [] }
    func file(_ name: String) throws(Refusal) -> ImportFile {
      let path = Self.joined(path, name)
      let title = Self.folderTitle(path.parentFolder)
      return ImportFile(path: path, bytes: try regularBytes(path), title: title)
    }
    var sources = [ImportSource.appTheme(try file(Self.appThemes))]
    for name in names where name.hasPrefix(AppThemeStyles.beginning) && name.hasSuffix(".json") {
      sources.append(.appStyles(try file(name)))
    }
    return sources
  }

  private static let appThemes = "Themes.json"

  /// Finds the simpleTheme themes, usually one, in a folder that contains files with these names.
  private func simpleThemes(
    _ folder: String,
    _ names: [String]
  ) throws(Refusal) -> [ImportSource] {
    let files = names.filter { $0.hasSuffix(SimpleTheme.ending) }
    var sources: [ImportSource] = []
    for name in files {
      let path = Self.joined(folder, name)
      let first = name.dropLast(SimpleTheme.ending.count)
      let title = Self.folderTitle(folder).map { files.count == 1 ? $0 : "\($0)-\(first)" }
      let file = ImportFile(path: path, bytes: try regularBytes(path), title: title)
      sources.append(.simpleTheme(.init(file: file, folder: folder)))
    }
    return sources
  }

  /// Reads a file in a folder whose path the user gave.
  ///
  /// The user did not choose this file, so a fifo or a device is refused, because reading it might
  /// never end.
  func regularBytes(_ path: String) throws(Refusal) -> [UInt8] {
    let why: String
    switch folders.disk.reading(path, limit: Self.mostBytes).content {
    case .bytes(let bytes): return bytes
    case .missing: why = folders.message(ENOENT)
    case .flawed(.unreadable(let refusal)): why = folders.message(refusal.code)
    case .flawed(let flaw): why = "it " + flaw.predicate(folders.message)
    }
    throw .unreadable(.init(path: path, why: why))
  }

  // MARK: - Paths

  /// The sorted names of a folder's files, without hidden files.
  func names(_ folder: String) throws(Refusal) -> [String] {
    try allNames(folder).filter { !$0.hasPrefix(".") }.sorted { $0.precedes($1) }
  }

  /// The names in a folder, in any order; throws if the folder has too many files.
  func allNames(_ folder: String) throws(Refusal) -> [String] {
    let names: [String]
    do throws(Disk.Refusal) {
      names = try folders.disk.list(folder, ThemeFolderFiles.mostFiles + 1)
    } catch { throw .unreadable(.init(path: folder, why: folders.message(error.code))) }
    guard names.count <= ThemeFolderFiles.mostFiles else {
      throw .unreadable(.init(path: folder, why: ThemeFolderFiles.tooMany))
    }
    return names
  }

  static func joined(_ folder: String, _ name: String) -> String {
    folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func isFolderFile(_ path: String) -> Bool {
    path.fileName == ThemeFolders.folderFile
  }

  /// The name of a folder, even if its path is `.`, or the name of an archive, without the ending;
  /// nil if the folder or archive has no name.
  static func folderTitle(_ folder: String) -> String? {
    let path = absolute(folder) ?? folder
    return path == "/" || folder == "-" ? nil : ThemeName.composed(ArchiveTree.stem(path.fileName))
  }

  /// A file's name without folder and ending; for `theme.json5`, the name of its folder.
  static func title(_ path: String) -> String? {
    guard path != "-" else { return nil }
    if isFolderFile(path) { return folderTitle(path.parentFolder) }
    let name = ThemeName.composed(path.fileName)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// The absolute path of a file; nil if its folder does not exist.
  ///
  /// Links in the path of the folder are resolved. If the file itself is a link, that link is not
  /// resolved.
  package static func absolute(_ text: String) -> String? {
    let path = text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
    let slash = path.lastIndex(of: "/")
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    let isFolder = [".", "..", ""].contains(name)
    let folder = isFolder ? path : slash.map { String(path[...$0]) } ?? "."
    guard let whole = Disk.realPath(folder) else { return nil }
    return isFolder ? whole : (whole == "/" ? "" : whole) + "/" + name
  }
}
