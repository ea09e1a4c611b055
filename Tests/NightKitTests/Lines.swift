import Dispatch
import Synchronization

/// What was logged.
final class Lines: Sendable {
  private let lines = Mutex<[String]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ line: String) {
    lines.withLock { $0.append(line) }
    arrived.signal()
  }

  /// Waits for so many; those that never come are missing in `all`.
  func wait(for count: Int) {
    for _ in 0..<count { _ = arrived.wait(timeout: .now() + .seconds(20)) }
  }

  var all: [String] { lines.withLock { $0 } }
}
