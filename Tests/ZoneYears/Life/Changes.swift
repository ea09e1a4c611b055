import NightCore

/// The moments at which the style is looked at: each minute within two hours of a change, and each
/// full hour.
struct Changes {
  private let world: World
  private let end: Instant
  private var last: Instant
  /// The changes whose hours are not over, and how far they were looked for.
  private var near: [Instant] = []
  private var known: Instant

  private static let minute: Int64 = 60_000_000
  private static let around = 120 * minute

  init(of world: World, from start: Instant, to end: Instant) {
    self.world = world
    self.end = end
    last = start
    known = start.adding(microseconds: -Self.around)
    if let held = world.hold(at: start) { near.append(held.end) }
  }

  /// The next one before the end.
  mutating func sample() -> Instant? {
    var moment = Self.rounded(last, to: 1)
    if !isNear(moment) {
      let hour = Self.rounded(last, to: 60)
      let change = near.filter { $0 > moment }.min() ?? known
      moment = min(hour, Self.rounded(change.adding(microseconds: -Self.around - 1), to: 1))
      moment = max(moment, Self.rounded(last, to: 1))
    }
    last = moment
    return moment < end ? moment : nil
  }

  private mutating func isNear(_ moment: Instant) -> Bool {
    let from = moment.adding(microseconds: -Self.around)
    let to = moment.adding(microseconds: Self.around)
    near.removeAll { $0 < from }
    while known < to {
      // Past the end nothing is looked at.
      guard let next = world.reference.next(after: known), world.choice == .schedule,
        known < end.adding(microseconds: Self.around)
      else {
        known = Instant(microseconds: .max)
        break
      }
      near.append(next.instant)
      known = next.instant
    }
    return near.contains { from <= $0 && $0 <= to }
  }

  /// The first moment after one that is so many full minutes.
  private static func rounded(_ moment: Instant, to minutes: Int64) -> Instant {
    let length = minutes * minute
    let rest = (moment.microseconds % length + length) % length
    return moment.adding(microseconds: length - rest)
  }
}
