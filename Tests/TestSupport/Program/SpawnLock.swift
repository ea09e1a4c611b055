import Synchronization

/// A lock that keeps files from being written while a program is started.
///
/// From its start until it runs the program, a child has every descriptor of this process. A file
/// that is being written at this time stays open in the child for a moment, and cannot itself be
/// started: “Text file busy”.
enum SpawnLock {
  private static let lock = Mutex(())

  /// Runs the body while no other thread starts a program.
  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
