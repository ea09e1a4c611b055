import CDBus
import Glibc

/// A process that another process started; a test can nevertheless wait for its end.
///
/// An object of this class always refers to the same process, even if the process's number is used
/// again.
package final class ForeignProcess {
  static let ending = Int16(POLLIN)

  package let number: Int32
  private let file: Descriptor
  var descriptor: Int32 { file.number }

  /// Returns nil if no process has this number.
  package init?(_ number: Int32?) {
    guard let number else { return nil }
    let descriptor = cdbus_pidfd_open(number)
    guard descriptor >= 0 else { return nil }
    self.number = number
    file = Descriptor(descriptor)
  }

  /// Whether the process has ended, even if it is not reaped yet.
  package var hasEnded: Bool { hasEnded(within: 0) }

  /// Waits in the kernel for the process's end; returns false after the timeout.
  package func hasEnded(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Self.ending, revents: 0)
    var count = poll(&entry, 1, milliseconds)
    while count < 0, errno == EINTR { count = poll(&entry, 1, milliseconds) }
    return count > 0
  }
}
