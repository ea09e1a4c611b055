/// The moments at which rules begin a style, even if that style was already in effect.
struct RuleMoments {
  /// An edge: the moment at which one rule starts its style on one day.
  struct Edge {
    /// The moment at which the rule would start its style if it had no offset and no limits; edges
    /// are ordered by these moments.
    let anchor: Instant
    /// The number of the half solar day in which the rule's sun event lies; nil if the rule has a
    /// clock time.
    let turn: Int?
    /// The index of the rule among the rules for the same weekday.
    let rule: Int
    let moment: Moment
    let style: Style

    var instant: Instant { moment.instant }

    /// Whether the event `later`, which must be on the other side of the day, starts its style
    /// before this event's style or together with it; only an offset or limit can cause this.
    ///
    /// A day has two sides: on one the sun rises, and on the other it falls.
    func isOvertaken(by later: Edge) -> Bool {
      guard let turn, let other = later.turn, turn & 1 != other & 1 else { return false }
      return later.instant <= instant
    }
  }

  /// A moment, and the local time that the clocks should show then.
  ///
  /// If the clocks skip the times of several rules, these rules all get the same moment. If several
  /// rules have the same moment, their local times decide their order.
  struct Moment: Comparable {
    let instant: Instant
    /// A local time that is stored as if it were UTC.
    let shown: Instant

    static func < (left: Moment, right: Moment) -> Bool {
      (left.instant, left.shown) < (right.instant, right.shown)
    }
  }

  private let timeline: Timeline
  /// For each weekday from Monday on, the rules with clock times, in the order in which they apply.
  private let clocks: [[(order: Int, clock: ClockTime, style: Style)]]
  private let suns: [[SunRule]]

  private struct SunRule {
    let order: Int
    let rule: Rule
    let event: SunEvent
    let offset: Int
  }

  /// Each offset or limit moves the start of a rule by fewer days than this number.
  private static let reach: Int64 = 3
  private static let week: Int64 = 7

  init(of timeline: Timeline) {
    self.timeline = timeline
    let days = (0..<7).map { Array(timeline.schedule.rules(on: $0).enumerated()) }
    clocks = days.map { rules in
      rules.compactMap { order, rule in
        guard case .clock(let clock) = rule.when else { return nil }
        return (order, clock, rule.style)
      }
    }
    suns = days.map { rules in
      rules.compactMap { order, rule in
        guard case .sun(let event, let offset) = rule.when else { return nil }
        return SunRule(order: order, rule: rule, event: event, offset: offset)
      }
    }
  }

  /// Returns the edges in order, from the one that decides the style at `from` to one after `to`.
  func within(_ from: Instant, _ to: Instant) -> [Edge] {
    // Search back one more week, because a rule may be for only one weekday.
    let isDaily = timeline.schedule.rules.allSatisfy { $0.days == .all }
    let first = from.adding(days: -(Self.reach + (isDaily ? 0 : Self.week)))
    let last = to.adding(days: Self.reach)
    var edges = clockEdges(first, last)
    edges += timeline.place.map { solarEdges(first, last, at: $0) } ?? placelessEdges(first, last)
    edges.sort { one, other in
      (one.anchor, one.turn ?? .max, one.rule) < (other.anchor, other.turn ?? .max, other.rule)
    }
    return Self.inOrder(Self.withoutEmptyWindows(edges))
  }

  /// Removes edges whose style is never in effect, because a later event overtakes them.
  private static func withoutEmptyWindows(_ edges: [Edge]) -> [Edge] {
    var kept: [Edge] = []
    kept.reserveCapacity(edges.count)
    for edge in edges {
      if edge.turn != nil {
        let near = kept.lastIndex { $0.anchor < edge.anchor.adding(days: -reach) } ?? -1
        for index in kept.indices.reversed().prefix(while: { $0 > near })
        where kept[index].isOvertaken(by: edge) {
          kept.remove(at: index)
        }
      }
      kept.append(edge)
    }
    return kept
  }

  /// Sorts the edges; if several edges have the same moment, keeps only the last.
  private static func inOrder(_ edges: [Edge]) -> [Edge] {
    let sorted = edges.enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
    return sorted.indices.filter { index in
      index + 1 == sorted.endIndex || sorted[index].instant < sorted[index + 1].instant
    }.map { sorted[$0] }
  }
}

// MARK: - Clock rules

extension RuleMoments {
  private func clockEdges(_ first: Instant, _ last: Instant) -> [Edge] {
    guard clocks.contains(where: { !$0.isEmpty }) else { return [] }
    return dates(first, last).flatMap { date in
      clocks[date.weekday].compactMap { order, clock, style in
        guard let moment = moment(clock, on: date) else { return nil }
        return Edge(
          anchor: moment.instant,
          turn: nil,
          rule: order,
          moment: moment,
          style: style
        )
      }
    }
  }

  private func dates(_ first: Instant, _ last: Instant) -> [CivilDate] {
    let zone = timeline.zone
    let days =
      (zone.civil(at: first).date.daysSince1970)...(zone.civil(at: last).date.daysSince1970)
    return days.map(CivilDate.init(daysSince1970:))
  }

  /// Returns the first moment at which the clock shows a time on a date; nil if the zone skips the
  /// date.
  private func moment(_ clock: ClockTime, on date: CivilDate) -> Moment? {
    let moments = timeline.zone.moments(of: date, clock)
    if case .skipped = moments, !timeline.zone.has(date) { return nil }
    return Moment(instant: moments.first, shown: CivilTime(date, clock).utc)
  }

  /// Returns the edges of sun rules for an unknown place, as if night lasted from 19:30 to 07:00.
  private func placelessEdges(_ first: Instant, _ last: Instant) -> [Edge] {
    guard suns.contains(where: { !$0.isEmpty }) else { return [] }
    return dates(first, last).flatMap { date -> [Edge] in
      suns[date.weekday].compactMap { sun in
        let clock: ClockTime = sun.event.side == .falling ? .placelessDusk : .placelessDawn
        return moment(clock, on: date).map { anchor in
          edge(sun, date.daysSince1970, anchor, isReal: true, noon: CivilTime(date, .noon).utc)
        }
      }
    }
  }
}

// MARK: - Sun rules

extension RuleMoments {
  private func solarEdges(_ first: Instant, _ last: Instant, at place: Place) -> [Edge] {
    guard suns.contains(where: { !$0.isEmpty }) else { return [] }
    let numbers = SolarDay.number(at: first, place)...SolarDay.number(at: last, place)
    return numbers.flatMap { number -> [Edge] in
      let day = SolarDay(number, at: place)
      // Use the date of mean noon, because every date has exactly one mean noon. If the sun is
      // highest at about midnight, a date could have no true noon or two of them.
      let date = CivilTime(utc: meanNoon(number, place)).date
      return suns[date.weekday].map { sun in
        let moment = day.moment(of: sun.event)
        return edge(
          sun,
          number,
          shown(at: moment.instant),
          isReal: moment.kind == .real,
          noon: meanNoon(number, place)
        )
      }
    }
  }

  private func shown(at instant: Instant) -> Moment {
    let offset = Int64(timeline.zone.offset(at: instant)) * 1_000_000
    return Moment(instant: instant, shown: instant.adding(microseconds: offset))
  }

  /// Returns mean noon as a clock without summer time shows it; this local time is stored as if it
  /// were UTC.
  private func meanNoon(_ number: Int, _ place: Place) -> Instant {
    let noon = SolarDay.meanNoon(number, at: place)
    let offset = timeline.zone.winterOffset(around: noon)
    return noon.adding(microseconds: Int64(offset) * 1_000_000)
  }

  /// Applies the offset and the limits of a rule.
  ///
  /// `noon` is a local time stored as if it were UTC, and only the limits use it.
  private func edge(
    _ sun: SunRule,
    _ day: Int,
    _ anchor: Moment,
    isReal: Bool,
    noon: @autoclosure () -> Instant
  ) -> Edge {
    var moment = anchor
    if isReal, sun.offset != 0 {
      moment = shown(at: anchor.instant.adding(minutes: sun.offset))
    }
    if sun.rule.notBefore != nil || sun.rule.notAfter != nil {
      let day = LimitDay(of: sun.event.side, noon: noon())
      let least = sun.rule.notBefore.flatMap { limit($0, in: day) }
      let most = sun.rule.notAfter.flatMap { limit($0, in: day) }
      moment = least.map { max(moment, $0) } ?? moment
      moment = most.map { min(moment, $0) } ?? moment
    }
    return Edge(
      anchor: anchor.instant,
      turn: day * 2 + (sun.event.side == .falling ? 1 : 0),
      rule: sun.order,
      moment: moment,
      style: sun.rule.style
    )
  }

  private func limit(_ clock: ClockTime, in day: LimitDay) -> Moment? {
    day.dates(of: clock).lazy.compactMap { moment(clock, on: $0) }.first
  }
}

extension Instant {
  fileprivate func adding(minutes: Int) -> Instant {
    adding(microseconds: Int64(minutes) * 60_000_000)
  }
}

/// The 24-hour period on the clock in which the limits of one sun event lie.
///
/// For an event of the falling sun, these 24 hours begin in the morning; for an event of the rising
/// sun, they end in the evening. If mean solar noon is at about 12:00, the 24 hours begin at 06:00
/// or end at 18:00. In general, the border of the 24 hours is 00:00, 06:00, 12:00 or 18:00,
/// whichever is nearest to six hours before or after mean noon.
///
/// The border is computed from mean noon in winter, so it has the same clock time all year. True
/// noon drifts by up to half an hour, and summer time moves it by an hour. If the border moved with
/// true noon, the border could pass a limit, and the limit would jump by a day.
///
/// Solar noon must not be near the border of the 24 hours. If an event does not happen, its moment
/// may be noon, and a limit one minute before noon must be on the same day as noon.
struct LimitDay {
  private let side: SunEvent.Side
  private let date: CivilDate
  private let clock: Int

  private static let quarter: Int64 = 6 * 3_600_000_000

  /// Creates the 24 hours; mean noon in winter is given as a local time that is stored as if it
  /// were UTC.
  init(of side: SunEvent.Side, noon: Instant) {
    self.side = side
    let border = noon.microseconds + (side == .falling ? -Self.quarter : Self.quarter)
    let nearest = border + Self.quarter / 2
    let rest = nearest % Self.quarter
    let start = nearest - (rest < 0 ? rest + Self.quarter : rest)
    let civil = CivilTime(utc: Instant(microseconds: start))
    date = civil.date
    clock = civil.hour * 60
  }

  /// Returns the dates on which the clock may show a limit.
  ///
  /// The first date is the usual one; the later dates are used only if the zone skips the first
  /// date.
  func dates(of limit: ClockTime) -> [CivilDate] {
    switch side {
    case .falling:
      let first = limit.minute >= clock ? 0 : 1
      return (first...first + 2).map { date.adding(days: $0) }
    case .rising:
      let first = limit.minute <= clock ? 0 : 1
      return (first...first + 2).map { date.adding(days: -$0) }
    }
  }
}

extension Zone {
  /// The offset without summer time, in seconds east of UTC.
  ///
  /// The result is the smallest of three offsets: the current one, the one on 1 January and the
  /// one on 1 July of the year. Offsets
  /// more than three hours from the current one are ignored, because a zone with such offsets has
  /// moved across the date line.
  package func winterOffset(around instant: Instant) -> Int {
    let now = offset(at: instant)
    let year = civil(at: instant).date.year
    return [1, 7].compactMap { CivilDate(year: year, month: $0, day: 1) }
      .map { offset(at: CivilTime($0, .midnight).utc) }
      .filter { abs($0 - now) <= 3 * 3_600 }
      .reduce(now, min)
  }
}
