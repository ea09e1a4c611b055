import Glibc
import NightCore

/// The other files beside the store: the last good copy, files in older formats, and unusable
/// files.
extension IntentStore {
  /// The path of the last good copy, which is the store's file as it was before the last commit.
  package var lastPath: String { path + ".last" }

  /// The path at which a new last good copy is made, before it replaces the previous copy.
  var newLastPath: String { lastPath + ".new" }

  /// Gives a second name to the file that a commit is about to replace, so that the file is kept.
  ///
  /// Errors are ignored, because a commit must not fail only because no copy can be kept. The copy
  /// is used if the new file turns out to be damaged. The copy is a hard link, which the commit's
  /// own sync of the folder makes durable. The previous copy is replaced only after the new one
  /// exists.
  func keepLast(olderFormat: Int64?) {
    let new = newLastPath
    removeLeft(new)
    if (try? disk.link(path, new)) != nil {
      // Somebody may have changed the file's mode, but the copy must stay readable.
      try? disk.protect(new)
      try? disk.rename(new, lastPath)
    }
    // The new name may still exist, because rename(2) does nothing if both names belong to one
    // file.
    removeLeft(new)
    if let olderFormat { keepOlder(as: "\(path).format-\(olderFormat)") }
  }

  /// Keeps the store's file, which is in an older format, under the name `base`, or under the next
  /// free numbered name.
  ///
  /// Several files of one older format may exist, because an older version of nightd writes such a
  /// file again after a downgrade. A file that was kept earlier is not overwritten, because it may
  /// be better than a later one.
  private func keepOlder(as base: String) {
    guard let file = try? disk.look(path) else { return }
    var name = base
    var number = 1
    while let kept = try? disk.look(name) {
      // An earlier commit kept this file, and then failed.
      guard !kept.isSame(as: file) else { return }
      number += 1
      name = "\(base)-\(number)"
    }
    do throws(Disk.Refusal) {
      try disk.link(path, name)
    } catch {
      // The file system of the store's folder has no hard links, so copy the file.
      guard [EPERM, ENOTSUP, ENOSYS].contains(error.code) else { return }
      copy(to: name)
    }
  }

  /// Copies the store's file; syncs the copy before renaming it, because the copy's bytes are not
  /// on the disk yet.
  private func copy(to name: String) {
    guard case .whole(let stored) = stored(at: path) else { return }
    let new = newLastPath
    do throws(Disk.Refusal) {
      try disk.make(new, stored.bytes, isSynced: true)
      try disk.rename(new, name)
    } catch {
      removeLeft(new)
    }
  }

  func removeLeft(_ path: String) {
    if (try? disk.look(path)) != nil { try? disk.remove(path) }
  }

  /// Gives a flawed file a second name, and keeps its first name, so that there is always a file at
  /// the store's path.
  ///
  /// A folder, or any file on a file system without hard links, is renamed instead.
  func keepAside() throws(Disk.Refusal) -> String {
    let aside = try asidePath()
    do throws(Disk.Refusal) {
      try disk.link(path, aside)
    } catch {
      try disk.rename(path, aside)
    }
    return aside
  }

  /// Moves a flawed file aside when the daemon starts, and loads the last good copy, if one exists.
  func recover(
    from flaw: StoreFlaw,
    _ lock: Result<KeptLock, StoreFailure>,
    _ loaded: inout LoadResult
  ) {
    var last: StoredFile?
    if case .whole(let file) = stored(at: lastPath) { last = file }
    let next = last?.afterLoss
    loaded.loss = StoreLoss(flaw: flaw)
    switch lock {
    // Without the lock, leave the flawed file in place, because another daemon may have just
    // committed an intact file.
    case .failure(let failure):
      loaded.isStored = false
      loaded.notes.append(.stuck(path: path, flaw, failure))
    case .success:
      do throws(Disk.Refusal) {
        let aside = try replace(by: next)
        loaded.notes.append(.movedAside(path: path, to: aside, flaw))
        loaded.loss?.aside = aside
        let found = last == nil ? nil : try? disk.look(path)
        loaded.fileExists = found != nil
        if last?.olderFormat == nil { loaded.identity = found }
      } catch {
        loaded.isStored = false
        loaded.notes.append(.stuck(path: path, flaw, .refused(error)))
      }
    }
    guard let last, let next else { return }
    loaded.intent = next.intent
    loaded.loss?.copy = .init(path: lastPath, written: last.written)
    loaded.notes.append(.lastServes(path: lastPath, revision: last.intent.revision))
  }

  /// Moves the flawed file aside, and writes the last good copy in its place; returns the flawed
  /// file's new path.
  ///
  /// The copy replaces the flawed file in one step, so that the next start always finds one of the
  /// two files. The copy is not a hard link, so damage to one of the two files does not affect the
  /// other.
  private func replace(by last: StoredFile?) throws(Disk.Refusal) -> String {
    guard let last else { return try moveAside() }
    let aside = try keepAside()
    do throws(Disk.Refusal) {
      try writeNew(last.bytes)
      try disk.rename(newPath, path)
    } catch {
      // Undo both steps, so that the next start finds the same files as this start.
      try? disk.remove(newPath)
      try? takeBack(aside)
      throw error
    }
    return aside
  }

  /// Moves the store's file to the first free numbered path; the caller must then sync the store's
  /// folder.
  private func moveAside() throws(Disk.Refusal) -> String {
    let aside = try asidePath()
    try disk.rename(path, aside)
    return aside
  }

  private func asidePath() throws(Disk.Refusal) -> String {
    var number = 1
    while try disk.look("\(path).aside-\(number)") != nil { number += 1 }
    return "\(path).aside-\(number)"
  }
}

extension IntentStore {
  /// Makes the store's folder and all missing folders above it, and syncs each of them.
  ///
  /// Returns the lowest folder on the path that already existed.
  package func makeFolders() throws(Disk.Refusal) -> String {
    try disk.makeFolders(to: folder, isSynced: true).first?.parentFolder ?? folder
  }

  /// Makes sure that the store's folder survives a power cut; does nothing if `known` already
  /// identifies the folder.
  ///
  /// Even if the folder exists, its entry may not have reached the disk yet. The user or the
  /// session may have just made the folder. A daemon may also have made the folder and been killed
  /// before it synced the folder's entry. So each process syncs the folder's entry once.
  func secureFolder(_ known: FileIdentity?) throws(Disk.Refusal) -> FileIdentity? {
    if let known, let found = try disk.look(folder), found.isSame(as: known) { return known }
    try syncEntries(from: try makeFolders())
    return try disk.look(folder)
  }

  /// Syncs the parent of a folder and of each folder above it, because the parent contains the
  /// folder's entry.
  ///
  /// The loop ends at the home folder, which is surely on the disk. The loop also ends at a folder
  /// of another user, and at a folder whose parent is on another disk.
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
