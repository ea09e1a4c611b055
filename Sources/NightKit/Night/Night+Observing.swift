public import Dispatch

/// Being told.
///
/// Handlers are told what is now, and then each change: in the order in which they came, each change
/// once, of several in a moment only the last. A handler may read, observe, cancel and set. One that
/// takes long holds up those that are called on the same actor, queue or loop, and nobody else.
extension Night {
  /// Calls at once and then with each change, on the main actor, for as long as what is returned is
  /// kept.
  @MainActor
  public func observe(_ handler: @escaping @MainActor (Appearance) -> Void) -> Subscription {
    tell(key: nil, owner: nil) { appearance in
      handler(appearance)
      return true
    }
  }

  /// Calls at once and then with each change, on the main actor, for as long as the owner lives.
  ///
  /// The owner is not kept: once it is gone, nothing is called.
  @MainActor
  @discardableResult
  public func observe<Owner: AnyObject>(
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Appearance) -> Void
  ) -> Subscription {
    observe(by: owner, key: nil, handler)
  }

  @MainActor
  func observe<Owner: AnyObject>(
    by owner: Owner,
    key: AnyHashable?,
    _ handler: @escaping @MainActor (Owner, Appearance) -> Void
  ) -> Subscription {
    tell(key: key, owner: owner) { [weak owner] appearance in
      guard let owner else { return false }
      handler(owner, appearance)
      return true
    }
  }

  @MainActor
  private func tell(
    key: AnyHashable?,
    owner: AnyObject?,
    hear: @escaping @MainActor (Appearance) -> Bool
  ) -> Subscription {
    let ticket = Ticket()
    main.add(ticket, key: key, owner: owner, hear: hear)
    return Subscription(ticket, lastsWithOwner: owner != nil) { [weak main] in main?.ring() }
  }

  /// Calls soon and then with each change, on an actor of the program's own; the actor is not kept.
  public func observe<Owner: Actor>(
    on actor: Owner,
    _ handler: @escaping @Sendable (isolated Owner, Appearance) -> Void
  ) -> Subscription {
    observe { [weak actor] outlet in
      Task { [weak actor] in
        guard let actor else {
          outlet.ticket.cancel()
          return
        }
        await Self.serve(outlet, on: actor, handler)
      }
    }
  }

  private static func serve<Owner: Actor>(
    _ outlet: HandlerOutlet<Appearance>,
    on actor: isolated Owner,
    _ handler: @Sendable (isolated Owner, Appearance) -> Void
  ) {
    while let appearance = outlet.next() { handler(actor, appearance) }
    if outlet.isBehind { outlet.ring() }
  }

  /// Calls soon and then with each change, on a queue; one call after the other on any queue.
  public func observe(
    on queue: DispatchQueue,
    _ handler: @escaping @Sendable (Appearance) -> Void
  ) -> Subscription {
    observe { outlet in
      queue.async {
        while let appearance = outlet.next() { handler(appearance) }
        if outlet.isBehind { outlet.ring() }
      }
    }
  }

  /// Calls at once and then with each change, on the thread that follows the bus.
  ///
  /// For what cannot wait until another thread is awake, such as to ring a bell of the program's own:
  /// while the handler runs, nothing else of this library is heard or answered, so it must not wait for
  /// any of it, as `pinned` and `preferences` may. The first call is on the caller's thread, and so is what
  /// was missed in a pause, on that of whoever resumes.
  public func observeOnFollowingThread(
    _ handler: @escaping @Sendable (Appearance) -> Void
  ) -> Subscription {
    observe { outlet in
      while let appearance = outlet.next() { handler(appearance) }
      if outlet.isBehind { outlet.ring() }
    }
  }

  private func observe(
    schedule: @escaping @Sendable (HandlerOutlet<Appearance>) -> Void
  ) -> Subscription {
    let channel = channel
    let ticket = Ticket()
    let outlet = HandlerOutlet<Appearance>(ticket) {
      let (number, sighting) = channel.newest
      return (number, sighting.appearance)
    } schedule: {
      schedule($0)
    }
    let number = channel.add(outlet)
    ticket.whenCancelled { [weak channel] in channel?.remove(number) }
    outlet.ring()
    return Subscription(ticket, lastsWithOwner: false) { [weak outlet] in outlet?.ring() }
  }
}
