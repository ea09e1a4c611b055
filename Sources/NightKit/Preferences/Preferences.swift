import NightClient
import NightCore

/// What a preference is asked for by: its name, its type, and what serves where nothing is set.
///
/// ```swift
/// extension PreferenceKey<Int> {
///   static let tabWidth = PreferenceKey("tab-width", default: 4)
/// }
/// let width = night.preferences[.tabWidth]
/// ```
public struct PreferenceKey<Value: PreferenceConvertible>: Sendable {
  /// Its name; one with dots is a name within a dictionary.
  public let name: String
  /// What serves where nothing is set, or something of another type.
  public let `default`: Value

  /// A key of the program's own, or one of nightd's.
  public init(_ name: String, default value: Value) {
    self.name = name
    `default` = value
  }
}

/// The preferences of this application, or the desktop's where the `Night` was made without a name.
///
/// nightd keeps them, in layers: what was set counts before the user's file, that before the machine's.
/// They are answered at once from what is known and followed from the first question on, which waits for
/// them, two seconds at most.
public struct Preferences: Sendable {
  let source: PreferenceSource

  /// The value of a name; nil where no layer has one.
  public subscript(name: String) -> PreferenceValue? { Self.find(name, in: source.values) }

  static func find(_ name: String, in values: [String: PreferenceValue]) -> PreferenceValue? {
    if let value = values[name] { return value }
    // What stands within a dictionary is known with the dictionary.
    var names = name.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count > 1, let whole = values[String(names.removeFirst())] else { return nil }
    return names.reduce(whole) { value, name in
      guard case .dictionary(let members)? = value else { return nil }
      return members[String(name)]
    }
  }

  /// The value of a key, or its default; that serves also for a value of another type, which is logged
  /// once.
  public subscript<Value>(key: PreferenceKey<Value>) -> Value {
    Self.value(key, in: source.values, of: source)
  }

  private static func value<Value>(
    _ key: PreferenceKey<Value>,
    in values: [String: PreferenceValue],
    of source: PreferenceSource?
  ) -> Value {
    guard let found = find(key.name, in: values) else { return key.default }
    if let value = Value(preference: found) { return value }
    source?.misfit(key.name, found)
    return key.default
  }

  /// Sets a value, or takes it back so that the layers below serve; when this returns, it is on disk.
  public func set(_ value: PreferenceValue?, for name: String) async throws(NightError) {
    try await set([name: value])
  }

  /// Sets the value of a key; nil takes it back.
  public func set<Value>(
    _ value: Value?,
    for key: PreferenceKey<Value>
  ) async throws(NightError) {
    try await set([key.name: value?.preference])
  }

  /// Sets all of these or none; nil takes one back.
  public func set(_ changes: [String: PreferenceValue?]) async throws(NightError) {
    var edits: [PreferenceEdit] = []
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      do throws(NightCore.PreferenceKey.Flaw) {
        let key = try NightCore.PreferenceKey(name, of: source.application)
        edits.append(PreferenceEdit(key, value?.core))
      } catch {
        throw .refused(error.message)
      }
    }
    guard let board = source.board else { return await source.keepInMemory(changes) }
    try await board.ask { [edits] client, then in client.start(edits, then: then) }
  }

  /// Calls at once and then with each change of a key, on the main actor, for as long as what is
  /// returned is kept.
  @MainActor
  public func observe<Value: Equatable>(
    _ key: PreferenceKey<Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    var told: Value?
    return source.observe(owner: nil) { [weak source] values in
      let value = Self.value(key, in: values, of: source)
      if value != told {
        told = value
        handler(value)
      }
      return true
    }
  }

  /// The same for as long as the owner lives; the owner is not kept.
  @MainActor
  @discardableResult
  public func observe<Owner: AnyObject, Value: Equatable>(
    _ key: PreferenceKey<Value>,
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    var told: Value?
    return source.observe(owner: owner) { [weak owner, weak source] values in
      guard let owner else { return false }
      let value = Self.value(key, in: values, of: source)
      if value != told {
        told = value
        handler(owner, value)
      }
      return true
    }
  }
}

extension Night {
  /// The preferences of this application, or the desktop's where this was made without a name.
  public var preferences: Preferences { Preferences(source: values) }
}
