/// A trial does something to nightd many times, and counts faults.
///
/// The tests run each trial with a few rounds, and `make torture` runs it with many.
package protocol Trial: Sendable {
  /// The name of the trial's row in the table.
  static var name: String { get }
  /// The unit of the count, such as kills, power cuts or calls.
  static var unit: String { get }

  /// Runs all rounds; throws only if a round cannot be carried out at all.
  func run() throws -> Tally
}

extension Trial {
  /// Why the trial cannot run on this machine; nil if it can.
  package static var skipReason: String? { nil }
}
