import Glibc
import NightCore
import NightValues

extension IntentStore {
  /// Makes the folder and every missing one above it, each durably.
  ///
  /// Returns the lowest folder that existed before.
  package func makeFolders() throws(Disk.Refusal) -> String {
    var missing: [String] = []
    var next = folder
    while try disk.look(next) == nil {
      missing.append(next)
      next = next.parentFolder
    }
    for path in missing.reversed() {
      do throws(Disk.Refusal) {
        try disk.makeFolder(path)
      } catch {
        // Another daemon may have made the folder meanwhile.
        guard try disk.look(path) != nil else { throw error }
      }
      do throws(Disk.Refusal) {
        try disk.syncFolder(path.parentFolder)
      } catch {
        // Otherwise the next call would find this folder and not sync its entry.
        try? disk.removeFolder(path)
        throw error
      }
    }
    return next
  }

  /// Syncs the path to the folder, unless the folder at the path is the one that was synced before.
  ///
  /// An existing folder may be new: made by the user, by the session, or by a daemon that was
  /// killed before it synced the entry. The age of a folder is unknown, so its entry is synced
  /// once.
  func secureFolder(_ known: FileIdentity?) throws(Disk.Refusal) -> FileIdentity? {
    if let known, let found = try disk.look(folder), found.isSame(as: known) { return known }
    try syncEntries(from: try makeFolders())
    return try disk.look(folder)
  }

  /// Syncs the entries of a folder and of those above it.
  ///
  /// Syncing ends at the home folder, which is older than its user's files; at a folder of another
  /// user; and at a folder whose parent is on another disk.
  private func syncEntries(from lowest: String) throws(Disk.Refusal) {
    var path = lowest
    while path != home, path != "/", let found = try disk.look(path), found.isOwn {
      let parent = path.parentFolder
      guard let above = try disk.look(parent), above.kind == .link || above.device == found.device
      else { return }
      do throws(Disk.Refusal) {
        try disk.syncFolder(parent)
      } catch {
        // A folder without read permission cannot be synced, but that is not a failure of the disk.
        guard error.code == EACCES || error.code == EPERM else { throw error }
      }
      path = parent
    }
  }
}
