import Glibc
import NightBus
import NightContract
import NightCore
import NightStore

/// The messages about the store.
extension Messages {
  static func notDurable(_ failure: StoreFailure) -> String {
    if case .unsettled(let refusal) = failure {
      return "the disk did not confirm the change: \(message(refusal)); "
        + "a power cut may undo it"
    }
    return "the change was not stored: \(message(failure)); nothing was changed"
  }

  private static func message(_ failure: StoreFailure) -> String {
    switch failure {
    case .refused(let refusal) where refusal.call == "mkdir": folderNotMade(refusal)
    case .locked(let path): "another process keeps \(path) locked"
    case .refused(let refusal), .unsettled(let refusal): message(refusal)
    case .inTheWay(let path, let kind):
      "\(path) \(predicate(kind)), but nightd needs a regular file there; "
        + "move it aside with mv -n \(ShellWord.of(path)) \(ShellWord.of(path + ".aside"))"
    case .lockless(let refusal, let flaw):
      "\(message(refusal)), and nightd cannot lock a file in the runtime folder instead: "
        + message(flaw)
    }
  }

  private static func folderNotMade(_ refusal: Disk.Refusal) -> String {
    let why =
      switch refusal.code {
      case EROFS: "its file system is read-only"
      case ENOSPC, EDQUOT: "no space is left on its file system"
      case EACCES, EPERM: "nightd has no permission to write in \(refusal.path.parentFolder)"
      default: "system error: \(SystemError.message(refusal.code))"
      }
    return "the folder \(refusal.path) cannot be made, because \(why); "
      + "for the fix, run nightctl doctor"
  }

  private static func predicate(_ kind: EntryKind) -> String {
    switch kind {
    case .folder: "is a folder"
    case .link: "is a link"
    case .foreign: "belongs to another user"
    case .special: "is a special file, such as a socket"
    }
  }

  static func note(_ note: StoreNote) -> String {
    switch note {
    case .movedAside(let path, let to, let flaw):
      "\(describe(flaw, path)); the file is kept as \(to), and nightd continues without it"
    case .unreadable(let path, let refusal):
      "\(describe(.unreadable(refusal), path)); nothing can be stored until this is fixed"
    case .stuck(let path, let flaw, let failure):
      "\(describe(flaw, path)), and the file cannot be moved aside: \(message(failure)); "
        + "nothing can be stored until this is fixed"
    case .lastServes(let path, let revision):
      "the last good copy is used: \(path), revision \(revision)"
    case .leftover(let path, let refusal):
      "cannot remove \(path), which an earlier nightd left behind: \(message(refusal))"
    case .lockedElsewhere(let refusal, let path):
      "\(message(refusal)); nightd keeps its lock in \(path) instead, where a nightd on another "
        + "machine does not see it"
    }
  }

  static func foundFlawed(_ path: String, _ flaw: StoreFlaw) -> String {
    "\(describe(flaw, path)); the last good version stays in force"
  }

  static func problem(_ loss: StoreLoss, at path: String) -> StoreProblem {
    StoreProblem(path: path, why: describe(loss.flaw, path), aside: loss.aside, copy: loss.copy)
  }

  /// Describes why a stored file became unreadable while nightd ran.
  static func problem(_ flaw: StoreFlaw, at path: String) -> StoreProblem {
    StoreProblem(path: path, why: describe(flaw, path), isEarlierKnown: true)
  }

  private static func describe(_ flaw: StoreFlaw, _ path: String) -> String {
    switch flaw {
    case .empty: "\(path) is empty"
    case .broken(let position, let why): "\(path):\(position): \(why)"
    case .newer(let format):
      "\(path) was written by a newer nightd in format \(format); this nightd reads formats up to \(IntentFile.format)"
    case .tooLarge(let limit): "\(path) is larger than \(limit >> 20) MiB"
    case .notAFile: "\(path) is not a regular file"
    case .notOwn: "\(path) belongs to another user"
    case .unreadable(let refusal): "\(path) cannot be read: \(message(refusal))"
    }
  }

  static func message(_ refusal: Disk.Refusal) -> String {
    let place = refusal.path.isEmpty ? "" : " \(refusal.path)"
    return "\(refusal.call)\(place): \(SystemError.message(refusal.code))"
  }

  /// Explains why programs cannot read the style from the runtime folder.
  static func notPublished(_ flaw: RuntimeFolder.Flaw) -> String {
    "cannot publish the style in the runtime folder, so programs ask over the bus: \(message(flaw))"
  }

  /// Explains why nightd could not get a folder of its own in the user's runtime folder.
  static func message(_ flaw: RuntimeFolder.Flaw) -> String {
    switch flaw {
    case .missing(let path): "\(path) does not exist"
    case .foreignParent(let path), .notOwn(let path): "\(path) belongs to another user"
    case .notAFolder(let path): "\(path) is not a folder"
    case .open(let path): "other users have access to \(path)"
    case .taken(let path): "another nightd, perhaps on another bus, holds the lock \(path)"
    case .refused(let refusal): message(refusal)
    }
  }
}
