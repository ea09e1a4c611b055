import CDBus
import Glibc
import Synchronization

/// A queue through which other threads give work to a loop.
///
/// Other threads must not use the loop in any other way.
package final class Mailbox: Sendable {
  package typealias Work = @Sendable (Loop) -> Void

  private let queue = Mutex<[Work]>([])
  private let bell: Bell
  var number: Int32 { bell.number }

  init() throws(BusError) { bell = try Bell() }

  /// Queues work; the loop's thread does all queued work in the order of the calls.
  package func post(_ work: @escaping Work) {
    queue.withLock { $0.append(work) }
    bell.ring()
  }

  /// Makes the loop's thread call `onRing` soon.
  package func ring() { post { loop in loop.onRing() } }

  /// Does all work that has been posted so far; only the loop's thread calls this function.
  func doWork(on loop: Loop) {
    bell.silence()
    let posted = queue.withLock { queue in
      defer { queue = [] }
      return queue
    }
    for work in posted { work(loop) }
  }
}

/// A descriptor that any thread can make readable, to wake a thread that polls it.
package final class Bell: Sendable {
  private let descriptor: FileDescriptor

  package init() throws(BusError) {
    descriptor = try FileDescriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)),
      from: "eventfd"
    )
  }

  /// The descriptor; it becomes readable when `ring` is called, and stays readable until `silence`
  /// is called.
  package var number: Int32 { descriptor.number }

  package func ring() {
    var one: UInt64 = 1
    // If a signal interrupts the write, write again. Any other failure means that the eventfd's
    // count is full, so the descriptor is already readable.
    while write(number, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  package func silence() { descriptor.readCount() }
}
