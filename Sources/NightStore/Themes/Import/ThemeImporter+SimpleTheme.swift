import NightCore

extension ThemeImporter {
  private static let mostPictureBytes = 64 << 20

  /// Reads a simpleTheme theme, and the images to which it refers.
  func simpleTheme(_ source: SimpleThemeSource) throws(Refusal) -> ImportedThemes {
    let imported = SimpleTheme.read(
      source.file.bytes,
      file: source.file.name,
      configuration: source.configuration,
      pictures: try source.folder.map { folder throws(Refusal) in try pictures(in: folder) } ?? [],
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
      switch folders.disk.reading(path, limit: left).content {
      case .bytes(let bytes):
        left -= bytes.count
        assets.append((name, bytes))
      case .missing: findings.append(ThemeFinding(.error, in: path, "the file is gone"))
      case .flawed(let flaw):
        findings.append(
          ThemeFinding(.error, in: path, "it " + flaw.predicate(folders.message))
        )
      }
    }
    themes[0].assets = assets
    return (themes, findings)
  }

  /// The names of the files in a folder; links are not followed.
  private func pictures(in folder: String) throws(Refusal) -> Set<String> {
    let names = try allNames(folder)
    return Set(names.filter { (try? folders.disk.look("\(folder)/\($0)"))??.kind == .file })
  }
}
