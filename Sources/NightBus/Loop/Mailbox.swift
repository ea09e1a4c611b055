import Synchronization

/// The one way into a loop from other threads.
package final class Mailbox: Sendable {
  package typealias Letter = @Sendable (Loop) -> Void

  private let letters = Mutex<[Letter]>([])
  private let bell: Bell
  var number: Int32 { bell.number }

  init() throws(BusError) { bell = try Bell() }

  /// Has the loop's thread run the letter soon; letters keep their order.
  package func post(_ letter: @escaping Letter) {
    letters.withLock { $0.append(letter) }
    bell.ring()
  }

  /// Has the loop's thread call `onRing` soon.
  package func ring() { post { loop in loop.onRing() } }

  func deliver(on loop: Loop) {
    bell.still()
    let waiting = letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
    for letter in waiting { letter(loop) }
  }
}
