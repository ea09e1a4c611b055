import NightBus
import NightCore
import NightStore

/// Reads the files, folders and archives of `theme import`.
extension ImportThemes {
  func importedThemes(
    _ paths: [String],
    _ options: ImportOptions,
    _ folders: ThemeFolders
  ) throws(Failure) -> ThemeImporter.ImportedThemes {
    func importer(_ folders: ThemeFolders) -> ThemeImporter {
      ThemeImporter(folders, options.importer) { bytes throws(Flaw) in try YamlReader.read(bytes) }
    }
    let outside = importer(folders)
    var sources: [ImportSource] = [], unpacked: ThemeImporter.ImportedThemes = ([], [])
    for path in paths {
      let isFolder = path != "-" && Disk.kind(of: path) == .folder
      let bytes = isFolder ? nil : try InputFile(path).bytes()
      let archive = try archive(in: bytes, path)
      do throws(ThemeInstaller.Refusal) {
        if let archive {
          // The files of an archive are not on the real disk, so read its themes through
          // `archive.disk`.
          let inside = importer(folders.reading(archive.disk))
          let read = try inside.themes(in: inside.sources(at: path, nil))
          unpacked = (unpacked.themes + read.themes, unpacked.findings + read.findings)
        } else {
          sources += try outside.sources(at: path, bytes)
        }
      } catch {
        throw .system(ThemeMessages.notRead(error))
      }
    }
    do throws(ThemeInstaller.Refusal) {
      let read = try outside.themes(in: sources)
      return (read.themes + unpacked.themes, read.findings + unpacked.findings)
    } catch {
      throw .system(ThemeMessages.notRead(error))
    }
  }

  /// The files in an archive; nil if the bytes are no archive.
  private func archive(in bytes: [UInt8]?, _ path: String) throws(Failure) -> ArchiveTree? {
    let name = InputFile(path).name
    if let bytes, ArchiveTree.isUnknownArchive(bytes) {
      throw .system(Messages.cannotRead(name, ThemeMessages.isUnknownArchive))
    }
    guard let bytes, ArchiveTree.isArchive(bytes, path: path) else { return nil }
    let decoder = Decoder(name: "nightd-archive", of: "archives", environment)
    let input: MemoryFile
    do throws(Disk.Refusal) { input = try MemoryFile(bytes) } catch {
      throw .system(Messages.cannotRead(name, SystemError.message(error.code)))
    }
    let output = try decoder.output(
      for: name,
      input: input.number,
      mostBytes: ArchiveTree.mostBytes
    )
    // Without this call, an optimized build may close the archive before the decoder has inherited
    // it.
    withExtendedLifetime(input) {}
    do throws(ThemeFolderFiles.Refusal) { return try ArchiveTree(output, at: path) } catch {
      throw .system(Messages.cannotRead(name, error.why))
    }
  }
}
