public import Dispatch

/// Functions that call your handlers when the appearance changes.
///
/// Each handler is called with the present appearance and then after each change. Handlers are
/// called in the order of their subscriptions. After several changes in quick succession, a handler
/// may get only the last appearance. A handler may read values, subscribe, cancel subscriptions and
/// make changes. A slow handler delays only the other handlers on the same actor, queue or loop.
extension Night {
  /// Calls `handler` on the main actor, at once and after each change.
  ///
  /// The calls end when you release the returned subscription.
  ///
  /// - Parameter handler: Receives the present appearance, and then each new one.
  /// - Returns: The subscription; keep it as long as you want the calls.
  @MainActor
  public func observe(_ handler: @escaping @MainActor (Appearance) -> Void) -> Subscription {
    main.subscribe { appearance in
      handler(appearance)
      return true
    }
  }

  /// Calls `handler` on the main actor, at once and after each change, as long as `owner` lives.
  ///
  /// - Parameters:
  ///   - owner: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the owner and the appearance, so that the handler need not capture the
  ///     owner.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func observe<Owner: AnyObject>(
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Appearance) -> Void
  ) -> Subscription {
    observe(by: owner, key: nil, handler)
  }

  /// Ends all subscriptions of `owner` to this `Night`: handlers, theming and bindings.
  ///
  /// To end only one subscription, cancel that subscription. The owner's subscriptions to
  /// providers, preferences and pinned parts continue.
  ///
  /// - Parameter owner: The object that you passed as `by:`, set up for theming, or used in a
  ///   binding.
  @MainActor
  public func stopObserving(by owner: AnyObject) {
    main.cancel(of: owner)
    fading.known?.frames.cancel(of: owner)
  }

  @MainActor
  func observe<Owner: AnyObject>(
    by owner: Owner,
    key: AnyHashable?,
    _ handler: @escaping @MainActor (Owner, Appearance) -> Void
  ) -> Subscription {
    main.subscribe(key: key, owner: owner) { [weak owner] appearance in
      guard let owner else { return false }
      handler(owner, appearance)
      return true
    }
  }

  /// Calls `handler` on one of your actors: once soon after this call, and then after each change.
  ///
  /// The calls end when you release the returned subscription.
  ///
  /// - Parameters:
  ///   - actor: The actor that runs the handler; the subscription does not keep it alive.
  ///   - handler: Receives the actor and the appearance, so that the handler need not capture the
  ///     actor.
  /// - Returns: The subscription; keep it as long as you want the calls.
  public func observe<Owner: Actor>(
    on actor: Owner,
    _ handler: @escaping @Sendable (isolated Owner, Appearance) -> Void
  ) -> Subscription {
    observe { [weak actor] delivery in
      Task { [weak actor] in
        guard let actor else {
          delivery.cancellation.cancel()
          return
        }
        await Self.run(delivery, on: actor, handler)
      }
    }
  }

  private static func run<Owner: Actor>(
    _ delivery: HandlerDelivery<Appearance>,
    on actor: isolated Owner,
    _ handler: @Sendable (isolated Owner, Appearance) -> Void
  ) {
    delivery.run { handler(actor, $0) }
  }

  /// Calls `handler` on a queue: once soon after this call, and then after each change.
  ///
  /// The calls end when you release the returned subscription. Two calls of the handler never
  /// overlap, even on a concurrent queue.
  ///
  /// - Parameters:
  ///   - queue: The queue that runs the handler, serial or concurrent.
  ///   - handler: Receives the present appearance, and then each new one.
  /// - Returns: The subscription; keep it as long as you want the calls.
  public func observe(
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable (Appearance) -> Void
  ) -> Subscription {
    observe { delivery in queue.async { delivery.run(handler) } }
  }

  /// Calls `handler` at once on the caller's thread, and then on the bus thread after each change.
  ///
  /// Use this function for work that cannot wait until another thread wakes up, such as writing to
  /// an eventfd of your own. While the handler runs, this library receives no messages and serves
  /// no requests. So the handler must not call functions that may wait for the library, such as
  /// `pinned` and `preferences`.
  ///
  /// If the appearance changes while the subscription is paused, the handler is called later, on
  /// the thread that calls `resume()`.
  ///
  /// - Parameter handler: Receives the appearance; the handler must be short, and must not block.
  /// - Returns: The subscription; keep it as long as you want the calls.
  package func observeOnFollowingThread(
    _ handler: @escaping @Sendable (Appearance) -> Void
  ) -> Subscription {
    observe { $0.run(handler) }
  }

  private func observe(
    schedule: @escaping @Sendable (HandlerDelivery<Appearance>) -> Void
  ) -> Subscription {
    let cancellation = Cancellation()
    let delivery = HandlerDelivery(channel, cancellation, schedule: schedule)
    let number = channel.add(delivery)
    cancellation.whenCancelled { [weak channel] in channel?.remove(number) }
    delivery.ring()
    return Subscription(cancellation, lastsWithOwner: false) { [weak delivery] in delivery?.ring() }
  }
}

/// An asynchronous sequence that yields the present appearance, and then each new one.
public struct Appearances: AsyncSequence, Sendable {
  let stream: AsyncStream<Appearance>

  /// An iterator whose `next()` waits for the next appearance.
  public struct Iterator: AsyncIteratorProtocol {
    var base: AsyncStream<Appearance>.Iterator
    private var last: Appearance?

    init(base: AsyncStream<Appearance>.Iterator) { self.base = base }

    /// Waits for the next appearance; nil if the `Night` was released or the task was cancelled.
    public mutating func next() async -> Appearance? { await next(isolation: #isolation) }

    /// Waits, on the caller's actor, for the next appearance.
    ///
    /// - Parameter actor: The actor on which the caller runs; `for await` passes the actor for you.
    /// - Returns: The appearance, or nil if `next()` would return nil.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Appearance? {
      while let appearance = await base.next(isolation: actor) {
        // If the reader missed changes, this appearance may equal the last one; if it does, skip
        // it.
        guard appearance != last else { continue }
        last = appearance
        return appearance
      }
      return nil
    }
  }

  /// Makes the sequence's iterator; make only one iterator for each sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }
}

extension Night {
  /// An asynchronous sequence that yields the present appearance, and then each new one.
  ///
  /// Use a new sequence for each loop. A slow reader gets the newest appearance and misses the
  /// appearances in between. The sequence does not keep its `Night` alive. The sequence ends when
  /// the `Night` is released or when the task that reads it is cancelled. If the `Night` is a
  /// pinned part, the sequence ends when the original `Night` is released.
  public var appearances: Appearances {
    let channel = channel
    return Appearances(
      stream: AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
        let delivery = StreamDelivery(channel, continuation)
        let number = channel.add(delivery)
        continuation.onTermination = { [weak channel] _ in channel?.remove(number) }
        delivery.ring()
      }
    )
  }
}
