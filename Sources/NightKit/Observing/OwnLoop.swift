import NightBus
import Synchronization

/// A program's own loop, which is told by a descriptor that there is something to hear.
final class OwnLoop: Sendable {
  /// What may have something to deliver.
  protocol Delivering: AnyObject, Sendable {
    @MainActor func deliver()
  }

  private struct Weak: Sendable {
    weak let delivering: (any Delivering)?
  }

  private let bell: Bell
  private let members = Mutex<[Weak]>([])

  init() throws(BusError) { bell = try Bell() }

  var fileDescriptor: Int32 { bell.number }

  func ring() { bell.ring() }

  func add(_ delivering: any Delivering) {
    members.withLock { members in
      members.removeAll { $0.delivering == nil }
      members.append(Weak(delivering: delivering))
    }
  }

  @MainActor
  func dispatch() {
    bell.still()
    for member in members.withLock({ $0 }) { member.delivering?.deliver() }
  }
}
