import NightCore

/// A second implementation of the schedule, simple and independent of the first.
///
/// `Reference` shares with `Timeline` only the sun, the zone and the calendar. `Reference` is slow:
/// for each moment, it looks at every rule on every day near that moment.
final class Reference {
  let schedule: Schedule
  let zone: Zone
  let place: Place?
  /// The edges (starts of a style) of one day do not depend on other days, so they are cached.
  private var clockDays: [Int: [Edge]] = [:]
  private var solarDays: [Int: [Edge]] = [:]
  private var windows: [Int: [Edge]] = [:]

  init(_ schedule: Schedule, _ zone: Zone, _ place: Place?) {
    self.schedule = schedule
    self.zone = zone
    self.place = place
  }

  func style(at now: Instant) -> Style {
    let edges = edges(around: day(of: now))
    return edges.last { $0.moment <= now }?.style ?? .light
  }

  /// The next moment at which the style changes.
  func next(after now: Instant) -> Transition? {
    let style = style(at: now)
    let today = day(of: now)
    for day in today...today + 800 {
      for edge in edges(around: day) where self.day(of: edge.moment) == day {
        // If several edges have the same moment, the last one decides the style.
        if edge.moment > now, self.style(at: edge.moment) != style {
          return Transition(edge.moment, style.opposite)
        }
      }
    }
    return nil
  }

  /// The UTC day of a moment, counted from 1970.
  func day(of moment: Instant) -> Int { CivilTime(utc: moment).date.daysSince1970 }
}

// MARK: - Edges

extension Reference {
  /// All edges (starts of a rule's style) that could affect a UTC day, in order, without empty
  /// windows.
  private func edges(around day: Int) -> [Edge] {
    if let known = windows[day] { return known }
    let around = -10...3
    var all = around.flatMap { clockEdges(day + $0) }
    if let place {
      let noon = Instant(microseconds: Int64(day) * 86_400_000_000 + 43_200_000_000)
      let number = SolarDay.number(at: noon, place)
      all += around.flatMap { solarEdges(number + $0, place) }
    }
    let edges = all.filter { edge in !all.contains { edge.isOvertaken(by: $0) } }
      .sorted { $0.comes(before: $1) }
    windows[day] = edges
    return edges
  }

  /// The edges of the clock rules on a date of the zone's calendar.
  private func clockEdges(_ day: Int) -> [Edge] {
    if let known = clockDays[day] { return known }
    let date = CivilDate(daysSince1970: day)
    var edges: [Edge] = []
    for (index, rule) in schedule.rules(on: date.weekday).enumerated() where exists(date) {
      switch rule.when {
      case .clock(let clock):
        let moment = moment(date, clock)
        edges.append(
          Edge(
            style: rule.style,
            natural: moment,
            moment: moment,
            shown: CivilTime(date, clock),
            side: nil,
            rank: [day, 2, clock.minute, index]
          )
        )
      case .sun(let event, let offset):
        guard place == nil, let noon = ClockTime(hour: 12, minute: 0) else { continue }
        let meanNoon = CivilTime(date, noon)
        let isRising = event.side == .rising
        let natural = moment(date, isRising ? .placelessDawn : .placelessDusk)
        let moved = natural.adding(minutes: offset)
        var edge = Edge(
          style: rule.style,
          natural: natural,
          moment: moved,
          shown: zone.civil(at: moved),
          side: event.side,
          rank: [day, isRising ? 0 : 1, 0, index]
        )
        limit(&edge, by: rule, event.side, meanNoon)
        edges.append(edge)
      }
    }
    clockDays[day] = edges
    return edges
  }

  /// The edges of the sun rules on a solar day of the place.
  private func solarEdges(_ number: Int, _ place: Place) -> [Edge] {
    if let known = solarDays[number] { return known }
    let day = SolarDay(number, at: place)
    let weekday = meanNoon(number, place).date.weekday
    var edges: [Edge] = []
    for (index, rule) in schedule.rules(on: weekday).enumerated() {
      guard case .sun(let event, let offset) = rule.when else { continue }
      let natural = day.moment(of: event)
      let moved =
        natural.kind == .real ? natural.instant.adding(minutes: offset) : natural.instant
      var edge = Edge(
        style: rule.style,
        natural: natural.instant,
        moment: moved,
        shown: zone.civil(at: moved),
        side: event.side,
        rank: [number, event.side == .rising ? 0 : 1, 0, index]
      )
      limit(&edge, by: rule, event.side, meanNoon(number, place))
      edges.append(edge)
    }
    solarDays[number] = edges
    return edges
  }
}

// MARK: - Clocks

extension Reference {
  func moment(_ date: CivilDate, _ clock: ClockTime) -> Instant {
    zone.moments(of: CivilTime(date, clock)).first
  }

  /// Whether the date exists in the zone: Samoa, for example, skipped 2011-12-30.
  func exists(_ date: CivilDate) -> Bool {
    guard let noon = ClockTime(hour: 12, minute: 0) else { return true }
    guard case .skipped(let jump) = zone.moments(of: CivilTime(date, noon)) else { return true }
    return zone.civil(at: jump).date == date
      || zone.civil(at: jump.adding(microseconds: -1)).date == date
  }
}

extension Instant {
  func adding(minutes: Int) -> Instant { adding(microseconds: Int64(minutes) * 60_000_000) }
}

/// Limits of rules that follow the sun.
extension Reference {
  /// Moves the start or end of the night into the limits that its rule sets.
  func limit(_ edge: inout Edge, by rule: Rule, _ side: SunEvent.Side, _ noon: CivilTime) {
    if let date = rule.notBefore.flatMap({ date(of: $0, side, noon) }), let clock = rule.notBefore {
      let (least, shown) = (moment(date, clock), CivilTime(date, clock))
      if least > edge.moment || least == edge.moment && shown > edge.shown {
        (edge.moment, edge.shown) = (least, shown)
      }
    }
    if let date = rule.notAfter.flatMap({ date(of: $0, side, noon) }), let clock = rule.notAfter {
      let (most, shown) = (moment(date, clock), CivilTime(date, clock))
      if most < edge.moment || most == edge.moment && shown < edge.shown {
        (edge.moment, edge.shown) = (most, shown)
      }
    }
  }

  /// The local time of the mean noon, on clocks without summer time.
  func meanNoon(_ number: Int, _ place: Place) -> CivilTime {
    let day = 86_400_000_000.0
    let ahead = (place.longitude / 360 * day).rounded()
    let noon = Instant(microseconds: Int64((Double(number) + 0.5) * day - ahead))
    var offset = zone.offset(at: noon)
    let year = zone.civil(at: noon).date.year
    for month in [1, 7] {
      guard let first = CivilDate(year: year, month: month, day: 1) else { continue }
      let midnight = Instant(microseconds: Int64(first.daysSince1970) * 86_400_000_000)
      let other = zone.offset(at: midnight)
      // A larger difference comes from a move across the date line, not from winter time.
      if abs(other - zone.offset(at: noon)) <= 3 * 3_600 { offset = min(offset, other) }
    }
    return CivilTime(utc: noon.adding(microseconds: Int64(offset) * 1_000_000))
  }

  /// The date on which the clock shows a limit of a rule.
  ///
  /// For a falling sun event, the limits lie in a span of 24 hours. A quarter is a multiple of six
  /// hours; this span starts at the quarter nearest to six hours before noon. For a rising sun
  /// event, the span ends at the quarter nearest to six hours after noon.
  private func date(
    of clock: ClockTime,
    _ side: SunEvent.Side,
    _ noon: CivilTime
  ) -> CivilDate? {
    let border = border(side, noon)
    let today = border.date.daysSince1970
    let dates = (today - 4...today + 4).map { CivilDate(daysSince1970: $0) }.filter(exists)
    switch side {
    case .rising: return dates.last { CivilTime($0, clock) <= border }
    case .falling: return dates.first { CivilTime($0, clock) >= border }
    }
  }

  private func border(_ side: SunEvent.Side, _ noon: CivilTime) -> CivilTime {
    let wanted = noon.utc.adding(minutes: side == .falling ? -360 : 360)
    let today = noon.date.daysSince1970
    var best = noon
    var distance = Int64.max
    for day in today - 1...today + 1 {
      for hour in [0, 6, 12, 18] {
        guard
          let civil = CivilTime(date: CivilDate(daysSince1970: day), hour: hour, minute: 0)
        else { continue }
        let found = abs(civil.utc.microseconds - wanted.microseconds)
        // If two quarters are equally near, use the later one.
        if found <= distance { (best, distance) = (civil, found) }
      }
    }
    return best
  }
}

/// Moments at which holds can end.
extension Reference {
  /// The moments, from yesterday on, at which the clock shows a time; there are two if the clock
  /// goes back.
  func moments(_ clock: ClockTime, near now: Instant) -> [Instant] {
    let today = zone.civil(at: now).date.daysSince1970
    return (today - 1...today + 3).map { CivilDate(daysSince1970: $0) }.filter(exists)
      .flatMap { date -> [Instant] in
        switch zone.moments(of: CivilTime(date, clock)) {
        case .once(let moment), .skipped(let moment): [moment]
        case .twice(let first, let second): [first, second]
        }
      }
  }

  /// The moment of a time on the next date that the zone does not skip.
  func tomorrow(_ clock: ClockTime, after now: Instant) -> Instant? {
    let today = zone.civil(at: now).date.daysSince1970
    let date = (today + 1...today + 3).map { CivilDate(daysSince1970: $0) }.first(where: exists)
    return date.map { moment($0, clock) }
  }

  /// The next moment within 401 days at which the event really occurs; a hold lasts at most 400
  /// days.
  func first(_ event: SunEvent, after now: Instant) -> Instant? {
    guard let place else {
      let clock: ClockTime = event.side == .rising ? .placelessDawn : .placelessDusk
      return moments(clock, near: now).first { $0 > now }
    }
    let today = SolarDay.number(at: now, place)
    return (today - 1...today + 401).lazy
      .map { SolarDay($0, at: place).moment(of: event) }
      .first { $0.kind == .real && $0.instant > now }?.instant
  }
}

/// A moment at which a rule's style starts.
struct Edge {
  let style: Style
  /// The moment at which the clock or the sun starts the rule, before offset and limits are
  /// applied.
  let natural: Instant
  /// The moment at which the rule starts, after offset and limits are applied.
  var moment: Instant
  /// The local time that the rule names; the clocks may have skipped it.
  var shown: CivilTime
  /// The side of the day on which a sun event is; nil for clock rules.
  let side: SunEvent.Side?
  /// The order of edges that have the same moment: by the course of the day, then by the list of
  /// rules.
  let rank: [Int]

  /// Whether this edge would come before the other edge if no offset and no limit were applied.
  func comesNaturally(before other: Edge) -> Bool {
    guard natural == other.natural else { return natural < other.natural }
    return rank.lexicographicallyPrecedes(other.rank)
  }

  func comes(before other: Edge) -> Bool {
    guard moment == other.moment else { return moment < other.moment }
    guard shown == other.shown else { return shown < other.shown }
    return comesNaturally(before: other)
  }

  /// Whether the window that starts at this edge is empty, because its end was moved to before its
  /// start.
  func isOvertaken(by other: Edge) -> Bool {
    guard let side, let otherSide = other.side, side != otherSide else { return false }
    return comesNaturally(before: other) && other.moment <= moment
  }
}
