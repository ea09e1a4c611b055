import Glibc
package import NightCore

/// The folders in which themes are found: first the user's, then the system's.
///
/// Built-in themes have no files.
///
/// A theme is a file `NAME.json5`, or a folder `NAME` with `theme.json5` and its assets. A file
/// cannot replace a built-in theme, so a daemon that uses only built-in themes reads no file.
package struct ThemeFolders: Sendable {
  package static let ending = ".json5"
  /// The maximum length, in bytes, of the name of a theme that is a file; the file's name also has
  /// an ending.
  package static let fileNameBytes = ThemeName.bytesAtMost - ending.utf8.count
  package static let folderFile = "theme.json5"
  /// The maximum size of a file that is read, in bytes.
  package static let byteLimit = 4 << 20

  /// The maximum number of files and folders that are listed in each folder.
  static let mostNames = 65_536

  /// A theme that was listed, but whose file has not been read yet.
  package struct Entry: Equatable, Sendable {
    package let name: String
    package let origin: ThemeText.Origin
    /// The folder in which the theme was found; empty for a built-in theme.
    let root: String
    let isInFolder: Bool
    /// Whether both a file and a folder have the theme's name.
    var isTwice = false
  }

  package let user: String?
  package let systems: [String]
  private(set) var disk: Disk
  /// Returns the message for an error number.
  let message: @Sendable (Int32) -> String

  package init(
    _ folders: StandardFolders,
    disk: Disk = .system,
    message: @escaping @Sendable (Int32) -> String
  ) {
    self.message = message
    user = folders.userThemes
    systems = folders.systemThemes.filter { $0 != folders.userThemes }
    self.disk = disk
  }

  /// Returns the same folders, but in another file system, such as one with the files of an
  /// archive.
  package func reading(_ disk: Disk) -> ThemeFolders {
    var folders = self
    folders.disk = disk
    return folders
  }

  package var folders: [(path: String, origin: ThemeText.Origin)] {
    (user.map { [($0, .user)] } ?? []) + systems.map { ($0, .system) }
  }

  /// Lists the themes in the order that users see: first the built-in themes, then the other themes
  /// by name.
  ///
  /// Omits files whose names are not allowed for themes.
  package func list() -> [Entry] {
    var indices: [[UInt8]: Int] = [:]
    var entries: [Entry] = []
    for folder in folders {
      for entry in names(in: folder.path) {
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil,
          isFile || isTheme("\(folder.path)/\(name)")
        else { continue }
        let key = Array(name.utf8)
        if let index = indices[key] {
          entries[index].isTwice = entries[index].isTwice || entries[index].root == folder.path
          continue
        }
        indices[key] = entries.count
        entries.append(
          Entry(name: name, origin: folder.origin, root: folder.path, isInFolder: !isFile)
        )
      }
    }
    let builtIn = BuiltInThemes.names.map {
      Entry(name: $0, origin: .builtIn, root: "", isInFolder: false)
    }
    let keyed = entries.map { (key: $0.name.lowercased(), entry: $0) }
    let sorted = keyed.sorted {
      $0.key == $1.key ? $0.entry.name.precedes($1.entry.name) : $0.key < $1.key
    }
    return builtIn + sorted.map(\.entry)
  }

  /// The paths at which the file of a theme may be, in the order of precedence.
  package func paths(of name: String) -> [String] {
    guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil else { return [] }
    return folders.flatMap { folder in
      ["\(folder.path)/\(name)\(Self.ending)", "\(folder.path)/\(name)/\(Self.folderFile)"]
    }
  }

  /// Reads the theme with this name; returns nil if no theme has exactly this name.
  package func find(_ name: String) -> ThemeText? { read(name).text }

  /// Reads a listed theme; returns nil if its file no longer exists.
  package func text(of entry: Entry) -> ThemeText? {
    if entry.origin == .builtIn { return BuiltInThemes.text(entry.name) }
    let root = (entry.root, entry.origin)
    if entry.isTwice { return twice(entry.name, in: root) }
    return entry.isInFolder
      ? inFolder(entry.name, in: root).text : single(entry.name, in: root).text
  }

  /// Reads all themes in turn; the summary of an unusable theme says why it is unusable.
  package func summaries() -> [ThemeSummary] {
    ThemeSummary.all(list().lazy.compactMap(text), find: find)
  }

  /// Reads the theme with this name; `isHalf` is true if a program may be writing the theme's file
  /// now.
  package func read(_ name: String) -> (text: ThemeText?, isHalf: Bool) {
    if let text = BuiltInThemes.text(name) { return (text, false) }
    guard ThemeName.flaw(name) == nil else { return (nil, false) }
    for root in folders {
      let single = single(name, in: root), whole = inFolder(name, in: root)
      if single.text != nil, whole.text != nil { return (twice(name, in: root), false) }
      if single.text != nil { return single }
      if whole.text != nil { return whole }
    }
    return (nil, true)
  }

  private typealias Root = (path: String, origin: ThemeText.Origin)
  private typealias Reading = (text: ThemeText?, isHalf: Bool)

  private func single(_ name: String, in root: Root) -> Reading {
    let file = "\(root.path)/\(name)\(Self.ending)"
    let reading = disk.reading(file, limit: Self.byteLimit)
    return (text(name, root.origin, file, reading), reading.isHalf)
  }

  private func inFolder(_ name: String, in root: Root) -> Reading {
    let folder = "\(root.path)/\(name)"
    let file = "\(folder)/\(Self.folderFile)"
    let reading = disk.reading(file, limit: Self.byteLimit)
    guard reading.content != .missing else { return (nil, reading.isHalf) }
    return (text(name, root.origin, file, reading, assets(in: folder)), reading.isHalf)
  }

  private func twice(_ name: String, in root: Root) -> ThemeText {
    ThemeText(
      name: name,
      origin: root.origin,
      file: "\(root.path)/\(name)\(Self.ending)",
      content: .flawed("exists twice: the folder \(name) beside it also has this theme")
    )
  }

  func text(
    _ name: String,
    _ origin: ThemeText.Origin,
    _ file: String,
    _ reading: FileReading,
    _ assets: Assets? = nil
  ) -> ThemeText? {
    let content: ThemeText.Content
    switch reading.content {
    case .missing: return nil
    case .bytes(let bytes): content = .bytes(bytes)
    case .flawed(let flaw): content = .flawed(flaw.predicate(message))
    }
    return ThemeText(
      name: name,
      origin: origin,
      file: file,
      content: content,
      assets: assets.map { Set($0.marks.keys) },
      links: assets?.links ?? [],
      marks: assets?.marks ?? [:],
      subfolders: assets?.subfolders ?? []
    )
  }
}

// MARK: - Contents of the folders

extension ThemeFolders {
  private static let mostAssets = 4_096
  private static let mostLevels = 8

  /// The names in a folder; empty if the folder cannot be read.
  func names(in folder: String) -> [String] {
    (try? disk.list(folder, Self.mostNames)) ?? []
  }

  func isThere(_ path: String, throughLinks: Bool = false) throws(Disk.Refusal) -> Bool {
    do throws(Disk.Refusal) {
      return try (throughLinks ? disk.lookThroughLinks(path) : disk.look(path)) != nil
    } catch {
      // ENOTDIR means that a component of the path is a file instead of a folder.
      guard error.code == ENOTDIR else { throw error }
      return false
    }
  }

  /// Whether a folder is a theme.
  ///
  /// The result is also true if the folder cannot be read, so that the error is reported later.
  func isTheme(_ folder: String) -> Bool {
    do throws(Disk.Refusal) {
      return try isThere("\(folder)/\(Self.folderFile)", throughLinks: true)
    } catch {
      return error.code != ELOOP && error.code != ENAMETOOLONG
    }
  }

  /// The files beside a theme's own file.
  struct Assets {
    /// The path of each file, relative to the theme's folder, with a string that changes whenever
    /// the file changes.
    var marks: [String: String] = [:]
    var links: Set<String> = []
    var subfolders: [String] = []
  }

  /// Lists the assets.
  ///
  /// Does not follow links, because they may lead to any of the user's files.
  func assets(in folder: String) -> Assets {
    var assets = Assets()
    var folders = [(path: "", level: 1)]
    while let next = folders.popLast(), assets.marks.count < Self.mostAssets {
      let subfolder = next.path.isEmpty ? folder : "\(folder)/\(next.path)"
      for name in (try? disk.list(subfolder, Folder.most)) ?? [] {
        let path = next.path.isEmpty ? name : "\(next.path)/\(name)"
        guard assets.marks.count < Self.mostAssets, path != Self.folderFile,
          let found = try? disk.look("\(folder)/\(path)")
        else { continue }
        switch found.kind {
        case .file: assets.marks[path] = found.mark
        case .folder:
          guard next.level < Self.mostLevels else { continue }
          assets.subfolders.append(path)
          folders.append((path, next.level + 1))
        case .link:
          if assets.links.count < Self.mostAssets { assets.links.insert(path) }
        case .other: break
        }
      }
    }
    return assets
  }
}

extension FileIdentity {
  /// A string that changes whenever the file changes.
  ///
  /// The string leaves out the device number, which may change at a reboot.
  fileprivate var mark: String { "\(number) \(size) \(changedSeconds) \(changedNanoseconds)" }
}
