package import NightCore

/// Where themes are found: the user's, then the machine's, then those that are built in.
///
/// A theme is a file `NAME.json5`, or a folder `NAME` with `theme.json5` and what that names beside
/// it. What is built in cannot be hidden, so that a daemon which uses nothing else reads nothing.
package struct ThemeFolders: Sendable {
  package static let ending = ".json5"
  package static let folderFile = "theme.json5"
  /// More than that is not read.
  package static let byteLimit = 4 << 20

  /// A theme by its name, not read yet.
  package struct Found: Equatable, Sendable {
    package let name: String
    package let origin: ThemeText.Origin
  }

  package let user: String?
  package let systems: [String]
  let disk: Disk
  /// What the kernel's numbers mean.
  private let words: @Sendable (Int32) -> String

  package init(
    _ places: Places,
    disk: Disk = .system,
    words: @escaping @Sendable (Int32) -> String
  ) {
    self.words = words
    user = places.userThemes
    systems = places.systemThemes.filter { $0 != places.userThemes }
    self.disk = disk
  }

  package var folders: [(path: String, origin: ThemeText.Origin)] {
    (user.map { [($0, .user)] } ?? []) + systems.map { ($0, .system) }
  }

  /// In the order in which people are shown them, and go from one to the next: those that are built
  /// in, then the others by name.
  ///
  /// What is called as no theme may be is not among them.
  package func list() -> [Found] {
    var seen: Set<[UInt8]> = []
    var found: [Found] = []
    for folder in folders {
      for entry in Folder(path: folder.path).names() {
        let path = "\(folder.path)/\(entry)"
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil,
          isFile || (try? disk.lookThroughLinks("\(path)/\(Self.folderFile)")) != nil,
          seen.insert(Array(name.utf8)).inserted
        else { continue }
        found.append(Found(name: name, origin: folder.origin))
      }
    }
    return BuiltInThemes.names.map { Found(name: $0, origin: .builtIn) }
      + found.sorted {
        let left = $0.name.lowercased(), right = $1.name.lowercased()
        return left == right ? $0.name.precedes($1.name) : left < right
      }
  }

  /// Every file that can be a theme's, the one that counts first.
  package func paths(of name: String) -> [String] {
    guard ThemeName.flaw(name) == nil, BuiltInThemes.text(name) == nil else { return [] }
    return folders.flatMap { folder in
      ["\(folder.path)/\(name)\(Self.ending)", "\(folder.path)/\(name)/\(Self.folderFile)"]
    }
  }

  /// Nothing where there is none of that very name.
  package func find(_ name: String) -> ThemeText? { read(name).text }

  /// The same, with whether this may be a moment in the middle of a change.
  package func read(_ name: String) -> (text: ThemeText?, isHalf: Bool) {
    if let text = BuiltInThemes.text(name) { return (text, false) }
    guard ThemeName.flaw(name) == nil else { return (nil, false) }
    for folder in folders {
      let file = "\(folder.path)/\(name)\(Self.ending)"
      let inFolder = "\(folder.path)/\(name)/\(Self.folderFile)"
      let single = disk.reading(file, limit: Self.byteLimit)
      let whole = disk.reading(inFolder, limit: Self.byteLimit)
      switch (single.content, whole.content) {
      case (.missing, .missing): continue
      case (_, .missing): return (text(name, folder.origin, file, single), single.isHalf)
      case (.missing, _):
        let assets = assets(of: "\(folder.path)/\(name)")
        return (text(name, folder.origin, inFolder, whole, assets), whole.isHalf)
      default:
        let text = ThemeText(
          name: name,
          origin: folder.origin,
          file: file,
          content: .flawed("stands there twice: the folder \(name) beside it has one too")
        )
        return (text, false)
      }
    }
    return (nil, true)
  }

  func text(
    _ name: String,
    _ origin: ThemeText.Origin,
    _ file: String,
    _ reading: FileReading,
    _ assets: Set<String>? = nil
  ) -> ThemeText {
    let content: ThemeText.Content =
      switch reading.content {
      case .missing: .flawed("is not there any more")
      case .bytes(let bytes): .bytes(bytes)
      case .flawed(let flaw): .flawed(flaw.half(words))
      }
    return ThemeText(name: name, origin: origin, file: file, content: content, assets: assets)
  }
}

// MARK: - Beside a theme's file

extension ThemeFolders {
  private static let mostAssets = 4_096
  private static let mostLevels = 8

  /// The files beside a theme's own: their ways below its folder.
  ///
  /// Links are not among them: what they lead to may be anything of the user's.
  func assets(of folder: String) -> Set<String> {
    var assets: Set<String> = []
    var folders = [(way: "", level: 1)]
    while let next = folders.popLast(), assets.count < Self.mostAssets {
      for name in Folder(path: next.way.isEmpty ? folder : "\(folder)/\(next.way)").names() {
        let way = next.way.isEmpty ? name : "\(next.way)/\(name)"
        guard assets.count < Self.mostAssets, let found = try? disk.look("\(folder)/\(way)")
        else { continue }
        switch found.kind {
        case .file: assets.insert(way)
        case .folder: if next.level < Self.mostLevels { folders.append((way, next.level + 1)) }
        case .link, .other: break
        }
      }
    }
    assets.remove(Self.folderFile)
    return assets
  }
}
