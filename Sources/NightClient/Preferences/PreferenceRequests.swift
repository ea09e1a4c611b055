import NightBus
import NightContract
package import NightCore

/// Calls that read preferences.
///
/// Only the interface `Control` returns private preferences, so users read their own preferences
/// through `Control`.
extension Client {
  /// For whom the daemon's answer is made: for everyone, or for the user alone.
  package enum Audience: Sendable {
    case everyone
    /// For the user alone, so the answer includes private keys.
    case oneself

    var interface: InterfaceName { self == .everyone ? .preferences : .control }
  }

  /// A value, and the revision of the preferences when the value was read.
  package struct Reading<Value: Equatable & Sendable>: Equatable, Sendable {
    package let value: Value
    package let revision: UInt64
  }

  /// Reads the value in force for a key; throws the error `NotSet` if the key has no value.
  package func read(
    _ key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<PreferenceValue> {
    let (found, revision) = try call(.read(Self.interface(of: key)), Self.subject(key), starting)
    return Reading(value: found.value, revision: revision)
  }

  /// Reads all preferences that have a value, sorted by the bytes of their names.
  package func readAll(
    of application: String = "",
    for audience: Audience = .everyone,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<[PreferenceValue.Member]> {
    Reading(readAll: try call(.readAll(audience.interface), application, starting))
  }

  /// Returns the layer that a key's value comes from, such as the user's file, and the value's
  /// position as `FILE:LINE:COLUMN`.
  ///
  /// The position is empty if that layer is not a file.
  package func origin(
    of key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PreferenceOrigin, place: String) {
    try call(.origin(Self.interface(of: key)), Self.subject(key), starting)
  }

  /// Returns a key's value in each layer, in the order in which nightd searches the layers.
  package func explain(_ key: PreferenceKey) throws(ClientError) -> [LayerRow] {
    try call(.explain(Self.interface(of: key)), Self.subject(key))
  }

  /// Requests a key's value in each layer; does not wait for the answer.
  package func startExplain(
    _ key: PreferenceKey,
    then deliver: @escaping (Result<[LayerRow], ClientError>) -> Void
  ) {
    start(Request.explain(Self.interface(of: key)).with(Self.subject(key)), then: deliver)
  }

  /// Returns the desktop's choice in each layer; never starts a daemon.
  package func explainChoice() throws(ClientError) -> [LayerRow] {
    try call(.explain(.preferences), ("", PreferenceTable.choice), .forbidden)
  }

  /// Returns all applications that have their own preferences, each with its choice, sorted by
  /// name.
  package func applications(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(application: String, choice: String)] {
    try call(.applications(.preferences), (), starting).choices
      .sorted { $0.application.precedes($1.application) }
  }

  private static func interface(of key: PreferenceKey) -> InterfaceName {
    PreferenceTable.entry(key)?.isPrivate == true ? .control : .preferences
  }

  private static func subject(_ key: PreferenceKey) -> (String, String) {
    (key.application, key.name)
  }
}

extension Client.Reading<[PreferenceValue.Member]> {
  /// Makes a `Reading` that contains the preferences from the answer of `ReadAll`, sorted by name.
  init(readAll answer: (PreferenceMembers, UInt64)) {
    value = answer.0.members.sorted { $0.name.precedes($1.name) }
    revision = answer.1
  }
}

/// Calls that change preferences, or that read what only the interface `Control` provides.
extension Client {
  /// Makes either all edits or none, and returns the new revision.
  ///
  /// If the preferences were changed after the expected revision, the daemon refuses the edits with
  /// `Conflict`. For a dry run, the daemon checks the edits in the same way, but changes nothing.
  @discardableResult
  package func write(
    _ edits: [PreferenceEdit],
    ifRevision expected: UInt64? = nil,
    dryRun isDryRun: Bool = false
  ) throws(ClientError) -> UInt64 {
    let options = WriteOptions(ifRevision: expected, dryRun: isDryRun)
    var question = Request.write.with((PreferenceEdits(edits), options))
    // Do not repeat this call: if the daemon has already carried out the call, a second call would
    // fail with `Conflict`.
    if expected != nil { question.request.effect = .changesOnce }
    return try call(question)
  }

  /// Requests some edits without waiting for the answer; the daemon makes either all edits or none.
  package func start(
    _ edits: [PreferenceEdit],
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start(Request.write.with((PreferenceEdits(edits), WriteOptions()))) { answer in
      deliver(answer.map { _ in })
    }
  }

  /// Returns all preferences that were set through the daemon, as JSON text.
  package func export() throws(ClientError) -> Reading<String> {
    let (text, revision) = try call(.export, ())
    return Reading(value: text, revision: revision)
  }

  /// Makes the daemon read all its files again; returns the mistakes in the files.
  package func check(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [PreferenceFinding] {
    try call(.check, (), starting)
  }
}
