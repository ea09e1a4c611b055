import Dispatch

/// Lets one thread wait, with a limit, until another has something.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { semaphore.wait() }

  func wait(_ patience: Duration) {
    let (seconds, attoseconds) = patience.components
    let milliseconds = min(seconds, 1_000_000) * 1_000 + attoseconds / 1_000_000_000_000_000
    _ = semaphore.wait(timeout: .now() + .milliseconds(Int(milliseconds)))
  }
}
