import NightBus
package import NightCore

extension PreferenceDefaults {
  package typealias Observer = (_ name: String, _ value: PreferenceValue?) -> Void

  /// A standing wish for changes; it ends when it is let go.
  package final class Observation {
    private weak var preferences: PreferenceDefaults?
    private let number: UInt64

    fileprivate init(_ number: UInt64, of preferences: PreferenceDefaults) {
      self.number = number
      self.preferences = preferences
    }

    deinit { preferences?.forget(number) }
  }

  /// Tells each change of one name, or of all, on the loop of the client's connection.
  ///
  /// The name may be one within a dictionary. Where no layer has a value any more, what was
  /// registered is told. What holds when the first observer comes is no change. A daemon that is
  /// restarted is followed, and only what differs then is told. The desktop's choice is refused: it
  /// is a change of style, and told as one.
  package func observe(
    _ name: String? = nil,
    _ observer: @escaping Observer
  ) throws(ClientError) -> Observation {
    guard name.map({ PreferenceFollower.tells($0, of: application) }) ?? true else {
      throw .refused(
        .notSupported,
        "who decides the style is told with the style, and not among the preferences"
      )
    }
    nextObserver += 1
    observers[nextObserver] = { [unowned self] news in
      guard let seen = name.map(news.seen) ?? news else { return }
      observer(seen.name, seen.value ?? registeredDefault(seen.name))
    }
    let observation = Observation(nextObserver, of: self)
    guard follower == nil else { return observation }
    follower = try PreferenceFollower(of: application, on: try client.connect(), .allowed) {
      [weak self] news in
      guard case .changed(let changes) = news else { return }
      for news in changes { self?.tell(news) }
    }
    return observation
  }

  private func tell(_ news: PreferenceNews) {
    // In the order in which they came; one that ends meanwhile hears no more.
    for number in observers.keys.sorted() { observers[number]?(news) }
  }

  private func forget(_ number: UInt64) {
    observers[number] = nil
    if observers.isEmpty { follower = nil }
  }
}
