import NightBus
import NightContract
package import NightCore
package import NightValues

/// Reading preferences.
///
/// Private preferences are read through the Control interface, and so is everything that a person requests
/// about their own preferences.
extension Client {
  /// Who will see the answer.
  package enum Audience: Sendable {
    case everyone
    /// The owner of the preferences; private keys are included.
    case oneself

    var interface: InterfaceName { self == .everyone ? .preferences : .control }
  }

  /// A value together with the revision of the preferences that it was read from.
  package struct Reading<Value: Equatable & Sendable>: Equatable, Sendable {
    package let value: Value
    package let revision: UInt64
  }

  /// The effective value of a key; if no layer sets it, the daemon refuses with `NotSet`.
  package func read(
    _ key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<PreferenceValue> {
    let (found, revision) = try call(.read(Self.interface(of: key)), Self.subject(key), starting)
    return Reading(value: found.value, revision: revision)
  }

  /// All preferences that are set, sorted by the bytes of their names.
  package func readAll(
    of application: String = "",
    for audience: Audience = .everyone,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<[PreferenceValue.Member]> {
    Reading(readAll: try call(.readAll(audience.interface), application, starting))
  }

  /// The layer that decides a key, and its FILE:LINE:COLUMN, empty if the layer is not a file.
  package func origin(
    of key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PreferenceOrigin, place: String) {
    try call(.origin(Self.interface(of: key)), Self.subject(key), starting)
  }

  /// The value of a key in each layer, in the order in which they are searched.
  package func explain(_ key: PreferenceKey) throws(ClientError) -> [LayerRow] {
    try call(.explain(Self.interface(of: key)), Self.subject(key))
  }

  /// The desktop's choice in each layer; no daemon is started.
  package func explainChoice() throws(ClientError) -> [LayerRow] {
    try call(.explain(.preferences), ("", PreferenceTable.choice), .forbidden)
  }

  /// All applications with preferences of their own, and their choices, sorted by name.
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
  /// Sorts the answer of `ReadAll`.
  init(readAll answer: (PreferenceMembers, UInt64)) {
    value = answer.0.members.sorted { $0.name.precedes($1.name) }
    revision = answer.1
  }
}

/// Changing preferences, and reading what only the Control interface reports.
extension Client {
  /// Makes all the edits or none, and returns the new revision.
  ///
  /// If something was written since the expected revision, the daemon refuses with `Conflict`. A dry run is
  /// checked in the same way, but changes nothing.
  @discardableResult
  package func write(
    _ edits: [PreferenceEdit],
    ifRevision expected: UInt64? = nil,
    dryRun isDryRun: Bool = false
  ) throws(ClientError) -> UInt64 {
    var options: [(String, BusValue)] = []
    if let expected { options.append(("revision", .uint64(expected))) }
    if isDryRun { options.append(("dry-run", .boolean(true))) }
    return try call(
      .write,
      (PreferenceEdits(edits), Members(options)),
      // A repeated call would conflict with its own first run.
      isRepeatable: expected == nil
    )
  }

  /// Requests all the edits or none, without waiting.
  package func start(
    _ edits: [PreferenceEdit],
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start(Request.write.with((PreferenceEdits(edits), Members([])))) { answer in
      deliver(answer.map { _ in })
    }
  }

  /// Sets what one application wants for itself.
  package func set(
    _ choice: ApplicationChoice,
    for application: String
  ) throws(ClientError) {
    try call(.setFor, (application, choice.rawValue))
  }

  /// Requests what one application wants for itself, without waiting.
  package func start(
    _ choice: ApplicationChoice,
    for application: String,
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start(Request.setFor.with((application, choice.rawValue)), then: deliver)
  }

  /// All preferences that were set through the daemon, as JSON text.
  package func export() throws(ClientError) -> Reading<String> {
    let (text, revision) = try call(.export, ())
    return Reading(value: text, revision: revision)
  }

  /// Makes the daemon read all its files again, and returns their mistakes.
  package func check(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [PreferenceFinding] {
    try call(.check, (), starting)
  }
}
