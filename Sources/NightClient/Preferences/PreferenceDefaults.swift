package import NightCore

/// The preferences of one application, or of the desktop, by name.
///
/// Each reading asks the daemon, so that what was written is read. Where no layer has a value, or
/// only one of another type, what the program registered serves. Confined to one thread.
package final class PreferenceDefaults {
  /// Empty for the desktop.
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

  /// The program's own defaults; they are the last resort, and are never stored.
  package func register(_ defaults: [String: PreferenceValue]) {
    registered.merge(defaults) { $1 }
  }

  func registeredDefault(_ name: String) -> PreferenceValue? { registered[name] }

  /// Empty for the desktop; a name that no key can have is refused as the daemon would.
  func key(_ name: String) throws(ClientError) -> PreferenceKey {
    do throws(PreferenceKey.Flaw) {
      return try PreferenceKey(name, of: application)
    } catch {
      throw .refused(error.fault, error.message)
    }
  }
}

// MARK: - Reading

extension PreferenceDefaults {
  package func value(_ name: String) throws(ClientError) -> PreferenceValue? {
    let key = try key(name)
    do throws(ClientError) {
      return try client.read(key).value
    } catch .refused(.notSet, _) {
      return registeredDefault(name)
    }
  }

  /// Everything that has a value, without what was registered, and the revision it is of.
  package func all() throws(ClientError) -> Client.Reading<[PreferenceValue.Member]> {
    try client.readAll(of: application)
  }

  package func bool(_ name: String) throws(ClientError) -> Bool? {
    try typed(name) { if case .bool(let value) = $0 { value } else { nil } }
  }

  package func integer(_ name: String) throws(ClientError) -> Int64? {
    try typed(name) { if case .integer(let value) = $0 { value } else { nil } }
  }

  /// A whole number serves as well.
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

  /// Seconds since 1970, in UTC.
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

  /// Takes back what was set, so that the layers below serve.
  package func remove(_ name: String) throws(ClientError) { try write([(name, nil)]) }

  /// Makes all the changes or none; nil takes back what was set.
  ///
  /// With the revision of a reading it is refused with `Conflict` where something was written since.
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
