import CDBus
import Glibc

/// A process that somebody else started, and whose end can be waited for all the same.
///
/// It is the same one for as long as this lives, whoever gets its number after it.
package final class ForeignProcess {
  static let ending = Int16(POLLIN)

  package let number: Int32
  private let file: Descriptor
  var descriptor: Int32 { file.number }

  /// Nil where there is no process of this number, or no number.
  package init?(_ number: Int32?) {
    guard let number else { return nil }
    let descriptor = cdbus_pidfd_open(number)
    guard descriptor >= 0 else { return nil }
    self.number = number
    file = Descriptor(descriptor)
  }

  /// Also before its parent has taken it away.
  package var hasEnded: Bool { hasEnded(within: 0) }

  /// Waits for its end, in the kernel; false where it has not come by then.
  package func hasEnded(within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Self.ending, revents: 0)
    var count = poll(&entry, 1, milliseconds)
    while count < 0, errno == EINTR { count = poll(&entry, 1, milliseconds) }
    return count > 0
  }
}
