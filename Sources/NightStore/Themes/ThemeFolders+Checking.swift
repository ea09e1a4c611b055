package import NightCore

/// Finds mistakes in the files of themes; only `nightctl` uses this extension.
extension ThemeFolders {
  /// Reads the file of a theme at any path; returns nil if the file does not exist.
  package func text(named name: String, file path: String) -> ThemeText? {
    let reading = disk.reading(path, limit: Self.byteLimit)
    let inFolder = "/" + Self.folderFile
    let assets =
      path.hasSuffix(inFolder) ? assets(in: String(path.dropLast(inFolder.count))) : nil
    return text(name, .user, path, reading, assets)
  }

  /// Findings about themes that are ignored because of their names.
  package func misnamed() -> [ThemeFinding] {
    folders.flatMap { folder in
      names(in: folder.path).compactMap { entry -> ThemeFinding? in
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        let path = "\(folder.path)/\(entry)"
        // A file whose name begins with a dot belongs to another program.
        guard !entry.hasPrefix("."), let why = Self.flaw(ofName: name),
          isFile || isTheme(path)
        else { return nil }
        let file = isFile ? path : "\(path)/\(Self.folderFile)"
        let canBeCopied = Self.flaw(ofName: ThemeName.composed(name)) == nil
        let advice = "; nightctl theme import \(ShellWord.of(path)) makes a copy with such a name"
        return ThemeFinding(.warning, in: file, "it is ignored: \(why)\(canBeCopied ? advice : "")")
      }
    }
  }

  /// Findings about folders that cannot be listed, or that have too many files to list them all.
  package func unread() -> [ThemeFinding] {
    folders.compactMap { folder in
      do throws(Disk.Refusal) {
        let count = try disk.list(folder.path, Self.mostNames + 1).count
        guard count > Self.mostNames else { return nil }
        let why = "it has more than \(Self.mostNames) files; the rest are ignored"
        return ThemeFinding(.warning, in: folder.path, why)
      } catch {
        let why = FileFlaw.unreadable(error).predicate(message)
        return ThemeFinding(.error, in: folder.path, "it \(why)")
      }
    }
  }

  /// Why a theme's file cannot have this name; nil if it can.
  package static func flaw(ofName name: String) -> String? {
    guard BuiltInThemes.text(name) == nil else {
      return "a built-in theme has this name and cannot be replaced"
    }
    return ThemeName.flaw(name).map { "a theme's name \($0)" }
  }
}

// MARK: - Strays

extension ThemeFolders {
  /// A file that a user may mistake for a theme, although its name is not allowed for a theme's
  /// file.
  package struct Stray: Equatable, Sendable {
    /// The name of the theme that was probably meant.
    package let name: String
    package let path: String

    package var finding: ThemeFinding {
      ThemeFinding(.warning, in: path, "it is ignored: \(ThemeFolders.howCalled)")
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

  /// Misnamed files in a folder without a theme: they have the folder's name, or almost the name
  /// `theme.json5`.
  private func strays(in folder: String, called name: String) -> [Stray] {
    let names = names(in: folder)
    guard !names.contains(Self.folderFile) else { return [] }
    return names.filter { entry in
      let base = Self.base(of: entry).map { $0.lowercased() }
      return base == "theme" || base == name.lowercased()
    }.map { Stray(name: name, path: "\(folder)/\($0)") }
  }

  /// The name without its ending; nil if `endings` does not contain the ending.
  private static func base(of entry: String) -> String? {
    guard let dot = entry.lastIndex(of: "."), dot != entry.startIndex,
      endings.contains(entry[entry.index(after: dot)...].lowercased())
    else { return nil }
    return String(entry[..<dot])
  }
}
