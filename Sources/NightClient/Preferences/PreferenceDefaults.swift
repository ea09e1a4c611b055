import NightBus
package import NightCore

/// The preferences of one application, or of the desktop, by name.
///
/// Each read asks the daemon, so it returns what was last written. If no layer sets a value, or only one of
/// another type, the program's registered default is used. Confined to one thread.
package final class PreferenceDefaults {
  /// The application's name; empty for the desktop.
  package let application: String
  let client: Client
  private var registered: [String: PreferenceValue] = [:]
  var follower: PreferenceFollower?
  var observers: [UInt64: (PreferenceNews) -> Void] = [:]
  var nextObserver: UInt64 = 0

  package init(of application: String = "", _ client: Client) {
    self.application = application
    self.client = client
  }

  /// Registers the program's own defaults, which are used last and never stored.
  package func register(_ defaults: [String: PreferenceValue]) {
    registered.merge(defaults) { $1 }
  }

  func registeredDefault(_ name: String) -> PreferenceValue? { registered[name] }

  /// The key of a name; an invalid name is refused as the daemon would refuse it.
  func key(_ name: String) throws(ClientError) -> PreferenceKey {
    do throws(PreferenceKey.Flaw) {
      return try PreferenceKey(name, of: application)
    } catch {
      throw .refused(error.code, error.message)
    }
  }
}

// MARK: - Reading

extension PreferenceDefaults {
  /// The effective value of a name, or its registered default.
  package func value(_ name: String) throws(ClientError) -> PreferenceValue? {
    let key = try key(name)
    do throws(ClientError) {
      return try client.read(key).value
    } catch .refused(.notSet, _) {
      return registeredDefault(name)
    }
  }

  /// All preferences that are set, without registered defaults, and their revision.
  package func all() throws(ClientError) -> Client.Reading<[PreferenceValue.Member]> {
    try client.readAll(of: application)
  }

  package func bool(_ name: String) throws(ClientError) -> Bool? {
    try typed(name) { if case .bool(let value) = $0 { value } else { nil } }
  }

  package func integer(_ name: String) throws(ClientError) -> Int64? {
    try typed(name) { if case .integer(let value) = $0 { value } else { nil } }
  }

  /// The number of a name; a whole number is converted.
  package func double(_ name: String) throws(ClientError) -> Double? {
    try typed(name) {
      switch $0 {
      case .double(let value): value
      case .integer(let value): Double(value)
      default: nil
      }
    }
  }

  package func string(_ name: String) throws(ClientError) -> String? {
    try typed(name) { if case .string(let value) = $0 { value } else { nil } }
  }

  package func array(_ name: String) throws(ClientError) -> [PreferenceValue]? {
    try typed(name) { if case .array(let value) = $0 { value } else { nil } }
  }

  package func dictionary(_ name: String) throws(ClientError) -> [PreferenceValue.Member]? {
    try typed(name) { if case .dictionary(let value) = $0 { value } else { nil } }
  }

  /// The moment of a name, in seconds since 1970 in UTC.
  package func date(_ name: String) throws(ClientError) -> Int64? {
    try typed(name) { if case .date(let value) = $0 { value } else { nil } }
  }

  package func data(_ name: String) throws(ClientError) -> [UInt8]? {
    try typed(name) { if case .data(let value) = $0 { value } else { nil } }
  }

  private func typed<Value>(
    _ name: String,
    _ read: (PreferenceValue) -> Value?
  ) throws(ClientError) -> Value? {
    if let value = try value(name).flatMap(read) { return value }
    return registeredDefault(name).flatMap(read)
  }
}

// MARK: - Writing

extension PreferenceDefaults {
  package func set(_ value: PreferenceValue, for name: String) throws(ClientError) {
    try write([(name, value)])
  }

  /// Removes a value, so that the layers below apply again.
  package func remove(_ name: String) throws(ClientError) { try write([(name, nil)]) }

  /// Makes all the changes or none; nil removes a value.
  ///
  /// If something was written since the expected revision, the daemon refuses with `Conflict`.
  @discardableResult
  package func write(
    _ changes: [(name: String, value: PreferenceValue?)],
    ifRevision expected: UInt64? = nil
  ) throws(ClientError) -> UInt64 {
    var edits: [PreferenceEdit] = []
    for (name, value) in changes { edits.append(PreferenceEdit(try key(name), value)) }
    return try client.write(edits, ifRevision: expected)
  }
}

extension PreferenceDefaults {
  package typealias Observer = (_ name: String, _ value: PreferenceValue?) -> Void

  /// A subscription to changes; it ends when it is released.
  package final class Observation {
    private weak var preferences: PreferenceDefaults?
    private let number: UInt64

    fileprivate init(_ number: UInt64, of preferences: PreferenceDefaults) {
      self.number = number
      self.preferences = preferences
    }

    deinit { preferences?.forget(number) }
  }

  /// Calls `observer` with each change of one name, or of all, on the loop of the client's connection.
  ///
  /// The name may lead into a dictionary. If no layer sets a value any more, the observer gets the
  /// registered default. The values at the time of the first observer are no change. After a restart of the
  /// daemon only differences are reported. The desktop's choice is refused, because the style reports it.
  package func observe(
    _ name: String? = nil,
    _ observer: @escaping Observer
  ) throws(ClientError) -> Observation {
    guard name.map({ PreferenceFollower.reports($0, of: application) }) ?? true else {
      throw .refused(
        .notSupported,
        "the desktop's choice is reported with the style, not with the preferences"
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
      for news in changes { self?.notify(news) }
    }
    return observation
  }

  private func notify(_ news: PreferenceNews) {
    // In the order of their subscriptions; an observer that ends meanwhile is not called.
    for number in observers.keys.sorted() { observers[number]?(news) }
  }

  private func forget(_ number: UInt64) {
    observers[number] = nil
    if observers.isEmpty { follower = nil }
  }
}
