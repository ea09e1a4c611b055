import NightBus
import NightContract
package import NightCore

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
    let values = try ask("Read", key, starting)
    guard values.count == 2, case .variant(let inner) = values[0],
      let value = PreferenceValue(inner), case .uint64(let revision) = values[1]
    else { throw .unreadable("Read") }
    return Reading(value: value, revision: revision)
  }

  /// All preferences that are set, sorted by the bytes of their names.
  package func readAll(
    of application: String = "",
    for audience: Audience = .everyone,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<[PreferenceValue.Member]> {
    let values = try call(audience.interface, "ReadAll", [.string(application)], starting)
    guard let reading = Reading(readAll: values) else { throw .unreadable("ReadAll") }
    return reading
  }

  /// The layer that decides a key, and its FILE:LINE:COLUMN, empty if the layer is not a file.
  package func origin(
    of key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> (origin: PreferenceOrigin, place: String) {
    let values = try ask("Origin", key, starting)
    guard values.count == 2, let origin = values[0].asString.flatMap(PreferenceOrigin.init),
      let place = values[1].asString
    else { throw .unreadable("Origin") }
    return (origin, place)
  }

  /// The value of a key in each layer, in the order in which they are searched.
  package func explain(_ key: PreferenceKey) throws(ClientError) -> [LayerRow] {
    try rows(ask("Explain", key))
  }

  /// The desktop's choice in each layer; no daemon is started.
  package func explainChoice() throws(ClientError) -> [LayerRow] {
    let subject: [BusValue] = [.string(""), .string(PreferenceTable.choice)]
    return try rows(call(.preferences, "Explain", subject, .forbidden))
  }

  private func rows(_ values: [BusValue]) throws(ClientError) -> [LayerRow] {
    guard case .array(_, let rows)? = values.first else { throw .unreadable("Explain") }
    return rows.compactMap(LayerRow.init)
  }

  /// All applications with preferences of their own, and their choices, sorted by name.
  package func applications(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [(application: String, choice: String)] {
    let values = try call(.preferences, "Applications", [], starting)
    guard case .dictionary(.string, .string, let entries)? = values.first else {
      throw .unreadable("Applications")
    }
    let pairs = entries.compactMap { entry -> (application: String, choice: String)? in
      guard let name = entry.key.asString, let choice = entry.value.asString else { return nil }
      return (name, choice)
    }
    return pairs.sorted { $0.application.precedes($1.application) }
  }

  private func ask(
    _ member: MemberName,
    _ key: PreferenceKey,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [BusValue] {
    let isPrivate = PreferenceTable.entry(key)?.isPrivate ?? false
    let audience = isPrivate ? Audience.oneself : .everyone
    return try call(
      audience.interface,
      member,
      [.string(key.application), .string(key.name)],
      starting
    )
  }
}

extension Client.Reading<[PreferenceValue.Member]> {
  /// Parses the answer of `ReadAll`; values of unknown types are left out.
  init?(readAll values: [BusValue]) {
    guard values.count == 2, case .dictionary(.string, .variant, let entries) = values[0],
      case .uint64(let revision) = values[1]
    else { return nil }
    let members = entries.compactMap { entry -> PreferenceValue.Member? in
      guard let name = entry.key.asString, let value = PreferenceValue(entry.value) else {
        return nil
      }
      return PreferenceValue.Member(name: name, value: value)
    }
    value = members.sorted { $0.name.precedes($1.name) }
    self.revision = revision
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
    let values = try call(
      .control,
      "Write",
      Self.written(edits, options),
      // A repeated call would conflict with its own first run.
      isRepeatable: expected == nil
    )
    guard case .uint64(let revision)? = values.first else { throw .unreadable("Write") }
    return revision
  }

  private static func written(
    _ edits: [PreferenceEdit],
    _ options: [(String, BusValue)]
  ) -> [BusValue] {
    [.array(PreferenceEdit.busType, edits.map(\.bus)), .options(options)]
  }

  /// Requests all the edits or none, without waiting.
  package func start(
    _ edits: [PreferenceEdit],
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start("Write", Self.written(edits, [])) { answer in deliver(answer.map { _ in }) }
  }

  /// Sets what one application wants for itself.
  package func set(
    _ choice: ApplicationChoice,
    for application: String
  ) throws(ClientError) {
    _ = try call(.control, "SetFor", Self.chosen(choice, application))
  }

  /// Requests what one application wants for itself, without waiting.
  package func start(
    _ choice: ApplicationChoice,
    for application: String,
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start("SetFor", Self.chosen(choice, application)) { answer in deliver(answer.map { _ in }) }
  }

  private static func chosen(_ choice: ApplicationChoice, _ application: String) -> [BusValue] {
    [.string(application), .string(choice.rawValue)]
  }

  /// All preferences that were set through the daemon, as JSON text.
  package func export() throws(ClientError) -> Reading<String> {
    let values = try call(.control, "Export", [])
    guard values.count == 2, let text = values[0].asString, case .uint64(let revision) = values[1]
    else { throw .unreadable("Export") }
    return Reading(value: text, revision: revision)
  }

  /// Makes the daemon read all its files again, and returns their mistakes.
  package func check(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [PreferenceFinding] {
    guard case .array(_, let rows)? = try call(.control, "Check", [], starting).first else {
      throw .unreadable("Check")
    }
    return rows.compactMap(PreferenceFinding.init)
  }
}
