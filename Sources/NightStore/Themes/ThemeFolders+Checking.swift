package import NightCore

/// What is looked at by those who check themes, and by nobody who uses them.
extension ThemeFolders {
  /// A theme's file that stands anywhere, called so; nil where nothing is there.
  package func text(named name: String, file path: String) -> ThemeText? {
    let reading = disk.reading(path, limit: Self.byteLimit)
    guard reading.content != .missing else { return nil }
    let inFolder = "/" + Self.folderFile
    let assets = path.hasSuffix(inFolder) ? assets(of: String(path.dropLast(inFolder.count))) : nil
    return text(name, .user, path, reading, assets)
  }

  /// What looks like a theme and is passed over for its name.
  package func misnamed() -> [ThemeFinding] {
    folders.flatMap { folder in
      Folder(path: folder.path).names().compactMap { entry -> ThemeFinding? in
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        let path = "\(folder.path)/\(entry)" + (isFile ? "" : "/\(Self.folderFile)")
        // What begins with a dot is another program's.
        guard !entry.hasPrefix("."), let why = Self.flaw(ofName: name),
          isFile || (try? disk.lookThroughLinks(path)) != nil
        else { return nil }
        return ThemeFinding(.warning, in: path, "it is passed over: \(why)")
      }
    }
  }

  /// Why no file may be called so; nil where one may.
  package static func flaw(ofName name: String) -> String? {
    guard BuiltInThemes.text(name) == nil else {
      return "the theme that is built in under this name cannot be hidden"
    }
    return ThemeName.flaw(name).map { "a theme's name \($0)" }
  }
}
