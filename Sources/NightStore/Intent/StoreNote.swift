package import NightCore
package import NightValues

/// Something about the store that a person should hear of once.
package enum StoreNote: Equatable, Sendable {
  /// The file could not serve and was put aside under another name.
  case movedAside(path: String, to: String, StoreFlaw)
  /// The file could not be read; it stands where it stood.
  case unreadable(path: String, Disk.Refusal)
  /// The file cannot serve and could not be put aside either.
  case stuck(path: String, StoreFlaw, StoreFailure)
  /// What stood in the file before its last commit is in force.
  case lastServes(path: String, revision: Int64)
  /// A file that a killed daemon left behind could not be removed.
  case leftover(path: String, Disk.Refusal)
  /// The folder's file system has no locks, so the lock in the runtime folder does its work.
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

/// Why a stored file cannot serve.
package enum StoreFlaw: Error, Equatable, Sendable {
  case empty
  case broken(Position, String)
  case newer(format: Int64)
  case tooLarge(limit: Int)
  /// A folder, a link, a fifo.
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

/// What keeps the store from a file of its own.
package enum Obstacle: Equatable, Sendable {
  case folder
  /// A link, wherever it leads: the store follows none.
  case link
  case foreign
  /// A socket, a device or the like; a pipe can be locked as well as a file.
  case special
}

/// Why a commit failed; but for `unsettled`, what was stored before is still what is stored.
package enum StoreFailure: Error, Equatable, Sendable {
  /// Another process keeps the lock.
  case locked(path: String)
  case refused(Disk.Refusal)
  /// Something else stands where the store needs a file of its own.
  case inTheWay(path: String, Obstacle)
  /// The folder's file system has no locks, and the runtime folder cannot be had either.
  case lockless(Disk.Refusal, RuntimeFolder.Flaw)
  /// The new file could not be made durable nor be taken back for sure: either may stand, now and
  /// after a power cut.
  case unsettled(Disk.Refusal)
}
