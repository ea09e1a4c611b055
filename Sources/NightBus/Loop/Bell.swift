import CDBus
import Glibc

/// Makes a descriptor readable from any thread, for whoever waits on that.
package final class Bell: Sendable {
  private let descriptor: FileDescriptor

  package init() throws(BusError) {
    descriptor = try FileDescriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)),
      from: "eventfd"
    )
  }

  /// Readable from `ring` until `still`.
  package var number: Int32 { descriptor.number }

  package func ring() {
    var one: UInt64 = 1
    // Refused only where the count is full, and then it is ringing already.
    while write(number, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  package func still() { _ = descriptor.readCount() }
}
