import Glibc

/// Each writer takes three locks, in this order: the first lock, the folder's lock, the second
/// lock.
///
/// The first lock is on a file in the store's folder. The second lock is on a file in the runtime
/// folder.
///
/// The first lock excludes all other writers, even on other machines. But some file systems have no
/// locks, or lose them for some time: NFS without lockd, some FUSE and CIFS mounts. Even on such
/// file systems, the second lock excludes all other daemons of this user on this machine. nightd
/// takes the second lock even if the first one was granted, because a lock service that is down for
/// a moment may refuse one daemon while another has the first lock.
extension IntentStore {
  /// The errors that flock(2) returns if the file system does not support locks.
  private static let lockless = [ENOLCK, ENOSYS, EOPNOTSUPP]

  /// The maximum number of times that the first lock is taken again because its file was removed
  /// during the wait.
  private static let mostRemovals = 16

  /// Waits for the store's lock for at most `timeout` milliseconds; nil means the store's own
  /// timeout.
  ///
  /// If somebody removes the first lock's file during the wait, the next writer creates and locks a
  /// new file. So the first lock is valid only if its file is still at the lock's path.
  package func keepLock(timeout: Int? = nil) throws(StoreFailure) -> KeptLock {
    let timeout = timeout ?? timeoutMilliseconds
    var tries = 0
    while true {
      let lock = try keepLockOnce(timeout)
      defer { withExtendedLifetime(lock) {} }
      tries += 1
      // If the first lock's file is removed again and again, rely on the folder's lock.
      if isInPlace(lock.file) || tries > Self.mostRemovals { return lock }
    }
  }

  /// Whether the first lock's file is still at its path; also true if the file system returns an
  /// error.
  private func isInPlace(_ file: Int32) -> Bool {
    do throws(Disk.Refusal) {
      guard let found = try disk.look(lockPath) else { return false }
      return try disk.lookAt(file).isSame(as: found)
    } catch {
      return true
    }
  }

  /// Converts an error to a `StoreFailure`; if something other than the store's own file is at the
  /// path, such as a folder, the failure says so.
  func failure(_ refusal: Disk.Refusal, at path: String) -> StoreFailure {
    let found = (try? disk.look(path)) ?? nil
    switch found?.kind {
    case .folder: return .inTheWay(path: path, .folder)
    case .link: return .inTheWay(path: path, .link)
    case .other where refusal.code == ENXIO: return .inTheWay(path: path, .special)
    case .file, .other:
      guard found?.isOwn == false, [EACCES, EPERM].contains(refusal.code) else { break }
      return .inTheWay(path: path, .foreign)
    case nil: break
    }
    return .refused(Disk.Refusal(refusal.call, path, code: refusal.code))
  }

  private func keepLockOnce(_ timeout: Int) throws(StoreFailure) -> KeptLock {
    let file: Int32
    do throws(Disk.Refusal) { file = try disk.openLock(lockPath) } catch {
      throw failure(error, at: lockPath)
    }
    do throws(StoreFailure) {
      return try keepLocks(file, timeout)
    } catch {
      disk.close(file)
      throw error
    }
  }

  private func keepLocks(_ file: Int32, _ timeout: Int) throws(StoreFailure) -> KeptLock {
    let missing = try keepFirst(file, timeout)
    let folder = try keepFolder(timeout)
    do throws(StoreFailure) {
      return try keepSecond(file, folder, missing, timeout)
    } catch {
      if let folder { disk.close(folder) }
      throw error
    }
  }

  private func keepSecond(
    _ file: Int32,
    _ folder: Int32?,
    _ missing: Disk.Refusal?,
    _ timeout: Int
  ) throws(StoreFailure) -> KeptLock {
    func kept(_ second: Int32? = nil, _ note: StoreNote? = nil) -> KeptLock {
      KeptLock(file, folder: folder, second: second, note: note, on: disk)
    }
    guard let runtime else {
      if let missing { throw .refused(missing) }
      return kept()
    }
    switch (keepSecond(in: runtime, beside: file, timeout), missing) {
    case (.kept(let second, let path), let missing):
      return kept(second, missing.map { StoreNote.lockedElsewhere($0, path: path) })
    case (.busy(let path), _): throw .locked(path: path)
    case (.flawed(let flaw), let missing?): throw .lockless(missing, flaw)
    // The first lock is enough, because the file system of the store's folder supports locks.
    case (.flawed, nil): return kept()
    }
  }

  /// Locks the folder itself, so that daemons exclude each other even if they have locked different
  /// files.
  ///
  /// Somebody may remove the lock file by mistake, but is unlikely to remove the folder. The kernel
  /// can lock a folder on any file system, but this lock excludes only processes on this machine. A
  /// folder that other users may open is not locked, because any such user could lock it forever.
  private func keepFolder(_ timeout: Int) throws(StoreFailure) -> Int32? {
    guard let opened = try? disk.openThroughLinks(folder) else { return nil }
    let isKept: Bool
    do throws(Disk.Refusal) {
      let found = try disk.lookAt(opened)
      guard found.isOwn, found.isPrivate else { throw Disk.Refusal("flock", folder, code: EACCES) }
      isKept = try disk.lock(opened, timeout)
    } catch {
      disk.close(opened)
      return nil
    }
    guard isKept else {
      disk.close(opened)
      throw .locked(path: folder)
    }
    return opened
  }

  /// Takes the first lock.
  ///
  /// Returns the kernel's error if the file system of the store's folder has no locks, otherwise
  /// nil.
  private func keepFirst(_ file: Int32, _ timeout: Int) throws(StoreFailure) -> Disk.Refusal? {
    let isKept: Bool
    do throws(Disk.Refusal) { isKept = try disk.lock(file, timeout) } catch {
      let refusal = Disk.Refusal(error.call, lockPath, code: error.code)
      guard Self.lockless.contains(error.code) else { throw .refused(refusal) }
      return refusal
    }
    guard isKept else { throw .locked(path: lockPath) }
    return nil
  }

  private enum SecondLock {
    case kept(Int32, path: String)
    /// Another process has the second lock.
    case busy(path: String)
    case flawed(RuntimeFolder.Flaw)
  }

  /// Takes the second lock, whose file is named after the device and inode of the first lock's
  /// file.
  ///
  /// So if one user has two home folders, each of them has its own second lock.
  ///
  /// On FUSE and CIFS, a file may have a new inode number after it was closed, but not while it is
  /// open. So daemons that want the lock at the same time see the same inode number.
  private func keepSecond(
    in runtime: RuntimeFolder,
    beside file: Int32,
    _ timeout: Int
  ) -> SecondLock {
    let folder: String
    do throws(RuntimeFolder.Flaw) { folder = try runtime.secure(on: disk) } catch {
      return .flawed(error)
    }
    var path = folder
    do throws(Disk.Refusal) {
      let found = try disk.lookAt(file)
      path += "/store-\(found.device)-\(found.number).lock"
      let second = try disk.openLock(path)
      do throws(Disk.Refusal) {
        if try disk.lock(second, timeout) { return .kept(second, path: path) }
      } catch {
        disk.close(second)
        throw error
      }
      disk.close(second)
      return .busy(path: path)
    } catch {
      return .flawed(.refused(Disk.Refusal(error.call, path, code: error.code)))
    }
  }
}

/// The store's lock, which is held as long as this object exists.
package final class KeptLock: Sendable {
  let file: Int32
  /// The descriptor that holds the folder's lock; nil if the folder could not be locked.
  private let folder: Int32?
  /// The descriptor that holds the second lock, in the runtime folder; nil if it could not be
  /// taken.
  private let second: Int32?
  /// A note for the log if only the second lock excludes other writers; otherwise nil.
  let note: StoreNote?
  private let disk: Disk

  init(_ file: Int32, folder: Int32?, second: Int32?, note: StoreNote?, on disk: Disk) {
    self.file = file
    self.folder = folder
    self.second = second
    self.note = note
    self.disk = disk
  }

  deinit {
    if let second { disk.close(second) }
    if let folder { disk.close(folder) }
    disk.close(file)
  }
}
