/// Something that is done to nightd many times, with a count of the faults.
///
/// The tests run each with few rounds, `make torture` with many.
package protocol Trial: Sendable {
  /// The row's name in the table.
  static var name: String { get }
  /// The unit of the count: kills, power cuts, calls.
  static var unit: String { get }

  /// Runs all rounds; it throws only if a round cannot be made at all.
  func run() throws -> Tally
}

extension Trial {
  /// Why the trial cannot run on this machine; nil if it can.
  package static var skipReason: String? { nil }
}
