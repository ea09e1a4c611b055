package import NightThemes

/// What is looked at by those who check themes, and by nobody who uses them.
extension ThemeFolders {
  /// A theme's file that stands anywhere, called so; nil where nothing is there.
  package func text(named name: String, file path: String) -> ThemeText? {
    let reading = disk.reading(path, limit: Self.byteLimit)
    let inFolder = "/" + Self.folderFile
    let beside = path.hasSuffix(inFolder) ? beside(String(path.dropLast(inFolder.count))) : nil
    return text(name, .user, path, reading, beside)
  }

  /// What looks like a theme and is passed over for its name.
  package func misnamed() -> [ThemeFinding] {
    folders.flatMap { folder in
      names(in: folder.path).compactMap { entry -> ThemeFinding? in
        let isFile = entry.hasSuffix(Self.ending)
        let name = isFile ? String(entry.dropLast(Self.ending.count)) : entry
        let path = "\(folder.path)/\(entry)"
        // What begins with a dot is another program's.
        guard !entry.hasPrefix("."), let why = Self.flaw(ofName: name),
          isFile || isTheme(path)
        else { return nil }
        let file = isFile ? path : "\(path)/\(Self.folderFile)"
        return ThemeFinding(.warning, in: file, "it is passed over: \(why)")
      }
    }
  }

  /// The places in which themes cannot be found, or not all of them.
  package func unread() -> [ThemeFinding] {
    folders.compactMap { folder in
      do throws(Disk.Refusal) {
        let count = try disk.list(folder.path, Self.mostNames + 1).count
        guard count > Self.mostNames else { return nil }
        let why = "it has more than \(Self.mostNames) files; the others are passed over"
        return ThemeFinding(.warning, in: folder.path, why)
      } catch {
        let why = FileFlaw.unreadable(error).half(words)
        return ThemeFinding(.error, in: folder.path, "it \(why)")
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
