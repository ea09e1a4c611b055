package import NightCore

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
  /// How long another process may keep the lock.
  let patienceMilliseconds: Int
  let disk: Disk

  package init(
    folder: String,
    home: String? = nil,
    patienceMilliseconds: Int = 2_000,
    disk: Disk = .system
  ) {
    self.folder = folder
    self.home = home
    path = folder + "/intent.json"
    lockPath = folder + "/intent.lock"
    self.patienceMilliseconds = patienceMilliseconds
    self.disk = disk
  }

  /// What stands in the file.
  package enum Contents: Equatable, Sendable {
    case missing
    case intent(Intent, FileIdentity)
    case flawed(StoreFlaw)
  }

  /// Reads without changing anything.
  package func read() -> Contents {
    do throws(Disk.Refusal) {
      guard let found = try disk.look(path) else { return .missing }
      guard found.kind == .file else { return .flawed(.notAFile) }
      guard found.isOwn else { return .flawed(.notOwn) }
      let limit = JSONLimits.standard.bytes
      let file = try disk.open(path)
      defer { disk.close(file) }
      let bytes = try disk.read(file, limit)
      guard bytes.count <= limit else { return .flawed(.tooLarge(limit: limit)) }
      do throws(IntentFile.Flaw) {
        return .intent(try IntentFile.intent(bytes), found)
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
    package var notes: [StoreNote]
  }

  /// Reads at the start: clears what a killed daemon left, and puts a file aside that cannot serve.
  ///
  /// It never fails: without a file that can be read, the intent is the empty one.
  package func load() -> Loaded {
    var loaded = Loaded(intent: Intent(), identity: nil, notes: [])
    // Best effort: on a read-only disk the first commit says what is wrong.
    _ = try? makeFolders()
    let lock = Result { () throws(StoreFailure) in try keepLock() }
    if case .success = lock { loaded.notes += removeLeftovers() }
    defer { withExtendedLifetime(lock) {} }
    switch read() {
    case .missing: break
    case .intent(let intent, let identity):
      loaded.intent = intent
      loaded.identity = identity
    // What cannot be read now may be whole, so it is left alone.
    case .flawed(.unreadable(let refusal)):
      loaded.notes.append(.unreadable(path: path, refusal))
    case .flawed(let flaw): loaded.notes.append(putAside(flaw, lock))
    }
    return loaded
  }
}

// MARK: - Parts that a commit shares

extension IntentStore {
  /// Waits for the lock, at most for so long as the store has patience.
  package func keepLock(patience: Int? = nil) throws(StoreFailure) -> KeptLock {
    do throws(Disk.Refusal) {
      let lock = KeptLock(try disk.openLock(lockPath), on: disk)
      if try disk.lock(lock.file, patience ?? patienceMilliseconds) { return lock }
    } catch {
      throw .refused(Disk.Refusal(error.call, lockPath, code: error.code))
    }
    throw .locked(path: lockPath)
  }

  /// New files are named after their target, and only whoever keeps the lock makes them.
  var newPath: String { path + ".new" }

  private func removeLeftovers() -> [StoreNote] {
    guard let found = try? disk.look(newPath), found.kind == .file else { return [] }
    do throws(Disk.Refusal) {
      try disk.remove(newPath)
      return []
    } catch {
      return [.leftover(path: newPath, error)]
    }
  }

  private func putAside(_ flaw: StoreFlaw, _ lock: Result<KeptLock, StoreFailure>) -> StoreNote {
    // Without the lock this could hit the whole file that another daemon puts there just now.
    if case .failure(let failure) = lock { return .stuck(path: path, flaw, failure) }
    do throws(Disk.Refusal) {
      return .movedAside(path: path, to: try moveAside(), flaw)
    } catch {
      return .stuck(path: path, flaw, .refused(error))
    }
  }

  /// Gives the file the first free counted name; only a sync of the folder makes that durable.
  func moveAside() throws(Disk.Refusal) -> String {
    let aside = try asidePath()
    try disk.rename(path, aside)
    return aside
  }

  func asidePath() throws(Disk.Refusal) -> String {
    var number = 1
    while try disk.look("\(path).aside-\(number)") != nil { number += 1 }
    return "\(path).aside-\(number)"
  }
}
