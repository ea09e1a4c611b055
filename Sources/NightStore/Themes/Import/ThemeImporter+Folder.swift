import Glibc
import NightCore

/// The search for themes in a folder or an archive.
extension ThemeImporter {
  private static let mostLevels = 16

  /// Finds the themes in a folder and its subfolders, and counts the files that are no themes.
  ///
  /// A folder that is itself a theme is imported as a whole. Links are not followed, and hidden
  /// files are ignored.
  func folderSources(_ path: String) throws(Refusal) -> [ImportSource] {
    var sources: [ImportSource] = [], open = [(path: path, level: 1)]
    var files = 0, skipped = 0, left = ThemeFolderFiles.mostBytes
    while let next = open.popLast() {
      let own = try self.sources(inFolder: next.path)
      guard own.isEmpty else {
        sources += own
        continue
      }
      var below: [(path: String, level: Int)] = []
      for name in try names(next.path) {
        let path = Self.joined(next.path, name)
        let found = (try? folders.disk.look(path)) ?? nil
        files += 1
        guard files <= ThemeFolderFiles.mostFiles else { throw refused(ThemeFolderFiles.tooMany) }
        switch found?.kind {
        case .folder where next.level == Self.mostLevels:
          throw refused("its folders are nested too deeply")
        case .folder where (try? folders.disk.list(path, 1)) != nil:
          below.append((path, next.level + 1))
        case .file where found?.size ?? 0 <= ThemeImport.maximumBytes:
          let bytes = try regularBytes(path)
          left -= bytes.count
          guard left >= 0 else { throw refused(ThemeFolderFiles.tooLarge) }
          guard let format = ThemeFormat(recognizing: name, bytes), isWanted(format) else {
            fallthrough
          }
          sources.append(
            .file(ImportFile(path: path, bytes: bytes, title: Self.title(path)), format)
          )
        default: skipped += 1
        }
      }
      open += below.reversed()
    }
    guard !sources.isEmpty else { throw .noThemes(path) }
    return skipped == 0 ? sources : sources + [.skipped(skipped, in: path)]

    func refused(_ why: String) -> Refusal { .unreadable(.init(path: path, why: why)) }
  }

  /// Whether to import a theme of this format from the folder that the user chose.
  private func isWanted(_ format: ThemeFormat) -> Bool {
    (options.format ?? format) == format && (format != .base16 || readYaml != nil)
  }
}
