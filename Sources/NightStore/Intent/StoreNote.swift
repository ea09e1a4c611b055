package import NightCore
package import NightValues

/// A note about the store, which is logged once.
package enum StoreNote: Equatable, Sendable {
  /// The file was unusable and was moved aside under another name.
  case movedAside(path: String, to: String, StoreFlaw)
  /// The file could not be read; it is still in its place.
  case unreadable(path: String, Disk.Refusal)
  /// The file is unusable and could not be moved aside.
  case stuck(path: String, StoreFlaw, StoreFailure)
  /// The last good copy is in effect instead of the file.
  case lastServes(path: String, revision: Int64)
  /// A file that a killed daemon left behind could not be removed.
  case leftover(path: String, Disk.Refusal)
  /// The folder's file system has no locks, so the lock in the runtime folder replaces them.
  case lockedElsewhere(Disk.Refusal, path: String)
}

/// A stored file that could not be read at the start.
package struct StoreLoss: Equatable, Sendable {
  package var flaw: StoreFlaw
  /// The path under which the file is kept, if it was moved.
  package var aside: String?
  /// The last good copy, if it is in effect instead.
  package var copy: StoreProblem.Copy?
}

/// Why a stored file is unusable.
package enum StoreFlaw: Equatable, Sendable {
  case empty
  case broken(Position, String)
  case newer(format: Int64)
  case tooLarge(limit: Int)
  /// The path has no regular file, but a folder, a link or a fifo, for example.
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

/// What was found at a path at which the store needs its own file.
package enum EntryKind: Equatable, Sendable {
  case folder
  /// A symbolic link to any target, because the store follows no links.
  case link
  case foreign
  /// A socket, a device or the like, but not a pipe, which can be locked like a file.
  case special
}

/// Why a commit failed; except after `unsettled`, the previous intent is still stored.
package enum StoreFailure: Error, Equatable, Sendable {
  /// Another process keeps the lock.
  case locked(path: String)
  case refused(Disk.Refusal)
  /// Something else is at a path at which the store needs its own file.
  case inTheWay(path: String, EntryKind)
  /// The folder's file system has no locks, and the runtime folder is not usable either.
  case lockless(Disk.Refusal, RuntimeFolder.Flaw)
  /// The new file could neither be made durable nor be undone for certain.
  ///
  /// So either intent may be stored, now and after a power cut.
  case unsettled(Disk.Refusal)
}
