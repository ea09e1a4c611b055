import NightBus
import NightContract
package import NightCore

/// Reading preferences.
///
/// What is private is asked for on Control, and so is everything where a person asks for their own.
extension Client {
  /// Who is to see the answer.
  package enum Audience: Sendable {
    case everyone
    /// The person whose preferences they are: private keys are there.
    case oneself

    var interface: InterfaceName { self == .everyone ? .preferences : .control }
  }

  package struct Reading<Value: Equatable & Sendable>: Equatable, Sendable {
    package let value: Value
    package let revision: UInt64
  }

  /// The value that holds; a key that no layer has is refused with `NotSet`.
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

  /// Everything that has a value, in the order of the names' bytes.
  package func readAll(
    of application: String = "",
    for audience: Audience = .everyone,
    _ starting: Starting = .allowed
  ) throws(ClientError) -> Reading<[PreferenceValue.Member]> {
    let values = try call(audience.interface, "ReadAll", [.string(application)], starting)
    guard let reading = Reading(readAll: values) else { throw .unreadable("ReadAll") }
    return reading
  }

  /// The layer that decides, and FILE:LINE:COLUMN or nothing where that is no file.
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

  /// What each layer says, in the order searched.
  package func explain(_ key: PreferenceKey) throws(ClientError) -> [LayerRow] {
    try rows(ask("Explain", key))
  }

  /// What each layer says of the desktop's choice; no daemon is started for it.
  package func explainChoice() throws(ClientError) -> [LayerRow] {
    let subject: [BusValue] = [.string(""), .string(PreferenceTable.choice)]
    return try rows(call(.preferences, "Explain", subject, .forbidden))
  }

  private func rows(_ values: [BusValue]) throws(ClientError) -> [LayerRow] {
    guard case .array(_, let rows)? = values.first else { throw .unreadable("Explain") }
    return rows.compactMap(LayerRow.init)
  }

  /// Each application of which something is known, and its choice.
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
  /// What `ReadAll` answers; a value of a type that is not known here is left out.
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
