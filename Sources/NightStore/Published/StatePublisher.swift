import Glibc
package import NightCore

/// Writes the published state into the runtime folder; `PublishedState` describes the files.
///
/// A rename replaces the whole file in one step, so a reader never finds half a file. The files are
/// not synced, because the runtime folder is in memory and is removed at the end of the session.
///
/// For a reader, a wrong state is worse than no state. So if one of the two published files cannot
/// be replaced, both are removed. If one file can be neither replaced nor removed, the lock is
/// released, so that readers ask the daemon over the bus. The next call of `publish` tries
/// everything again.
package final class StatePublisher {
  private let folder: RuntimeFolder
  private let disk: Disk
  private let random: () -> Int64
  private var lock: Lock?
  /// Whether this daemon may have written the files; stays true even if somebody removes the lock
  /// file.
  private var ownsFiles = false
  /// The style that the file `style` contains; nil if the file's content is unknown.
  private var style: Style?

  /// The open file that holds the lock.
  private struct Lock {
    let file: Int32
    let identity: FileIdentity
    let length: Int64
  }

  package init(
    in folder: RuntimeFolder,
    disk: Disk = .system,
    random: @escaping () -> Int64 = { .random(in: 1...(1 << 62)) }
  ) {
    self.folder = folder
    self.disk = disk
    self.random = random
  }

  /// Replaces the two published files; `line` returns the content of `appearance.json` for a given
  /// lock length.
  package func publish(
    _ style: Style,
    _ line: (_ locked: Int64) -> [UInt8]
  ) throws(RuntimeFolder.Flaw) {
    do throws(RuntimeFolder.Flaw) {
      let lock = try currentLock()
      ownsFiles = true
      do throws(Disk.Refusal) {
        try disk.replace(path(PublishedState.File.appearance), with: line(lock.length))
        if style != self.style {
          self.style = nil
          try disk.replace(path(PublishedState.File.style), with: Array("\(style.rawValue)\n".utf8))
          self.style = style
        }
      } catch {
        throw .refused(error)
      }
    } catch {
      withdraw(keepsLock: true)
      throw error
    }
  }

  /// Removes the published files and releases the lock; call this when the daemon ends.
  package func end() { withdraw(keepsLock: false) }

  private func withdraw(keepsLock: Bool) {
    style = nil
    if ownsFiles { ownsFiles = !removeFiles() }
    guard let lock, !keepsLock || ownsFiles else { return }
    disk.close(lock.file)
    self.lock = nil
  }

  /// Removes both published files; returns false if one of them still exists afterwards.
  private func removeFiles() -> Bool {
    var areRemoved = true
    for name in [PublishedState.File.style, PublishedState.File.appearance] {
      do throws(Disk.Refusal) { try disk.remove(path(name)) } catch {
        if error.code != ENOENT { areRemoved = false }
      }
    }
    return areRemoved
  }

  private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

  // MARK: - The lock

  /// Returns the lock, and takes a new one if somebody has removed the lock file.
  private func currentLock() throws(RuntimeFolder.Flaw) -> Lock {
    let path = path(PublishedState.File.lock)
    if let lock {
      if let found = try? disk.look(path), found.isSame(as: lock.identity) { return lock }
      disk.close(lock.file)
      self.lock = nil
      style = nil
    }
    _ = try folder.secure(on: disk)
    do throws(Disk.Refusal) {
      let file = try disk.openLock(path)
      do throws(Disk.Refusal) {
        let length = random()
        if try disk.lockStart(file, length) {
          let lock = Lock(file: file, identity: try disk.lookAt(file), length: length)
          self.lock = lock
          return lock
        }
      } catch {
        disk.close(file)
        throw error
      }
      disk.close(file)
    } catch {
      throw .refused(Disk.Refusal(error.call, path, code: error.code))
    }
    // Another daemon has the lock, so the files now belong to that daemon.
    ownsFiles = false
    throw .taken(path: path)
  }
}
