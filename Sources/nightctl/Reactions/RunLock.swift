import Glibc

/// Lets only one run of hooks, or one change of the reactions, go on at a time in a session.
///
/// Best effort: without nightd's runtime folder there is no lock.
struct RunLock {
  private let file: Int32

  /// Waits until no other process holds the lock of this name; the folder is nightd's runtime folder.
  init(_ name: String, in folder: String) {
    file = open("\(folder)/\(name).lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    while flock(file, LOCK_EX) != 0, errno == EINTR {}
  }

  /// Whether a process holds the lock now; false if no such lock was ever taken.
  static func isHeld(_ name: String, in folder: String) -> Bool {
    let file = open("\(folder)/\(name).lock", O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return false }
    defer { close(file) }
    return flock(file, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  func release() {
    if file >= 0 { close(file) }
  }
}
