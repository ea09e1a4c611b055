import Glibc
import NightBus
import NightPrograms
import NightStore

/// Finds hook folders that nightd cannot read, and hook folders whose path leads to a file or a
/// broken link instead.
///
/// A missing folder is not a problem, because few users have all of the folders.
struct HookFolderProblems {
  /// One sentence for each unusable hook folder: the problem, and what to do about it.
  let sentences: [String]

  init(_ folders: HookFolders) { sentences = folders.all.compactMap { Self.problem($0.path) } }

  func complain(_ output: Output) {
    for sentence in sentences { output.complain("nightctl: " + sentence) }
  }

  private static func problem(_ path: String) -> String? {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return unreachable(path, errno) }
    guard facts.st_mode & S_IFMT == S_IFDIR else {
      return HookMessages.isNoHookFolder(path, kind(facts.st_mode))
    }
    guard access(path, R_OK | X_OK) != 0 else { return nil }
    return HookMessages.hookFolderUnreadable(path, SystemError.message(errno))
  }

  private static func unreachable(_ path: String, _ code: Int32) -> String? {
    switch code {
    case ENOENT:
      guard Disk.isLink(path) else { return nil }
      let target = (try? Disk.system.readLink(path)) ?? nil
      return HookMessages.hookFolderDangles(path, target ?? "?")
    case ELOOP: return HookMessages.isNoHookFolder(path, "a link that leads back to itself")
    case EACCES: return HookMessages.hookFolderUnreadable(path, SystemError.message(code))
    default: return HookMessages.hookFolderUnreachable(path, SystemError.message(code))
    }
  }

  private static func kind(_ mode: mode_t) -> String {
    switch mode & S_IFMT {
    case S_IFREG: "a regular file"
    case S_IFIFO: "a fifo"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }
}
