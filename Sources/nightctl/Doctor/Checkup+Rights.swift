import Glibc
import NightBus
import NightCore
import NightStore

/// What nightd has to read and write.
extension Checkup {
  /// Nothing has to be there; but what is there has to serve, and what is not must be possible.
  func lookAt(_ file: String, isWritten: Bool) {
    var path = file
    var mode = isWritten ? R_OK | W_OK : R_OK
    while access(path, F_OK) != 0 {
      switch errno {
      case ENOENT where isWritten, ENOTDIR where isWritten: mode = W_OK | X_OK
      // The folder is shut.
      case EACCES: mode = X_OK
      default: return
      }
      guard let folder = Self.folder(of: path) else { return }
      path = folder
    }
    var paths = [(path, mode)]
    // A new file takes the place of the old one.
    if isWritten, path == file, let folder = Self.folder(of: path) {
      paths.append((folder, W_OK | X_OK))
    }
    for (path, mode) in paths where access(path, mode) != 0 {
      note(path, isWritten: isWritten, code: errno)
    }
  }

  /// A file that the portal reads; nil where it is none, which is noted where it cannot be one.
  func textOfPortals(_ path: String) -> String? {
    let isOwn = access(Self.folder(of: path) ?? "/", W_OK) == 0
    switch disk.reading(path, limit: KeyFile.bytes).content {
    case .bytes(let bytes): return String(validating: bytes, as: UTF8.self)
    case .flawed(.unreadable(let refusal)):
      note(path, SystemError.words(refusal.code), isOwn ? .rights : .shut)
    // A link that leads nowhere is as good as none, to the portal as well.
    case .missing, .flawed(.linkLoop), .flawed(.linkToNothing): break
    case .flawed(let flaw): note(path, Words.inTheWay(flaw), .inTheWay(isMovable: isOwn))
    }
    return nil
  }

  private func note(_ path: String, _ why: String, _ flaw: UnusablePath.Flaw) {
    let found = UnusablePath(path: path, isWritten: false, why: why, flaw)
    if !facts.daemon.unusable.contains(found) { facts.daemon.unusable.append(found) }
  }

  private func note(_ path: String, isWritten: Bool, code: Int32) {
    let isOwn = (try? disk.lookThroughLinks(path))?.isOwn ?? true
    let flaw = UnusablePath(
      path: path,
      isWritten: isWritten,
      why: SystemError.words(code),
      code == EROFS ? .disk : isOwn ? .rights : .foreign
    )
    if !facts.daemon.unusable.contains(flaw) { facts.daemon.unusable.append(flaw) }
  }

  private static func folder(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }
}
