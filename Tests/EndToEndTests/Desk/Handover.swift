import Dispatch
import Synchronization

/// Hands a value from the thread that makes it to the thread that waits for it.
final class Handover<Thing: Sendable>: Sendable {
  private let thing = Mutex<Thing?>(nil)
  private let semaphore = DispatchSemaphore(value: 0)

  func give(_ made: Thing?) {
    thing.withLock { $0 = made }
    semaphore.signal()
  }

  func take() -> Thing? {
    guard semaphore.wait(timeout: .now() + .seconds(10)) == .success else { return nil }
    return thing.withLock { $0 }
  }
}
