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
    let known = members.withLock { members in
      let known = members.map(\.delivering)
      members = zip(members, known).filter { $1 != nil }.map(\.0)
      members.append(Weak(delivering: delivering))
      return known
    }
    // Whoever looked at one may be the last that has it, and it must not go within the lock.
    withExtendedLifetime(known) {}
  }

  @MainActor
  func dispatch() {
    bell.still()
    for member in members.withLock({ $0 }) { member.delivering?.deliver() }
  }
}
