/// A timeline with the part of it that was reckoned last.
///
/// Who asks for one moment after the other pays for each day about once.
struct Plan: Sendable {
  let timeline: Timeline
  private var known: Known
  /// The last change before `from`, as far back as was asked.
  private var earlier: (bound: Instant?, instant: Instant?)?

  private struct Known {
    let from: Instant
    /// Where no change lies ahead, none does up to this.
    let quietTo: Instant
    let stretch: Timeline.Stretch
  }

  /// What holds at one moment.
  struct Moment: Equatable {
    let style: Style
    /// Nil where it has held for longer than was asked for.
    let since: Instant?
    let next: Transition?
    /// When to look again where there is none.
    let quietTo: Instant
  }

  /// Yesterday's changes tell since when the style holds now.
  private static let daysBefore: Int64 = 2
  private static let daysAfter: Int64 = 8

  init(_ timeline: Timeline, at now: Instant) {
    self.timeline = timeline
    known = Self.reckon(timeline, now)
  }

  /// What holds now; its beginning is looked for no further back than asked.
  mutating func moment(at now: Instant, since bound: Instant?) -> Moment {
    let passed = passed(at: now)
    let (style, next) = (style(after: passed), next(after: passed))
    let since = passed.map { known.stretch.transitions[$0].instant } ?? beginning(since: bound)
    return Moment(style: style, since: since, next: next, quietTo: known.quietTo)
  }

  /// The style now, and its next change.
  mutating func outlook(at now: Instant) -> (Style, Transition?) {
    let passed = passed(at: now)
    return (style(after: passed), next(after: passed))
  }

  /// The last change up to now that is known of, with some that are to come.
  private mutating func passed(at now: Instant) -> Int? {
    let last = known.stretch.transitions.last?.instant ?? now
    if now < known.from || now >= max(known.quietTo, last) {
      known = Self.reckon(timeline, now)
      earlier = nil
    }
    return known.stretch.transitions.lastIndex { $0.instant <= now }
  }

  private func style(after passed: Int?) -> Style {
    passed.map { known.stretch.transitions[$0].style } ?? known.stretch.style
  }

  private func next(after passed: Int?) -> Transition? {
    known.stretch.transitions.dropFirst(passed.map { $0 + 1 } ?? 0).first
  }

  private mutating func beginning(since bound: Instant?) -> Instant? {
    if let earlier, earlier.bound == bound { return earlier.instant }
    let found = timeline.last(upTo: known.from, after: bound ?? .distantPast)?.instant
    earlier = (bound, found)
    return found
  }

  private static func reckon(_ timeline: Timeline, _ now: Instant) -> Known {
    let from = now.adding(days: -daysBefore)
    let stretch = timeline.stretch(from: from, to: now.adding(days: daysAfter))
    if let last = stretch.transitions.last, last.instant > now {
      return Known(from: from, quietTo: from, stretch: stretch)
    }
    // Where the sun does not set for months it is looked for that far ahead.
    let next = timeline.next(after: now)
    return Known(
      from: from,
      quietTo: next == nil ? now.adding(days: Timeline.mostDays / 2) : from,
      stretch: Timeline.Stretch(
        style: stretch.style,
        transitions: stretch.transitions + (next.map { [$0] } ?? [])
      )
    )
  }
}
