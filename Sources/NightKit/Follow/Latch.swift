import Dispatch

/// Lets one thread wait, with a limit, until another has something.
final class Latch: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait(milliseconds: Int) {
    _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
