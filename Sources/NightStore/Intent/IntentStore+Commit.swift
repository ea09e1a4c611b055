import Glibc
package import NightCore

extension IntentStore {
  /// The state on disk after a commit.
  package struct CommitResult: Equatable, Sendable {
    package var intent: Intent
    package var identity: FileIdentity?
    /// The identity of the file's folder, if that folder and all folders above it are synced.
    package var folder: FileIdentity?
    package var notes: [StoreNote]
  }

  /// Makes edits to the stored intent durably: when this call returns, the edits survive a power
  /// cut.
  ///
  /// The edits change the intent on disk, even if another daemon has changed that intent meanwhile.
  /// If no intent can be read from disk, the edits change `known`, the intent in memory. `identity`
  /// identifies the file that `known` was read from or written to. `secured` is the folder that the
  /// last commit returned. `kept` is the lock of the store; pass nil to let this call take the
  /// lock.
  package func commit(
    _ edits: [IntentEdit],
    onto known: Intent,
    _ identity: FileIdentity?,
    folder secured: FileIdentity? = nil,
    under kept: KeptLock? = nil
  ) throws(StoreFailure) -> CommitResult {
    let folder: FileIdentity?
    do throws(Disk.Refusal) { folder = try secureFolder(secured) } catch { throw .refused(error) }
    let lock = if let kept { kept } else { try keepLock() }
    defer { withExtendedLifetime(lock) {} }
    let lockNotes = lock.note.map { [$0] } ?? []
    let base: Base
    var intent: Intent
    do throws(Disk.Refusal) {
      base = try self.base(known, identity)
      intent = base.intent.applying(edits)
      // Check the edits again, because the condition of an edit can be false if another daemon's
      // commit came first.
      if let found = base.identity, intent == base.intent,
        edits.contains(where: { $0.isUnmet(by: base.intent) })
      {
        return CommitResult(intent: intent, identity: found, folder: folder, notes: lockNotes)
      }
      let revision = max(base.intent.revision, known.revision)
      intent.revision = revision < .max ? revision + 1 : .max
      try writeNew(readableBytes(of: intent))
    } catch {
      throw error.path == newPath ? failure(error, at: newPath) : .refused(error)
    }
    // Read the identity before the rename, because another program may replace the file right after
    // the rename.
    let written = try? disk.look(newPath)
    let notes = try replace(base, with: intent)
    return CommitResult(
      intent: intent,
      identity: written,
      folder: folder,
      notes: lockNotes + notes
    )
  }

  /// The intent to which the edits are applied.
  private struct Base {
    var intent: Intent
    var isOnDisk: Bool
    /// The identity of the file; nil if the file was not read again or is in an older format.
    var identity: FileIdentity?
    /// The format of the file on disk, if it is older than the current format.
    var olderFormat: Int64?
    /// Why the file on disk cannot be used.
    var flaw: StoreFlaw?
  }

  /// Returns the stored intent, or the intent in memory if the stored intent cannot be used.
  private func base(
    _ known: Intent,
    _ identity: FileIdentity?
  ) throws(Disk.Refusal) -> Base {
    if let identity, isStill(identity) { return Base(intent: known, isOnDisk: true) }
    switch stored(at: path) {
    case .missing: return Base(intent: known, isOnDisk: false)
    case .whole(let file):
      return Base(
        intent: file.intent,
        isOnDisk: true,
        identity: file.currentIdentity,
        olderFormat: file.olderFormat
      )
    // If the file cannot be read now, keep it, because it may be intact and contain another
    // daemon's commit.
    case .flawed(.unreadable(let refusal)): throw refusal
    case .flawed(let flaw): return Base(intent: known, isOnDisk: false, flaw: flaw)
    }
  }

  /// Returns the bytes of an intent; throws if nightd would later be unable to read these bytes.
  ///
  /// The bytes may be too long, because nightd indents the JSON, and the stored intent may contain
  /// preferences from another daemon.
  private func readableBytes(of intent: Intent) throws(Disk.Refusal) -> [UInt8] {
    let bytes = IntentFile.bytes(intent)
    let isReadable =
      bytes.count <= JSONLimits.standard.bytes
      && (intent.unknown.isEmpty || (try? IntentFile.intent(bytes)) != nil)
    guard isReadable else {
      throw Disk.Refusal("write", path, code: EFBIG)
    }
    return bytes
  }

  /// Replaces the old file with the new one; after any failure, the old file stays or is restored.
  ///
  /// A flawed file is moved aside only after the new file is ready. Otherwise a commit could move
  /// the flawed file and then fail, and the user would not learn of the move.
  private func replace(
    _ base: Base,
    with intent: Intent
  ) throws(StoreFailure) -> [StoreNote] {
    var aside: String?
    var isTried = false
    do throws(Disk.Refusal) {
      if base.flaw != nil {
        aside = try keepAside()
        try disk.syncFolder(folder)
      }
      if base.isOnDisk { keepLast(olderFormat: base.olderFormat) }
      isTried = true
      try putInPlace(newPath)
      try disk.syncFolder(folder)
    } catch {
      // If a power cut could still remove the new file, treat the commit as failed. Restore the old
      // file, because the next reader must not see an intent that the daemon reported as not
      // stored.
      try? disk.remove(newPath)
      do throws(Disk.Refusal) {
        if isTried, mayBeReplaced(base, by: intent) {
          try restore(base, aside)
        } else if let aside {
          try takeBack(aside)
        }
      } catch {
        throw .unsettled(error)
      }
      throw .refused(error)
    }
    guard let aside, let flaw = base.flaw else { return [] }
    return [.movedAside(path: path, to: aside, flaw)]
  }

  /// Whether the new file may already be in place, or the old file may be gone.
  ///
  /// The revision in the file shows whether the file is the new one, because a new file has a
  /// higher revision than all older files. Reading the file is safer than trusting the error of the
  /// failed rename or sync. On a network file system, a rename can succeed and still return an
  /// error. A CIFS client removes the old file before it retries a rename.
  private func mayBeReplaced(_ base: Base, by intent: Intent) -> Bool {
    switch read() {
    case .missing: base.isOnDisk
    case .intent(let found, _): found == intent
    case .flawed(.unreadable): true
    case .flawed: false
    }
  }

  /// Moves a file back to the store's path after it was moved aside.
  func takeBack(_ aside: String) throws(Disk.Refusal) {
    // If both names are hard links of the same file, a rename reports success without doing
    // anything.
    if let found = try? disk.look(path), let kept = try? disk.look(aside), found.isSame(as: kept) {
      try? disk.remove(aside)
    } else {
      try disk.rename(aside, path)
    }
  }

  /// Writes and syncs the new file of the store.
  ///
  /// The caller holds the lock of the store, so any file at the path of the new file is a leftover.
  ///
  /// Unlike `Disk.replace`, this call does not rename the new file, because copies of the old file
  /// must be made first.
  func writeNew(_ bytes: [UInt8]) throws(Disk.Refusal) {
    try disk.writeNew(newPath, bytes, isSynced: true)
  }

  /// Restores the old file durably.
  ///
  /// After a failed sync, a second sync can be trusted for a folder, but not for a file. Folder
  /// entries go through the file system's journal, and once the journal has failed, every later
  /// sync fails too.
  private func restore(_ base: Base, _ aside: String?) throws(Disk.Refusal) {
    if base.isOnDisk {
      try writeNew(IntentFile.bytes(base.intent))
      try putInPlace(newPath)
    } else if let aside {
      // rename(2) does not replace a file with a folder, so remove the file first.
      if try disk.look(aside)?.kind == .folder { try disk.remove(path) }
      try disk.rename(aside, path)
    } else {
      try disk.remove(path)
    }
    try disk.syncFolder(folder)
  }
}

extension IntentStore {
  /// The errors that CIFS returns while another program has the old file open.
  ///
  /// EACCES is the server's “access denied”; EBUSY is its “sharing violation” or “delete pending”.
  /// Old kernels return ETXTBSY.
  private static let openElsewhere = [EACCES, EBUSY, ETXTBSY]

  /// The pauses between the attempts, in milliseconds; the total is 630 ms.
  private static let pauses = [10, 20, 40, 80, 160, 320]

  /// Renames a new file to the store's path; retries while another program has the old file open.
  ///
  /// Programs that read the store, such as a backup or a virus scanner, have it open only for a
  /// moment. This function sleeps, so it must not run on the event loop's thread.
  func putInPlace(_ new: String) throws(Disk.Refusal) {
    for pause in Self.pauses {
      do throws(Disk.Refusal) {
        return try disk.rename(new, path)
      } catch {
        guard Self.openElsewhere.contains(error.code) else { throw error }
      }
      disk.pause(pause)
    }
    try disk.rename(new, path)
  }
}
