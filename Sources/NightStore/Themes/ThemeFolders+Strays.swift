import NightCore
package import NightThemes

/// Files that somebody may take for themes, and that are passed over for what they are called.
extension ThemeFolders {
  package struct Stray: Equatable, Sendable {
    /// The theme that was probably meant.
    package let name: String
    package let path: String

    package var finding: ThemeFinding {
      ThemeFinding(.warning, in: path, "it is passed over: \(ThemeFolders.howCalled)")
    }
  }

  package static let howCalled = "a theme's file is NAME.json5 or NAME/theme.json5"

  private static let endings = ["json5", "json", "jsonc", "yaml", "yml"]

  package func strays() -> [Stray] {
    folders.flatMap { folder in
      names(in: folder.path).flatMap { entry -> [Stray] in
        let path = "\(folder.path)/\(entry)"
        guard !entry.hasPrefix("."), !entry.hasSuffix(Self.ending),
          let found = try? disk.lookThroughLinks(path)
        else { return [] }
        switch found.kind {
        case .file: return Self.base(of: entry).map { [Stray(name: $0, path: path)] } ?? []
        case .folder: return strays(in: path, called: entry)
        case .link, .other: return []
        }
      }
    }
  }

  /// Of a folder without a theme: what is called nearly as it should be, or as the folder is.
  private func strays(in folder: String, called name: String) -> [Stray] {
    let names = names(in: folder)
    guard !names.contains(Self.folderFile) else { return [] }
    return names.filter { entry in
      let base = Self.base(of: entry).map { $0.lowercased() }
      return base == "theme" || base == name.lowercased()
    }.map { Stray(name: name, path: "\(folder)/\($0)") }
  }

  /// What stands before an ending that files of values have.
  private static func base(of entry: String) -> String? {
    guard let dot = entry.lastIndex(of: "."), dot != entry.startIndex,
      endings.contains(entry[entry.index(after: dot)...].lowercased())
    else { return nil }
    return String(entry[..<dot])
  }
}
