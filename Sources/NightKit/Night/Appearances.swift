/// The appearance as it is now, and then each change.
public struct Appearances: AsyncSequence, Sendable {
  let stream: AsyncStream<Appearance>

  /// Waits for one appearance after the other.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Appearance>.Iterator
    private var last: Appearance?

    init(base: AsyncStream<Appearance>.Iterator) { self.base = base }

    /// The next appearance; nil once the `Night` is let go or the task is cancelled.
    public mutating func next() async -> Appearance? { await next(isolation: #isolation) }

    /// The next appearance, on the caller's actor.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Appearance? {
      while let appearance = await base.next(isolation: actor) {
        // What came between was missed, and what holds is known.
        guard appearance != last else { continue }
        last = appearance
        return appearance
      }
      return nil
    }
  }

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}

extension Night {
  /// The appearance as it is now, and then each change.
  ///
  /// Each sequence is for one loop. A slow reader gets the newest appearance and misses those
  /// between. It ends with the task that reads it, or when this object is let go: it does not keep
  /// its `Night`. That of a part goes on for as long as the `Night` that the part was pinned from.
  public var appearances: Appearances {
    let channel = channel
    return Appearances(
      stream: AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let outlet = StreamOutlet(continuation) {
          let (number, sighting) = channel.newest
          return (number, sighting.appearance)
        }
        let number = channel.add(outlet)
        continuation.onTermination = { [weak channel] _ in channel?.remove(number) }
        outlet.ring()
      }
    )
  }
}
