/// The appearance as it is now, and then each change.
public struct Appearances: AsyncSequence, Sendable {
  let stream: AsyncStream<Appearance>

  /// Waits for one appearance after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Appearance>.Iterator

    /// The next appearance; nil once the `Night` is let go or the task is cancelled.
    public mutating func next() async -> Appearance? { await base.next(isolation: #isolation) }

    /// The next appearance, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Appearance? {
      await base.next(isolation: actor)
    }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}
