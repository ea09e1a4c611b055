package import NightCore
import NightValues

/// The intent on disk.
///
/// Any number of daemons of one user may share it. Each commit takes the lock, reads what is
/// there, puts its changes on top and replaces the whole file, so that at any instant, a crash
/// included, the file is the whole old or the whole new one.
package struct IntentStore: Sendable {
  package let folder: String
  package let path: String
  let home: String?
  let lockPath: String
  /// Holds the lock that keeps this user's daemons apart where the folder's file system has none.
  let runtime: RuntimeFolder?
  /// How long another process may keep the lock.
  let patienceMilliseconds: Int
  let disk: Disk

  package init(
    folder: String,
    home: String? = nil,
    runtime: RuntimeFolder? = nil,
    patienceMilliseconds: Int = 2_000,
    disk: Disk = .system
  ) {
    self.folder = folder
    self.home = home
    path = folder + "/intent.json"
    lockPath = folder + "/intent.lock"
    self.runtime = runtime
    self.patienceMilliseconds = patienceMilliseconds
    self.disk = disk
  }

  /// What stands in the file.
  package enum Contents: Equatable, Sendable {
    case missing
    /// Without the identity where the file is of an older format, so that a commit reads it again
    /// and keeps it.
    case intent(Intent, FileIdentity?)
    case flawed(StoreFlaw)
  }

  /// Reads without changing anything.
  package func read() -> Contents {
    switch stored(at: path) {
    case .missing: .missing
    case .whole(let file): .intent(file.intent, file.currentIdentity)
    case .flawed(let flaw): .flawed(flaw)
    }
  }

  enum Stored {
    case missing
    case whole(StoredFile)
    case flawed(StoreFlaw)
  }

  func stored(at path: String) -> Stored {
    do throws(Disk.Refusal) {
      guard let found = try disk.look(path) else { return .missing }
      guard found.kind == .file else { return .flawed(.notAFile) }
      guard found.isOwn else { return .flawed(.notOwn) }
      let limit = JSONLimits.standard.bytes
      let file = try disk.open(path)
      defer { disk.close(file) }
      let bytes = try disk.read(file, limit)
      guard bytes.count <= limit else { return .flawed(.tooLarge(limit: limit)) }
      do throws(Flaw) {
        let (intent, format) = try IntentFile.read(bytes)
        return .whole(StoredFile(bytes: bytes, intent: intent, format: format, identity: found))
      } catch {
        return .flawed(StoreFlaw(error))
      }
    } catch {
      return .flawed(.unreadable(Disk.Refusal(error.call, path, code: error.code)))
    }
  }

  /// Whether the file is the one that was seen before; any doubt is a no.
  package func isStill(_ identity: FileIdentity) -> Bool {
    (try? disk.look(path)) == identity
  }

  /// What a daemon starts from.
  package struct Loaded: Equatable, Sendable {
    package var intent: Intent
    package var identity: FileIdentity?
    /// Whether this is what stands in the file.
    package var isThere = false
    /// Whether a start that follows would find this as well; if not, nothing is answered as stored
    /// until it is.
    package var isStored = true
    package var notes: [StoreNote]
    /// Set if there was a file and it could not be read.
    package var loss: StoreLoss?
  }

  /// Reads at the start: clears what a killed daemon left, and puts a file aside that cannot serve.
  ///
  /// It never fails: without a file that can serve it begins with the last good copy, and without
  /// that, or where there is no file at all, with the empty intent.
  package func load() -> Loaded {
    var loaded = Loaded(intent: Intent(), identity: nil, notes: [])
    // Best effort: on a read-only disk the first commit says what is wrong.
    _ = try? makeFolders()
    let lock = Result { () throws(StoreFailure) in try keepLock() }
    if case .success(let lock) = lock {
      loaded.notes += lock.note.map { [$0] } ?? []
      loaded.notes += removeLeftovers()
    }
    defer { withExtendedLifetime(lock) {} }
    switch read() {
    case .missing: break
    case .intent(let intent, let identity):
      loaded.intent = intent
      loaded.identity = identity
      loaded.isThere = true
    // What cannot be read now may be whole, so it is left alone.
    case .flawed(.unreadable(let refusal)):
      loaded.isStored = false
      loaded.notes.append(.unreadable(path: path, refusal))
      loaded.loss = StoreLoss(flaw: .unreadable(refusal))
    case .flawed(let flaw): recover(from: flaw, lock, &loaded)
    }
    return loaded
  }
}

// MARK: - Parts that a commit shares

extension IntentStore {
  /// New files are named after their target, and only whoever keeps the lock makes them.
  var newPath: String { path + ".new" }

  private func removeLeftovers() -> [StoreNote] {
    removeLeft(newLastPath)
    guard let found = try? disk.look(newPath), found.kind == .file else { return [] }
    do throws(Disk.Refusal) {
      try disk.remove(newPath)
      return []
    } catch {
      return [.leftover(path: newPath, error)]
    }
  }

}
