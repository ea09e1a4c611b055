import Synchronization

/// A lock that prevents writes to files while a program is being started.
///
/// Between fork and exec, a child has copies of all descriptors of this process. If a file is being
/// written at that moment, the child briefly holds it open. Executing that file then fails: “Text
/// file busy”.
enum SpawnLock {
  private static let lock = Mutex(())

  /// Runs the body while no other thread starts a program.
  static func withLock<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try lock.withLock { _ throws(Failure) in try body() }
  }
}
