import Glibc
import NightCore
import NightValues

extension IntentStore {
  /// Makes the folder and every one above it that is missing, each durably.
  ///
  /// Answers the lowest folder that was there before.
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
        // A twin may have been quicker.
        guard try disk.look(path) != nil else { throw error }
      }
      do throws(Disk.Refusal) {
        try disk.syncFolder(path.parentFolder)
      } catch {
        // The next attempt would take it for one whose entry is on disk.
        try? disk.removeFolder(path)
        throw error
      }
    }
    return next
  }

  /// Makes the way to the folder durable, unless it is the one whose way is known to be.
  ///
  /// A folder that is there may be a moment old: made by the user, by the session, or by a daemon
  /// that was killed before it synced the entry. Nobody can tell, so it is synced once for all.
  func secureFolder(_ known: FileIdentity?) throws(Disk.Refusal) -> FileIdentity? {
    if let known, let found = try disk.look(folder), found.isSame(as: known) { return known }
    try syncEntries(from: try makeFolders())
    return try disk.look(folder)
  }

  /// Syncs the entries of a folder and of those above it.
  ///
  /// It ends at the home, which was there before its user, where a folder belongs to somebody else,
  /// and where the parent is on another disk, since no entry of that one leads here.
  private func syncEntries(from lowest: String) throws(Disk.Refusal) {
    var path = lowest
    while path != home, path != "/", let found = try disk.look(path), found.isOwn {
      let parent = path.parentFolder
      guard let above = try disk.look(parent), above.kind == .link || above.device == found.device
      else { return }
      do throws(Disk.Refusal) {
        try disk.syncFolder(parent)
      } catch {
        // What may be passed through but not read cannot be synced, and that is no fault of a disk.
        guard error.code == EACCES || error.code == EPERM else { throw error }
      }
      path = parent
    }
  }
}
