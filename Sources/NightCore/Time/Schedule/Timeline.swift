/// A change of the style: its moment and the new style.
package struct Transition: Equatable, Sendable {
  package let instant: Instant
  package let style: Style

  package init(_ instant: Instant, _ style: Style) {
    self.instant = instant
    self.style = style
  }
}

/// The styles of a schedule over time, in a zone and at a place.
package struct Timeline: Equatable, Sendable {
  package let schedule: Schedule
  package let zone: Zone
  /// The place for sunrise and sunset; nil if fixed clock times replace sunrise and sunset.
  package let place: Place?

  /// The number of days in which to search for a change; near the poles, changes may be half a year
  /// apart.
  static let maximumDays: Int64 = 800

  package init(_ schedule: Schedule, _ zone: Zone, _ place: Place?) {
    self.schedule = schedule
    self.zone = zone
    self.place = place
  }

  /// The style at the start of an interval, and all changes within it.
  ///
  /// A change exactly at the end of the interval is included.
  package struct Span: Equatable, Sendable {
    package let style: Style
    package let transitions: [Transition]

    package init(style: Style, transitions: [Transition]) {
      self.style = style
      self.transitions = transitions
    }
  }

  package func span(from: Instant, to: Instant) -> Span {
    var style: Style?
    var transitions: [Transition] = []
    for edge in RuleMoments(of: self).within(from, to) {
      if edge.instant <= from {
        style = edge.style
      } else if edge.instant > to {
        break
      } else if edge.style != (transitions.last?.style ?? style) {
        if style == nil { style = edge.style.opposite }
        transitions.append(Transition(edge.instant, edge.style))
      }
    }
    return Span(style: style ?? .light, transitions: transitions)
  }

  package func style(at instant: Instant) -> Style {
    span(from: instant, to: instant).style
  }

  /// Returns the first change after a moment; nil if nothing changes within about two years.
  package func next(after instant: Instant) -> Transition? {
    var from = instant
    var days: Int64 = 2
    while from < instant.adding(days: Self.maximumDays) {
      let to = from.adding(days: days)
      if let first = span(from: from, to: to).transitions.first { return first }
      from = to
      days = min(days * 4, 64)
    }
    return nil
  }

  /// Returns the last change up to `instant` and after `bound`.
  ///
  /// Returns nil if there was no change in about two years before `instant`.
  package func last(upTo instant: Instant, after bound: Instant) -> Transition? {
    var to = instant
    var days: Int64 = 2
    let first = max(bound, instant.adding(days: -Self.maximumDays))
    while to > first {
      let from = max(first, to.adding(days: -days))
      if let last = span(from: from, to: to).transitions.last { return last }
      to = from
      days = min(days * 4, 64)
    }
    return nil
  }
}

extension Instant {
  package func adding(days: Int64) -> Instant { adding(microseconds: days * 86_400_000_000) }
}

/// A timeline that caches the days that it computed last.
///
/// If each query asks for a later moment than the query before, every day is computed about once.
package struct TimelineCache: Sendable {
  package let timeline: Timeline
  private var known: Known
  /// The last search for a change before the cached days: how far back it went and what it found.
  private var earlier: (bound: Instant?, instant: Instant?)?

  private struct Known {
    let from: Instant
    /// The moment until which the cache is valid; used only if the search for the next change found
    /// none.
    let searchedTo: Instant
    let span: Timeline.Span
  }

  /// The style at one moment, and the changes around it.
  package struct Moment: Equatable {
    package let style: Style
    /// When the style started; nil if the style started before the bound of the search.
    package let since: Instant?
    package let next: Transition?
    /// When the search for the next change must be repeated; this matters only if `next` is nil.
    package let searchedTo: Instant
  }

  /// The number of days before now for which changes are computed; usually the current style began
  /// within two days.
  private static let daysBefore: Int64 = 2
  private static let daysAfter: Int64 = 8

  package init(_ timeline: Timeline, at now: Instant) {
    self.timeline = timeline
    known = Self.compute(timeline, now)
  }

  /// Returns the current style, its start and the next change.
  ///
  /// The search for the start of the style ends at `bound`.
  package mutating func moment(at now: Instant, since bound: Instant?) -> Moment {
    let passed = passed(at: now)
    let (style, next) = (style(after: passed), next(after: passed))
    let since = passed.map { known.span.transitions[$0].instant } ?? beginning(since: bound)
    return Moment(style: style, since: since, next: next, searchedTo: known.searchedTo)
  }

  /// Returns the current style and the next change.
  package mutating func outlook(at now: Instant) -> (Style, Transition?) {
    let passed = passed(at: now)
    return (style(after: passed), next(after: passed))
  }

  /// Computes the cached days again if needed, then returns the index of the last change up to
  /// `now`.
  private mutating func passed(at now: Instant) -> Int? {
    let last = known.span.transitions.last?.instant ?? now
    if now < known.from || now >= max(known.searchedTo, last) {
      known = Self.compute(timeline, now)
      earlier = nil
    }
    return known.span.transitions.lastIndex { $0.instant <= now }
  }

  private func style(after passed: Int?) -> Style {
    passed.map { known.span.transitions[$0].style } ?? known.span.style
  }

  private func next(after passed: Int?) -> Transition? {
    known.span.transitions.dropFirst(passed.map { $0 + 1 } ?? 0).first
  }

  private mutating func beginning(since bound: Instant?) -> Instant? {
    if let earlier, earlier.bound == bound { return earlier.instant }
    let found = timeline.last(upTo: known.from, after: bound ?? .distantPast)?.instant
    earlier = (bound, found)
    return found
  }

  private static func compute(_ timeline: Timeline, _ now: Instant) -> Known {
    let from = now.adding(days: -daysBefore)
    let span = timeline.span(from: from, to: now.adding(days: daysAfter))
    if let last = span.transitions.last, last.instant > now {
      return Known(from: from, searchedTo: from, span: span)
    }
    // Search far ahead, because near the poles the sun may not set for months.
    let next = timeline.next(after: now)
    return Known(
      from: from,
      searchedTo: next == nil ? now.adding(days: Timeline.maximumDays / 2) : from,
      span: Timeline.Span(
        style: span.style,
        transitions: span.transitions + (next.map { [$0] } ?? [])
      )
    )
  }
}

extension Timeline {
  /// The longest time between changes in a weekly schedule, in days.
  private static let daysOfChange: Int64 = 8

  /// Returns the texts of the rules that may have caused the style at a moment.
  ///
  /// If rules differ from day to day, only the rules for the day of the last change are returned.
  /// Days without a rule use the default rules.
  package func causes(of style: Style, at now: Instant) -> [String] {
    if schedule.rules.contains(where: { $0.days != .all }),
      let last = last(upTo: now, after: now.adding(days: -Self.daysOfChange))
    {
      let day = zone.civil(at: last.instant).date.weekday
      let causes = schedule.rules(on: day).filter { $0.style == style }
      if !causes.isEmpty { return causes.map(\.text) }
    }
    return schedule.allRules.filter { $0.style == style }.map(\.text)
  }
}

extension Schedule {
  /// All rules of the schedule, and the default rules if any day has no rule.
  fileprivate var allRules: [Rule] {
    var unnamed = Weekdays.all
    for rule in rules { unnamed.subtract(rule.days) }
    return unnamed.isEmpty ? rules : rules + Rule.defaults
  }
}
