import Glibc
package import NightCore
import NightValues

extension IntentStore {
  /// What a commit left on disk.
  package struct Committed: Equatable, Sendable {
    package var intent: Intent
    package var identity: FileIdentity?
    /// The folder it stands in; the way to it is on disk.
    package var folder: FileIdentity?
    package var notes: [StoreNote]
  }

  /// Stores the changes durably: when this returns they outlive a power cut.
  ///
  /// `known` is the intent that memory has; it is built upon where the disk has none that can be
  /// read. Where another daemon stored something meanwhile the changes go on top of that.
  /// `identity` is that of the file which `known` was read from or written to, `folder` what the
  /// last commit answered, and `kept` the lock where it was taken before.
  package func commit(
    _ edits: [IntentEdit],
    onto known: Intent,
    _ identity: FileIdentity?,
    folder secured: FileIdentity? = nil,
    under kept: KeptLock? = nil
  ) throws(StoreFailure) -> Committed {
    let folder: FileIdentity?
    do throws(Disk.Refusal) { folder = try secureFolder(secured) } catch { throw .refused(error) }
    let lock = if let kept { kept } else { try keepLock() }
    defer { withExtendedLifetime(lock) {} }
    let said = lock.note.map { [$0] } ?? []
    let ground: Ground
    var intent: Intent
    do throws(Disk.Refusal) {
      ground = try self.ground(known, identity)
      intent = ground.intent.applying(edits)
      // Where another daemon stored something first, a change on condition is none.
      if let found = ground.identity, intent == ground.intent,
        edits.contains(where: { $0.isUnmet(by: ground.intent) })
      {
        return Committed(intent: intent, identity: found, folder: folder, notes: said)
      }
      let revision = max(ground.intent.revision, known.revision)
      intent.revision = revision < .max ? revision + 1 : .max
      try writeNew(readableBytes(of: intent))
    } catch {
      throw error.path == newPath ? failure(error, at: newPath) : .refused(error)
    }
    // Before it has the name that others may give to a file of theirs.
    let written = try? disk.look(newPath)
    let notes = try replace(ground, with: intent)
    return Committed(intent: intent, identity: written, folder: folder, notes: said + notes)
  }

  /// What a commit builds upon.
  private struct Ground {
    var intent: Intent
    var isOnDisk: Bool
    /// That of a file that another one wrote, in the format that this version writes.
    var identity: FileIdentity?
    /// The format of what is on disk, where that is an older one.
    var olderFormat: Int64?
    /// Why what is on disk cannot be built upon.
    var flaw: StoreFlaw?
  }

  /// What is on disk, or else what memory has.
  private func ground(
    _ known: Intent,
    _ identity: FileIdentity?
  ) throws(Disk.Refusal) -> Ground {
    if let identity, isStill(identity) { return Ground(intent: known, isOnDisk: true) }
    switch stored(at: path) {
    case .missing: return Ground(intent: known, isOnDisk: false)
    case .whole(let file):
      return Ground(
        intent: file.intent,
        isOnDisk: true,
        identity: file.currentIdentity,
        olderFormat: file.olderFormat
      )
    // It may be whole, and hold what another daemon stored.
    case .flawed(.unreadable(let refusal)): throw refusal
    case .flawed(let flaw): return Ground(intent: known, isOnDisk: false, flaw: flaw)
    }
  }

  /// What could not be read again must not take the place of what can be read.
  ///
  /// What was written by hand may be terser than nightd writes it, and another daemon's preferences
  /// may have come on top of these.
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

  /// Puts the new file in the place of the old one, or where anything fails, nothing.
  ///
  /// A flawed file is kept aside only once the new one is ready, so that the note of it is never
  /// lost with a commit that was refused.
  private func replace(
    _ ground: Ground,
    with intent: Intent
  ) throws(StoreFailure) -> [StoreNote] {
    var aside: String?
    var isTried = false
    do throws(Disk.Refusal) {
      if ground.flaw != nil {
        aside = try keepAside()
        try disk.syncFolder(folder)
      }
      if ground.isOnDisk { keepLast(olderFormat: ground.olderFormat) }
      isTried = true
      try putInPlace(newPath)
      try disk.syncFolder(folder)
    } catch {
      // A file in place that a power cut may still take away is no success, so the caller hears
      // no, and the old one is put back, or whoever reads next would see what was refused.
      try? disk.remove(newPath)
      do throws(Disk.Refusal) {
        if isTried, mayStand(intent, instead: ground) {
          try restore(ground, aside)
        } else if let aside {
          try takeBack(aside)
        }
      } catch {
        throw .unsettled(error)
      }
      throw .refused(error)
    }
    guard let aside, let flaw = ground.flaw else { return [] }
    return [.movedAside(path: path, to: aside, flaw)]
  }

  /// Whether the store is, or may be, another than it was: the new file stands, or none does.
  ///
  /// Its revision tells it from any before. To ask is surer than to go by what was answered: over a
  /// network a call may be done and refused all the same, and a CIFS client removes the old file
  /// before it tries a rename once more.
  private func mayStand(_ intent: Intent, instead ground: Ground) -> Bool {
    switch read() {
    case .missing: ground.isOnDisk
    case .intent(let found, _): found == intent
    case .flawed(.unreadable): true
    case .flawed: false
    }
  }

  func takeBack(_ aside: String) throws(Disk.Refusal) {
    // To rename one name of a file to the other does nothing, and says that all is well.
    if let found = try? disk.look(path), let kept = try? disk.look(aside), found.isSame(as: kept) {
      try? disk.remove(aside)
    } else {
      try disk.rename(aside, path)
    }
  }

  /// Writes and syncs the new file; after a refusal nothing of it is left.
  ///
  /// A file whose fsync failed is never synced again: the kernel would say that all is well.
  func writeNew(_ bytes: [UInt8]) throws(Disk.Refusal) {
    let file = try createNew()
    do throws(Disk.Refusal) {
      defer { disk.close(file) }
      try disk.write(file, bytes)
      try disk.sync(file)
    } catch {
      try? disk.remove(newPath)
      throw Disk.Refusal(error.call, newPath, code: error.code)
    }
  }

  /// Whoever keeps the lock is alone, so a new file that is there already was left by the dead.
  private func createNew() throws(Disk.Refusal) -> Int32 {
    if try disk.look(newPath) != nil { try disk.remove(newPath) }
    return try disk.create(newPath)
  }

  /// The folder's second sync after a failed one is to be believed, unlike a file's: entries go
  /// through the journal, and a journal that failed stays failed, so that the sync fails as well.
  private func restore(_ ground: Ground, _ aside: String?) throws(Disk.Refusal) {
    if ground.isOnDisk {
      try writeNew(IntentFile.bytes(ground.intent))
      try putInPlace(newPath)
    } else if let aside {
      // A folder does not take the place of a file.
      if try disk.look(aside)?.kind == .folder { try disk.remove(path) }
      try disk.rename(aside, path)
    } else {
      try disk.remove(path)
    }
    try disk.syncFolder(folder)
  }
}
