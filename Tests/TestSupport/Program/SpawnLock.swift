import Synchronization

/// A lock that keeps files from being written while a program is started.
///
/// Until it becomes the program, a child has every descriptor of this process. A file that is written
/// meanwhile stays open in the child a moment longer, and cannot be started itself: "Text file busy".
enum SpawnLock {
  private static let lock = Mutex(())

  /// Runs the body while no program is started by another thread.
  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
