import NightClient
import NightCore

/// The name of a preference, with its type and the default to use if the preference is not set.
///
/// ```swift
/// extension PreferenceKey<Int> {
///   static let tabWidth = PreferenceKey("tab-width", default: 4)
/// }
/// let width = night.preferences[.tabWidth]
/// ```
public struct PreferenceKey<Value: PreferenceConvertible>: Sendable {
  /// The preference's name; a dot may separate a dictionary's name from the name of a value in it.
  public let name: String
  /// The value to use if the preference is not set, or if the stored value has another type.
  public let `default`: Value

  /// Makes a key for one of your program's preferences or one of nightd's preferences.
  ///
  /// - Parameters:
  ///   - name: The preference's name, such as `tab-width`.
  ///   - value: The value to use if the preference is not set, or if the stored value has another
  ///     type.
  public init(_ name: String, default value: Value) {
    self.name = name
    `default` = value
  }
}

/// The application's preferences, or the desktop's if the `Night` was made without a name.
///
/// nightd reads preferences from several layers. Values that were set through nightd override the
/// user's file, and the user's file overrides the machine's file.
///
/// The first access blocks until the preferences are known, but not longer than the timeout of the
/// `Night`. After the first access, nightd reports each change, and later accesses return the
/// newest known values at once. If you use
/// ``Night/connect(application:delivery:timeout:requestTimeout:log:)`` or ``ready()``, no access
/// blocks.
public struct Preferences: Sendable {
  let source: PreferenceSource

  /// Waits until the preferences are known, without blocking the thread.
  ///
  /// The wait ends early if the task is cancelled, or after the timeout of the `Night`.
  ///
  /// - Returns: The preferences.
  @discardableResult
  public func ready() async -> Preferences {
    await source.ready()
    return self
  }

  /// The value of a preference, or nil if no layer sets it.
  ///
  /// - Parameter name: The preference's name, such as `tab-width`. A dot may separate a
  ///   dictionary's name from the name of a value in it.
  public subscript(name: String) -> PreferenceValue? { source[name] }

  static func find(_ name: String, in values: [String: PreferenceValue]) -> PreferenceValue? {
    if let value = values[name] { return value }
    // nightd sends whole dictionaries, so look up a member of a dictionary here.
    var names = name.split(separator: ".", omittingEmptySubsequences: false)
    guard names.count > 1, let whole = values[String(names.removeFirst())] else { return nil }
    return names.reduce(whole) { value, name in
      guard case .dictionary(let members)? = value else { return nil }
      return members[String(name)]
    }
  }

  /// The value of a key, or the key's default if no layer sets a value.
  ///
  /// The default is also returned if the stored value has another type; the mismatch is then logged
  /// once.
  ///
  /// - Parameter key: The preference's key, such as `.tabWidth`.
  public subscript<Value>(key: PreferenceKey<Value>) -> Value {
    Self.value(key, source[key.name], of: source)
  }

  private static func value<Value>(
    _ key: PreferenceKey<Value>,
    _ found: PreferenceValue?,
    of source: PreferenceSource?
  ) -> Value {
    guard let found else { return key.default }
    if let value = Value(preference: found) { return value }
    source?.logMismatch(key.name, found)
    return key.default
  }

  /// Sets a preference, or removes the value that was set through nightd.
  ///
  /// The change is on disk when `set` returns.
  ///
  /// - Parameters:
  ///   - value: The value to store, or nil to remove the stored value. After a value is removed,
  ///     the value in the user's file or the machine's file is used again.
  ///   - name: The preference's name, such as `tab-width`.
  /// - Throws: A `NightError`: `refused` if the name is not valid for a preference, or if a lock
  ///   forbids the change.
  public func set(_ value: PreferenceValue?, for name: String) async throws(NightError) {
    try await set([name: value])
  }

  /// Sets a preference, given by its key, or removes the value that was set through nightd.
  ///
  /// The change is on disk when `set` returns.
  ///
  /// - Parameters:
  ///   - value: The value to store, or nil to remove the stored value. After a value is removed,
  ///     the value in the user's file or the machine's file is used again.
  ///   - key: The preference's key, such as `.tabWidth`.
  /// - Throws: A `NightError`: `refused` if the name is not valid for a preference, or if a lock
  ///   forbids the change.
  public func set<Value>(
    _ value: Value?,
    for key: PreferenceKey<Value>
  ) async throws(NightError) {
    try await set([key.name: value?.preference])
  }

  /// Sets several preferences in one step: either all of the changes are made or none.
  ///
  /// The changes are on disk when `set` returns.
  ///
  /// - Parameter changes: The new values, each under its preference's name; nil removes the stored
  ///   value.
  /// - Throws: A `NightError`: `refused` if one of the names is invalid, or if a lock forbids one
  ///   of the changes.
  public func set(_ changes: [String: PreferenceValue?]) async throws(NightError) {
    var edits: [PreferenceEdit] = []
    for (name, value) in changes.sorted(by: { $0.key < $1.key }) {
      edits.append(PreferenceEdit(try source.key(name), value?.core))
    }
    guard let shared = source.shared else { return try await source.keepInMemory(changes) }
    try await shared.ask { [edits] client, then in client.start(edits, then: then) }
  }

  /// Asks nightd whether an administrator has locked a preference against changes.
  ///
  /// A settings page can disable the switch or field that shows a locked preference.
  ///
  /// - Parameter name: The preference's name, such as `choice`.
  /// - Returns: The position of the lock, as `FILE:LINE:COLUMN`; nil if the preference is not
  ///   locked.
  /// - Throws: A `NightError`: `refused` if the name is not valid for a preference.
  public func lock(on name: String) async throws(NightError) -> String? {
    let key = try source.key(name)
    guard let shared = source.shared else { return try await source.lockInMemory(on: name) }
    let rows = try await shared.ask { client, then in client.startExplain(key, then: then) }
    return rows.lazy.compactMap(\.lock).first
  }

  /// Asks nightd whether an administrator has locked a preference, given by its key.
  ///
  /// - Parameter key: The preference's key, such as `.tabWidth`.
  /// - Returns: The position of the lock, as `FILE:LINE:COLUMN`; nil if the preference is not
  ///   locked.
  /// - Throws: A `NightError`: `refused` if the name is not valid for a preference.
  public func lock<Value>(on key: PreferenceKey<Value>) async throws(NightError) -> String? {
    try await lock(on: key.name)
  }

  /// Calls `handler` with the value of a key, on the main actor, at once and after each change.
  ///
  /// The calls end when you release the returned subscription.
  ///
  /// - Parameters:
  ///   - key: The preference's key, such as `.tabWidth`.
  ///   - handler: Receives the value, or the key's default if no layer sets a value.
  /// - Returns: The subscription; keep it as long as you want the calls.
  @MainActor
  public func observe<Value: Equatable>(
    _ key: PreferenceKey<Value>,
    _ handler: @escaping @MainActor (Value) -> Void
  ) -> Subscription {
    var last: Value?
    return source.observe(owner: nil) { [weak source] values in
      let value = Self.value(key, Self.find(key.name, in: values), of: source)
      if value != last {
        last = value
        handler(value)
      }
      return true
    }
  }

  /// Calls `handler` with the value of a key at once and after each change, while `owner` lives.
  ///
  /// The handler is called on the main actor.
  ///
  /// - Parameters:
  ///   - key: The preference's key, such as `.tabWidth`.
  ///   - owner: The calls end when this object is released; the subscription does not keep the
  ///     object alive.
  ///   - handler: Receives the owner and the value, or the key's default if no layer sets a value.
  /// - Returns: A subscription, which you need not keep.
  @MainActor
  @discardableResult
  public func observe<Owner: AnyObject, Value: Equatable>(
    _ key: PreferenceKey<Value>,
    by owner: Owner,
    _ handler: @escaping @MainActor (Owner, Value) -> Void
  ) -> Subscription {
    var last: Value?
    return source.observe(owner: owner) { [weak owner, weak source] values in
      guard let owner else { return false }
      let value = Self.value(key, Self.find(key.name, in: values), of: source)
      if value != last {
        last = value
        handler(owner, value)
      }
      return true
    }
  }
}

extension Night {
  /// The application's preferences, or the desktop's if this `Night` was made without a name.
  public var preferences: Preferences { Preferences(source: values) }
}
