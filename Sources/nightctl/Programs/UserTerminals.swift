import Glibc
import NightStore

/// Writes to the user's terminals, but never waits for a terminal.
struct UserTerminals {
  private let folder: String

  init(folder: String = "/dev/pts") { self.folder = folder }

  /// Writes the bytes to the user's terminals; returns how many terminals got them.
  ///
  /// `only` contains the numbers of the terminals to write to; nil means all terminals. Skips a
  /// terminal that has unread output, because only part of an escape sequence might fit, and would
  /// show as text.
  @discardableResult
  func write(_ bytes: [UInt8], only: Set<UInt32>? = nil) -> Int {
    Folder(path: folder).names(most: .max).count { name in
      guard let number = UInt32(name), only?.contains(number) ?? true else { return false }
      return write(bytes, to: folder + "/" + name)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    var facts = stat()
    guard lstat(path, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & S_IFMT == S_IFCHR
    else { return false }
    let terminal = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    var unread: Int32 = 0
    guard ioctl(terminal, UInt(TIOCOUTQ), &unread) == 0, unread == 0 else { return false }
    return bytes.withUnsafeBytes { Glibc.write(terminal, $0.baseAddress, $0.count) } == bytes.count
  }
}
