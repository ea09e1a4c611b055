/// A moment, in microseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
package struct Instant: Comparable, Hashable, Sendable {
  package var microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment so much later, or earlier if negative; stops at the ends of what can be counted.
  package func adding(microseconds change: Int64) -> Instant {
    let (sum, overflow) = microseconds.addingReportingOverflow(change)
    guard overflow else { return Instant(microseconds: sum) }
    return Instant(microseconds: change < 0 ? .min : .max)
  }
}
