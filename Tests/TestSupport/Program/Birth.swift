import Synchronization

/// The moment in which a program is started.
///
/// Until it becomes that program the child has every descriptor of this process. A file that is written
/// meanwhile stays open in it for a moment longer, and cannot be started itself: "Text file busy".
enum Birth {
  private static let one = Mutex(())

  /// Does what must not happen at such a moment; so does who starts a program.
  static func apart<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try one.withLock { _ throws(Failure) in try body() }
  }
}
