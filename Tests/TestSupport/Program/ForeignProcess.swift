import CDBus
import Glibc

/// A process that another process started, whose end can be awaited all the same.
///
/// It stays the same process as long as this object lives, even if its number is used again.
package final class ForeignProcess {
  static let ending = Int16(POLLIN)

  package let number: Int32
  private let file: Descriptor
  var descriptor: Int32 { file.number }

  /// nil if no process has this number.
  package init?(_ number: Int32?) {
    guard let number else { return nil }
    let descriptor = cdbus_pidfd_open(number)
    guard descriptor >= 0 else { return nil }
    self.number = number
    file = Descriptor(descriptor)
  }

  /// Whether it has ended, perhaps not reaped yet.
  package var hasEnded: Bool { hasEnded(within: 0) }

  /// Waits for its end in the kernel; false after the timeout.
  package func hasEnded(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Self.ending, revents: 0)
    var count = poll(&entry, 1, milliseconds)
    while count < 0, errno == EINTR { count = poll(&entry, 1, milliseconds) }
    return count > 0
  }
}
