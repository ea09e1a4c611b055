import NightCore

extension Disk {
  /// Returns the missing folders on the path to `folder`, including `folder`; the outermost folder
  /// comes first.
  package func missingFolders(to folder: String) throws(Refusal) -> [String] {
    var missing: [String] = []
    for path in [folder] + folder.foldersAbove {
      guard try look(path) == nil else { break }
      missing.append(path)
    }
    return missing.reversed()
  }

  /// Makes a folder and each missing folder above it; returns the folders that were missing.
  ///
  /// If `isSynced` is false, the folders and the files in them may be lost in a power cut.
  @discardableResult
  package func makeFolders(to folder: String, isSynced: Bool) throws(Refusal) -> [String] {
    let missing = try missingFolders(to: folder)
    for path in missing {
      do throws(Refusal) { try makeFolder(path) } catch {
        // By now, another process may have made the folder.
        guard try look(path) != nil else { throw error }
      }
      guard isSynced else { continue }
      do throws(Refusal) { try syncFolder(path.parentFolder) } catch {
        // Remove the unsynced folder, because the next call would find it and not sync it.
        try? removeFolder(path)
        throw error
      }
    }
    return missing
  }
}
