import CDBus
import Glibc
import Synchronization

/// The one way into a loop from other threads.
package final class Mailbox: Sendable {
  package typealias Letter = @Sendable (Loop) -> Void

  private let letters = Mutex<[Letter]>([])
  private let bell: FileDescriptor
  var number: Int32 { bell.number }

  init() throws(BusError) {
    bell = try FileDescriptor(
      eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)),
      from: "eventfd"
    )
  }

  /// Has the loop's thread run the letter soon; letters keep their order.
  package func post(_ letter: @escaping Letter) {
    letters.withLock { $0.append(letter) }
    var one: UInt64 = 1
    // Refused only where the count is full, and then the bell is ringing already.
    while write(bell.number, &one, MemoryLayout<UInt64>.size) < 0, errno == EINTR {}
  }

  /// Has the loop's thread call `onRing` soon.
  package func ring() { post { loop in loop.onRing() } }

  func deliver(on loop: Loop) {
    _ = bell.readCount()
    let waiting = letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
    for letter in waiting { letter(loop) }
  }
}
