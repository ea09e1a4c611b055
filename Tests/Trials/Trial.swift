/// Something done to nightd many times over, with a count of what went wrong.
///
/// The tests run each with few rounds, `make torture` with many.
package protocol Trial: Sendable {
  /// What is done, as a row of the table says it.
  static var name: String { get }
  /// What is counted: kills, power cuts, calls.
  static var unit: String { get }

  /// Does all rounds; it throws only what keeps a round from being made at all.
  func run() throws -> Tally
}

extension Trial {
  /// Why the trial cannot be made on this machine, or nothing.
  package static var obstacle: String? { nil }
}
