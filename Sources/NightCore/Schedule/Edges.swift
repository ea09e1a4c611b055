/// The moments at which the rules of a timeline begin a style, whether or not it was another before.
struct Edges {
  /// One rule on one day.
  struct Edge {
    /// The moment before offset and clamps, by which edges have their order.
    let anchor: Instant
    /// Nil for a clock time; else solar day and side, counted on.
    let turn: Int?
    /// Of two edges at one moment the later one wins: by the clock, which may have jumped over both,
    /// and then by the list.
    let order: (minute: Int, rule: Int)
    let instant: Instant
    let style: Style

    /// Whether the other side's event, which has its turn later, comes before it.
    func isOvertaken(by later: Edge) -> Bool {
      guard let turn, let other = later.turn, turn & 1 != other & 1 else { return false }
      return later.instant <= instant
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
      (one.anchor, one.turn ?? .max, one.order.minute, one.order.rule)
        < (other.anchor, other.turn ?? .max, other.order.minute, other.order.rule)
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
      ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset)
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
        guard let instant = moment(clock, on: date) else { return nil }
        return Edge(
          anchor: instant,
          turn: nil,
          order: (clock.minute, order),
          instant: instant,
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
  private func moment(_ clock: ClockTime, on date: CivilDate) -> Instant? {
    let moments = timeline.zone.moments(of: date, clock)
    guard case .skipped = moments, !timeline.zone.has(date) else { return moments.first }
    return nil
  }

  /// Without a place the sun is down from half past seven in the evening to seven.
  private func placelessEdges(_ first: Instant, _ last: Instant) -> [Edge] {
    guard suns.contains(where: { !$0.isEmpty }) else { return [] }
    return dates(first, last).flatMap { date -> [Edge] in
      guard let noon = moment(.noon, on: date) else { return [] }
      return suns[date.weekday].compactMap { sun in
        let clock: ClockTime = sun.event.side == .falling ? .placelessDusk : .placelessDawn
        return moment(clock, on: date).map { anchor in
          edge(sun, date.daysSince1970, anchor, isReal: true, noon: noon)
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
        return edge(sun, number, moment.instant, isReal: moment.kind == .real, noon: day.noon)
      }
    }
  }

  private func edge(
    _ sun: SunRule,
    _ day: Int,
    _ anchor: Instant,
    isReal: Bool,
    noon: Instant
  ) -> Edge {
    let isFalling = sun.event.side == .falling
    var instant = anchor
    if isReal { instant = instant.adding(minutes: sun.offset) }
    if let clock = sun.rule.notBefore {
      instant = max(instant, clamp(clock, noon, isFalling: isFalling))
    }
    if let clock = sun.rule.notAfter {
      instant = min(instant, clamp(clock, noon, isFalling: isFalling))
    }
    return Edge(
      anchor: anchor,
      turn: day * 2 + (isFalling ? 1 : 0),
      order: (0, sun.order),
      instant: instant,
      style: sun.rule.style
    )
  }

  /// The clock's time in the 24 hours around what the event could be.
  ///
  /// They begin six hours before noon for a falling event, and end six hours after it for a rising
  /// one. At noon itself, where what stands in has its place, is no border: a limit a minute before
  /// it would be the next day's.
  private func clamp(_ clock: ClockTime, _ noon: Instant, isFalling: Bool) -> Instant {
    let border = noon.adding(minutes: isFalling ? -6 * 60 : 6 * 60)
    let date = timeline.zone.civil(at: border).date
    // The zone may leave out a day on either side.
    let near = (-2...2).compactMap { day in
      moment(clock, on: CivilDate(daysSince1970: date.daysSince1970 + day))
    }
    let found = isFalling ? near.first { $0 >= border } : near.last { $0 <= border }
    return found ?? noon
  }
}

extension Instant {
  fileprivate func adding(minutes: Int) -> Instant {
    adding(microseconds: Int64(minutes) * 60_000_000)
  }
}
