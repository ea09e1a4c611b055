import NightBus
import NightContract
package import NightCore

/// Changing preferences, and what is told only to those who may.
extension Client {
  /// Makes all the edits or none, and answers with the revision that has them.
  ///
  /// With an expected revision it is refused with `Conflict` where something was written since. A
  /// dry run is judged in the same way, and changes nothing.
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
      // Done twice it would meet its own first time.
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

  /// Makes all the edits or none, without waiting.
  package func start(
    _ edits: [PreferenceEdit],
    then deliver: @escaping (Result<Void, ClientError>) -> Void
  ) {
    start("Write", Self.written(edits, [])) { answer in deliver(answer.map { _ in }) }
  }

  package func set(
    _ choice: ApplicationChoice,
    for application: String
  ) throws(ClientError) {
    _ = try call(.control, "SetFor", Self.chosen(choice, application))
  }

  /// The same, without waiting.
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

  /// What was set through the daemon, as JSON text.
  package func export() throws(ClientError) -> Reading<String> {
    let values = try call(.control, "Export", [])
    guard values.count == 2, let text = values[0].asString, case .uint64(let revision) = values[1]
    else { throw .unreadable("Export") }
    return Reading(value: text, revision: revision)
  }

  /// Has every file read anew, and tells what is wrong with them.
  package func check(
    _ starting: Starting = .allowed
  ) throws(ClientError) -> [PreferenceFinding] {
    guard case .array(_, let rows)? = try call(.control, "Check", [], starting).first else {
      throw .unreadable("Check")
    }
    return rows.compactMap(PreferenceFinding.init)
  }
}
