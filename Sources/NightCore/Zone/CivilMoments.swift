/// When the clocks of a zone show some time.
package enum CivilMoments: Equatable, Sendable {
  case once(Instant)
  /// Clocks were put back over it; where they show it more often, these are the first two.
  case twice(Instant, Instant)
  /// Clocks were put forward over it, at this moment.
  case skipped(at: Instant)

  package var first: Instant {
    switch self {
    case .once(let instant), .twice(let instant, _), .skipped(let instant): instant
    }
  }
}
