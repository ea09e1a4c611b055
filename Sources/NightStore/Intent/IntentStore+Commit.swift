import Glibc
package import NightCore

extension IntentStore {
  /// What a commit left on disk.
  package struct Committed: Equatable, Sendable {
    package var intent: Intent
    package var identity: FileIdentity?
    package var notes: [StoreNote]
  }

  /// Stores the changes durably: when this returns they outlive a power cut.
  ///
  /// `known` is the intent that memory has; it is built upon where the disk has none that can be
  /// read. Where another daemon stored something meanwhile the changes go on top of that.
  /// `identity` is that of the file which `known` was read from or written to.
  package func commit(
    _ edits: [IntentEdit],
    onto known: Intent,
    _ identity: FileIdentity?
  ) throws(StoreFailure) -> Committed {
    do throws(Disk.Refusal) { try makeFolders() } catch { throw .refused(error) }
    let lock = try takeLock()
    defer { disk.close(lock) }
    do throws(Disk.Refusal) {
      let ground = try ground(known, identity)
      var intent = ground.intent.applying(edits)
      let revision = max(ground.intent.revision, known.revision)
      intent.revision = revision < .max ? revision + 1 : .max
      let notes = try replace(ground, with: readableBytes(of: intent))
      return Committed(intent: intent, identity: try? disk.look(path), notes: notes)
    } catch {
      throw .refused(error)
    }
  }

  /// What a commit builds upon.
  private struct Ground {
    var intent: Intent
    var isOnDisk: Bool
    /// Why what is on disk cannot be built upon.
    var flaw: StoreFlaw?
  }

  /// What is on disk, or else what memory has.
  private func ground(
    _ known: Intent,
    _ identity: FileIdentity?
  ) throws(Disk.Refusal) -> Ground {
    if let identity, isStill(identity) { return Ground(intent: known, isOnDisk: true) }
    switch read() {
    case .missing: return Ground(intent: known, isOnDisk: false)
    case .intent(let intent, _): return Ground(intent: intent, isOnDisk: true)
    // It may be whole, and hold what another daemon stored.
    case .flawed(.unreadable(let refusal)): throw refusal
    case .flawed(let flaw): return Ground(intent: known, isOnDisk: false, flaw: flaw)
    }
  }

  /// What could not be read again must not take the place of what can be read.
  ///
  /// Unknown members may have been written more tersely than nightd writes them.
  private func readableBytes(of intent: Intent) throws(Disk.Refusal) -> [UInt8] {
    let bytes = IntentFile.bytes(intent)
    guard (try? IntentFile.intent(bytes)) != nil else {
      throw Disk.Refusal("write", path, code: EFBIG)
    }
    return bytes
  }

  /// Puts a flawed file aside only once the new one is ready, and back where the rest fails.
  ///
  /// So the note of it is never lost with a commit that was refused.
  private func replace(
    _ ground: Ground,
    with bytes: [UInt8]
  ) throws(Disk.Refusal) -> [StoreNote] {
    try writeNew(bytes)
    var aside: String?
    do throws(Disk.Refusal) {
      if ground.flaw != nil {
        aside = try moveAside()
        try disk.syncFolder(folder)
      }
      try disk.rename(newPath, path)
    } catch {
      try? disk.remove(newPath)
      if let aside { try? disk.rename(aside, path) }
      throw error
    }
    do throws(Disk.Refusal) {
      try disk.syncFolder(folder)
    } catch {
      // The new file is in place, but a power cut may still take it away, so the caller hears no.
      // The old one is put back, or whoever reads next would see what was refused.
      restore(ground, aside)
      throw error
    }
    guard let aside, let flaw = ground.flaw else { return [] }
    return [.movedAside(path: path, to: aside, flaw)]
  }

  /// Writes and syncs the new file; after a refusal nothing of it is left.
  ///
  /// A file whose fsync failed is never synced again: the kernel would say that all is well.
  private func writeNew(_ bytes: [UInt8]) throws(Disk.Refusal) {
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

  private func restore(_ ground: Ground, _ aside: String?) {
    if ground.isOnDisk {
      guard (try? writeNew(IntentFile.bytes(ground.intent))) != nil else { return }
      try? disk.rename(newPath, path)
    } else {
      try? disk.remove(path)
      if let aside { try? disk.rename(aside, path) }
    }
  }
}
