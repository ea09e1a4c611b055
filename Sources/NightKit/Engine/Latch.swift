import Dispatch

/// Lets one thread wait, with a limit, until another has something.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { semaphore.wait() }

  /// Answers whether it was opened in time.
  func wait(_ patience: Duration) -> Bool {
    let (seconds, attoseconds) = max(patience, .zero).components
    let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
    return semaphore.wait(timeout: .now() + .milliseconds(Int(milliseconds))) == .success
  }
}
