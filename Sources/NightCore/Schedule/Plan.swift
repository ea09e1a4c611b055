/// A timeline with the part of it that was reckoned last.
///
/// Who asks for one moment after the other pays for each day about once.
struct Plan: Sendable {
  let timeline: Timeline
  private var from: Instant
  private var stretch: Timeline.Stretch
  /// The last change before `from`, as far back as was asked.
  private var earlier: (bound: Instant?, instant: Instant?)?

  /// What holds at one moment.
  struct Moment: Equatable {
    let style: Style
    /// Nil where it has held for longer than was asked for.
    let since: Instant?
    let next: Transition?
  }

  /// Yesterday's changes tell since when the style holds now.
  private static let daysBefore: Int64 = 2
  private static let daysAfter: Int64 = 8

  init(_ timeline: Timeline, at now: Instant) {
    self.timeline = timeline
    (from, stretch) = Self.reckon(timeline, now)
  }

  /// What holds now; its beginning is looked for no further back than asked.
  mutating func moment(at now: Instant, since bound: Instant?) -> Moment {
    if now < from || stretch.transitions.last.map({ $0.instant <= now }) ?? true {
      (from, stretch) = Self.reckon(timeline, now)
      earlier = nil
    }
    guard let passed = stretch.transitions.lastIndex(where: { $0.instant <= now }) else {
      return Moment(
        style: stretch.style,
        since: beginning(since: bound),
        next: stretch.transitions.first
      )
    }
    return Moment(
      style: stretch.transitions[passed].style,
      since: stretch.transitions[passed].instant,
      next: stretch.transitions.dropFirst(passed + 1).first
    )
  }

  private mutating func beginning(since bound: Instant?) -> Instant? {
    if let earlier, earlier.bound == bound { return earlier.instant }
    let found = timeline.last(upTo: from, after: bound ?? .distantPast)?.instant
    earlier = (bound, found)
    return found
  }

  private static func reckon(
    _ timeline: Timeline,
    _ now: Instant
  ) -> (from: Instant, stretch: Timeline.Stretch) {
    let from = now.adding(days: -daysBefore)
    let stretch = timeline.stretch(from: from, to: now.adding(days: daysAfter))
    if let last = stretch.transitions.last, last.instant > now { return (from, stretch) }
    // Where the sun does not set for months it is looked for that far ahead.
    let next = timeline.next(after: now).map { [$0] } ?? []
    return (from, Timeline.Stretch(style: stretch.style, transitions: stretch.transitions + next))
  }
}
