import Glibc
import NightCore
import NightStore

/// The user's own files and sockets.
///
/// In a shared folder such as `/tmp`, another user could make a socket and send nightctl wrong
/// replies.
enum OwnPaths {
  /// The sorted paths that match `pattern`, whose last component contains `*`.
  ///
  /// A path is included only if the user owns the path and its folder. Sockets without a listening
  /// program are left out.
  static func matching(_ pattern: String) -> [String] {
    Disk.paths(matching: pattern).filter { isOwn($0.parentFolder) && isOwn($0) && !isDead($0) }
  }

  private static func isOwn(_ path: String) -> Bool {
    (try? Disk.system.look(path))?.isOwn ?? false
  }

  /// Whether the path is a socket on which no program listens, for example because the program
  /// crashed.
  private static func isDead(_ path: String) -> Bool {
    var facts = stat()
    guard stat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFSOCK else { return false }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { return false }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC | O_NONBLOCK, 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    return code != 0 && errno == ECONNREFUSED
  }
}
