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
