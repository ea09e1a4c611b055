import Glibc

/// Each writer takes two locks, always in this order: that of the lock file in the store's folder,
/// and one in the runtime folder.
///
/// The first keeps everyone out, also on other machines. Some file systems do not have it, or lose
/// it for a while: NFS without lockd, some FUSE and CIFS mounts. The second one then still keeps
/// out every daemon of this user on this machine. It is taken even if the first one was granted: a
/// lock service that is down for a moment refuses one daemon while another has the first lock.
extension IntentStore {
  /// What flock answers where the file system has no locks.
  private static let lockless = [ENOLCK, ENOSYS, EOPNOTSUPP]

  /// Waits for the lock, at most for so long as the store has patience.
  package func keepLock(patience: Int? = nil) throws(StoreFailure) -> KeptLock {
    let patience = patience ?? patienceMilliseconds
    let file: Int32
    do throws(Disk.Refusal) { file = try disk.openLock(lockPath) } catch {
      throw .refused(Disk.Refusal(error.call, lockPath, code: error.code))
    }
    do throws(StoreFailure) {
      return try keepLocks(file, patience)
    } catch {
      disk.close(file)
      throw error
    }
  }

  private func keepLocks(_ file: Int32, _ patience: Int) throws(StoreFailure) -> KeptLock {
    let missing = try keepFirst(file, patience)
    guard let runtime else {
      if let missing { throw .refused(missing) }
      return KeptLock(file, second: nil, note: nil, on: disk)
    }
    switch (keepSecond(in: runtime, beside: file, patience), missing) {
    case (.kept(let second, let path), let missing):
      let note = missing.map { StoreNote.lockedElsewhere($0, path: path) }
      return KeptLock(file, second: second, note: note, on: disk)
    case (.busy(let path), _): throw .locked(path: path)
    case (.flawed(let flaw), let missing?): throw .lockless(missing, flaw)
    // The first lock is enough, as long as the file system does not lose it.
    case (.flawed, nil): return KeptLock(file, second: nil, note: nil, on: disk)
    }
  }

  /// Returns the kernel's answer if the file system has no locks, or nil once the lock is kept.
  private func keepFirst(_ file: Int32, _ patience: Int) throws(StoreFailure) -> Disk.Refusal? {
    let isKept: Bool
    do throws(Disk.Refusal) { isKept = try disk.lock(file, patience) } catch {
      let refusal = Disk.Refusal(error.call, lockPath, code: error.code)
      guard Self.lockless.contains(error.code) else { throw .refused(refusal) }
      return refusal
    }
    guard isKept else { throw .locked(path: lockPath) }
    return nil
  }

  private enum Second {
    case kept(Int32, path: String)
    /// Another process keeps it.
    case busy(path: String)
    case flawed(RuntimeFolder.Flaw)
  }

  /// The second lock is named by the device and the number of the first one's file, so that two
  /// homes of one user do not share it.
  ///
  /// FUSE and CIFS may give a file another number each time they meet it, but not while somebody
  /// has it open. So those who keep the lock at one time agree on its name, as they do with flock.
  private func keepSecond(
    in runtime: RuntimeFolder,
    beside file: Int32,
    _ patience: Int
  ) -> Second {
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
        if try disk.lock(second, patience) { return .kept(second, path: path) }
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
