package import NightCore

/// Reads and writes the intent (everything that people set) in the store's file.
///
/// Several daemons of one user may share the store's file. Each commit takes the store's lock,
/// reads the file, applies its edits and replaces the whole file. So the stored file is always
/// complete, either old or new, even after a crash.
package struct IntentStore: Sendable {
  package let folder: String
  package let path: String
  let home: String?
  let lockPath: String
  /// The runtime folder; its lock suffices if the store's own file system has no locks.
  let runtime: RuntimeFolder?
  /// How long a commit waits for another process to release the lock.
  let timeoutMilliseconds: Int
  let disk: Disk

  package init(
    folder: String,
    home: String? = nil,
    runtime: RuntimeFolder? = nil,
    timeoutMilliseconds: Int = 2_000,
    disk: Disk = .system
  ) {
    self.folder = folder
    self.home = home
    path = folder + "/intent.json"
    lockPath = folder + "/intent.lock"
    self.runtime = runtime
    self.timeoutMilliseconds = timeoutMilliseconds
    self.disk = disk
  }

  /// The contents of the store's file.
  package enum Contents: Equatable, Sendable {
    case missing
    /// The identity is nil if the file has an older format, so that the next commit reads the file
    /// again and keeps a copy.
    case intent(Intent, FileIdentity?)
    case flawed(StoreFlaw)
  }

  /// Reads the store's file without changing anything.
  package func read() -> Contents {
    switch stored(at: path) {
    case .missing: .missing
    case .whole(let file): .intent(file.intent, file.currentIdentity)
    case .flawed(let flaw): .flawed(flaw)
    }
  }

  enum FileContents {
    case missing
    case whole(StoredFile)
    case flawed(StoreFlaw)
  }

  func stored(at path: String) -> FileContents {
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

  /// Whether the store's file still has this identity; false if the identity cannot be read.
  package func isStill(_ identity: FileIdentity) -> Bool {
    (try? disk.look(path)) == identity
  }

  /// The state with which a daemon starts.
  package struct LoadResult: Equatable, Sendable {
    package var intent: Intent
    package var identity: FileIdentity?
    /// Whether the store's file exists and contains this intent.
    package var fileExists = false
    /// Whether the daemon's next start would load this same intent.
    ///
    /// While `isStored` is false, the daemon does not report any request as stored.
    package var isStored = true
    package var notes: [StoreNote]
    /// Facts about the store's file if it exists but could not be read; otherwise nil.
    package var loss: StoreLoss?
  }

  /// Loads the intent when the daemon starts.
  ///
  /// Loading also removes files that killed daemons left behind, and moves an unusable store file
  /// aside.
  ///
  /// Loading never fails, because an unusable file is replaced by the last good copy. If the file
  /// is missing, or is unusable and there is no copy, the empty intent is loaded.
  package func load() -> LoadResult {
    var loaded = LoadResult(intent: Intent(), identity: nil, notes: [])
    // Ignore errors here, because the first commit reports them, for example if the disk is
    // read-only.
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
      loaded.fileExists = true
    // If the file cannot be read now, leave it in place, because it may be intact.
    case .flawed(.unreadable(let refusal)):
      loaded.isStored = false
      loaded.notes.append(.unreadable(path: path, refusal))
      loaded.loss = StoreLoss(flaw: .unreadable(refusal))
    case .flawed(let flaw): recover(from: flaw, lock, &loaded)
    }
    return loaded
  }
}

extension IntentStore {
  /// The path of the store's new file before it is renamed; only a process that holds the store's
  /// lock creates this file.
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

/// A file that contains a complete intent.
struct StoredFile {
  let bytes: [UInt8]
  let intent: Intent
  let format: Int64
  let identity: FileIdentity

  /// The file's format if it is older than the format that this version writes; otherwise nil.
  var olderFormat: Int64? { format < IntentFile.format ? format : nil }

  /// This file's contents with a higher revision, used if a newer file was lost.
  ///
  /// The lost file's revision must not be used again, because an edit meant for the lost intent
  /// would then change a different intent.
  var afterLoss: StoredFile {
    guard olderFormat == nil, intent.revision < .max - 1 else { return self }
    var next = intent
    next.revision += 2
    let bytes = IntentFile.bytes(next)
    return StoredFile(bytes: bytes, intent: next, format: format, identity: identity)
  }

  /// When the file was written, in microseconds.
  var written: Instant {
    let seconds = Int64(clamping: identity.changedSeconds)
    let (microseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !isTooLarge else { return Instant(microseconds: 0) }
    return Instant(microseconds: microseconds)
      .adding(microseconds: Int64(identity.changedNanoseconds / 1_000))
  }

  var currentIdentity: FileIdentity? { olderFormat == nil ? identity : nil }
}

/// A note about the store, which is logged once.
package enum StoreNote: Equatable, Sendable {
  /// The store's file was unusable and was moved aside under another name.
  case movedAside(path: String, to: String, StoreFlaw)
  /// The store's file could not be read, and was left in its place.
  case unreadable(path: String, Disk.Refusal)
  /// The store's file is unusable and could not be moved aside.
  case stuck(path: String, StoreFlaw, StoreFailure)
  /// The last good copy is used instead of the store's file.
  case lastServes(path: String, revision: Int64)
  /// A file that a killed daemon left behind could not be removed.
  case leftover(path: String, Disk.Refusal)
  /// The file system of the store's folder has no locks, so only the lock in the runtime folder is
  /// held.
  case lockedElsewhere(Disk.Refusal, path: String)
}

/// A stored file that could not be read at the start.
package struct StoreLoss: Equatable, Sendable {
  package var flaw: StoreFlaw
  /// The path to which the unreadable file was moved; nil if it was not moved.
  package var aside: String?
  /// The last good copy, if it is used instead of the unreadable file.
  package var copy: StoreProblem.Copy?
}

/// Why a stored file is unusable.
package enum StoreFlaw: Equatable, Sendable {
  case empty
  case broken(Position, String)
  case newer(format: Int64)
  case tooLarge(limit: Int)
  /// Something other than a regular file is at the path, such as a folder, a link or a fifo.
  case notAFile
  case notOwn
  case unreadable(Disk.Refusal)

  init(_ flaw: Flaw) {
    self =
      switch flaw.kind {
      case .empty: .empty
      case .newer(let format): .newer(format: format)
      case .invalid, .limit, .unknown: .broken(flaw.position ?? .start, flaw.message)
      }
  }
}

/// The kind of thing that occupies a path at which the store needs its own file.
package enum EntryKind: Equatable, Sendable {
  case folder
  /// A symbolic link to any target, because the store follows no links.
  case link
  case foreign
  /// A socket or a device, but not a fifo, which nightd can lock like a file.
  case special
}

/// Why a commit failed.
///
/// The previous intent is still stored, except after `unsettled`.
package enum StoreFailure: Error, Equatable, Sendable {
  /// Another process has the store's lock.
  case locked(path: String)
  case refused(Disk.Refusal)
  /// At a path where the store needs its own file, there is another object, such as a folder.
  case inTheWay(path: String, EntryKind)
  /// The file system of the store's folder has no locks, and the lock in the runtime folder cannot
  /// be used instead.
  case lockless(Disk.Refusal, RuntimeFolder.Flaw)
  /// Perhaps the new file is not on the disk, and perhaps the old file could not be restored
  /// either.
  ///
  /// So the stored intent may be the old one or the new one, and a power cut may change which.
  case unsettled(Disk.Refusal)
}
