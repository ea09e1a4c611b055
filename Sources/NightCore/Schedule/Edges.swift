/// The moments at which the rules of a timeline begin a style, whether or not it was another before.
struct Edges {
  /// One rule on one day.
  struct Edge {
    /// The moment before offset and clamps, by which edges have their order.
    let anchor: Instant
    /// Nil for a clock time; else solar day and side, counted on.
    let turn: Int?
    /// The rule's place in the list.
    let rule: Int
    let moment: Moment
    let style: Style

    var instant: Instant { moment.instant }

    /// Whether the other side's event, which has its turn later, comes before it.
    func isOvertaken(by later: Edge) -> Bool {
      guard let turn, let other = later.turn, turn & 1 != other & 1 else { return false }
      return later.instant <= instant
    }
  }

  /// A moment, and the time that clocks were to show at it.
  ///
  /// If clocks jump over several times, those are one moment and keep their order by date and clock.
  struct Moment: Comparable {
    let instant: Instant
    /// A local time, counted as if it were UTC.
    let shown: Instant

    static func < (left: Moment, right: Moment) -> Bool {
      (left.instant, left.shown) < (right.instant, right.shown)
    }
  }

  private let timeline: Timeline
  /// The rules of each weekday, from Monday on, in the order in which they count.
  private let clocks: [[(order: Int, clock: ClockTime, style: Style)]]
  private let suns: [[SunRule]]

  private struct SunRule {
    let order: Int
    let rule: Rule
    let event: SunEvent
    let offset: Int
  }

  /// An offset and a clamp move an edge by less than three days.
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

  /// In their order, from the one that decides at the first moment on, and some beyond the last.
  func within(_ from: Instant, _ to: Instant) -> [Edge] {
    // A rule may be of one weekday alone.
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

  /// Where a rising and a falling event changed places, nothing is left between them.
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

  /// Of several at one moment only the last one is kept.
  private static func inOrder(_ edges: [Edge]) -> [Edge] {
    let sorted = edges.enumerated().sorted {
      ($0.element.moment, $0.offset) < ($1.element.moment, $1.offset)
    }.map(\.element)
    return sorted.indices.filter { index in
      index + 1 == sorted.endIndex || sorted[index].instant < sorted[index + 1].instant
    }.map { sorted[$0] }
  }
}

// MARK: - By the clock

extension Edges {
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

  /// The first time the clock shows it on that day; nil on a day that the zone leaves out.
  private func moment(_ clock: ClockTime, on date: CivilDate) -> Moment? {
    let moments = timeline.zone.moments(of: date, clock)
    if case .skipped = moments, !timeline.zone.has(date) { return nil }
    return Moment(instant: moments.first, shown: CivilTime(date, clock).utc)
  }

  /// Without a place the sun is down from half past seven in the evening to seven.
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

// MARK: - By the sun

extension Edges {
  private func solarEdges(_ first: Instant, _ last: Instant, at place: Place) -> [Edge] {
    guard suns.contains(where: { !$0.isEmpty }) else { return [] }
    let numbers = SolarDay.number(at: first, place)...SolarDay.number(at: last, place)
    return numbers.flatMap { number -> [Edge] in
      let day = SolarDay(number, at: place)
      return suns[timeline.zone.civil(at: day.noon).date.weekday].map { sun in
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

  /// When the mean sun is highest, by the clocks of winter; counted as if it were UTC.
  private func meanNoon(_ number: Int, _ place: Place) -> Instant {
    let noon = SolarDay.meanNoon(number, at: place)
    let offset = timeline.zone.winterOffset(around: noon)
    return noon.adding(microseconds: Int64(offset) * 1_000_000)
  }

  /// The noon is a local time, counted as if it were UTC; only limits need it.
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
