import NightCore
import NightTime
import NightValues

/// A second, independent and simple implementation of a schedule.
///
/// Timeline and this implementation share only the sun, the zone and the calendar. Nothing here is
/// optimised: for each moment it looks at every rule of every day around that moment.
final class Reference {
  let schedule: Schedule
  let zone: Zone
  let place: Place?
  /// The edges of a day depend only on that day, so they are cached.
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
        // The last of several edges at one moment wins.
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
  /// All edges that could affect a UTC day, in order, without empty windows.
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

  /// The edges of clock rules on a date of the zone's calendar.
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

  /// The edges of sun rules on one of the place's solar days.
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

  /// Whether the zone has that date; Samoa skipped 2011-12-30.
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

/// The limits of sun events.
extension Reference {
  /// Moves an edge within the limits of its rule.
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

  /// Mean noon on clocks without summer time.
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
      // A larger difference is not winter time but the other side of the date line.
      if abs(other - zone.offset(at: noon)) <= 3 * 3_600 { offset = min(offset, other) }
    }
    return CivilTime(utc: noon.adding(microseconds: Int64(offset) * 1_000_000))
  }

  /// The date on which the clock shows a limit.
  ///
  /// The limits of a falling event lie in the 24 hours that start at the quarter of a day nearest
  /// to six hours before noon. Those of a rising event end at the quarter nearest to six hours
  /// after it.
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
        // Of two equally near quarters, take the later one.
        if found <= distance { (best, distance) = (civil, found) }
      }
    }
    return best
  }
}

/// The moments at which holds end.
extension Reference {
  /// The moments at which the clock shows a time, from yesterday on; two if the clock goes back.
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

  /// The moment of a time on the next date; a date that the zone leaves out is passed over.
  func tomorrow(_ clock: ClockTime, after now: Instant) -> Instant? {
    let today = zone.civil(at: now).date.daysSince1970
    let date = (today + 1...today + 3).map { CivilDate(daysSince1970: $0) }.first(where: exists)
    return date.map { moment($0, clock) }
  }

  /// The next moment at which the event really occurs, within the 400 days of a hold and one more.
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

/// A moment at which a rule starts its style.
struct Edge {
  let style: Style
  /// The moment on the clock or by the sun, before offset and limits.
  let natural: Instant
  /// The moment after offset and limits.
  var moment: Instant
  /// The local time that clocks were supposed to show; they may have skipped it.
  var shown: CivilTime
  /// The side of a sun event; nil for clock rules.
  let side: SunEvent.Side?
  /// Orders edges at one moment: first by the course of a day, then by the list of rules.
  let rank: [Int]

  /// Whether this edge comes before another one, without offsets and limits.
  func comesNaturally(before other: Edge) -> Bool {
    guard natural == other.natural else { return natural < other.natural }
    return rank.lexicographicallyPrecedes(other.rank)
  }

  func comes(before other: Edge) -> Bool {
    guard moment == other.moment else { return moment < other.moment }
    guard shown == other.shown else { return shown < other.shown }
    return comesNaturally(before: other)
  }

  /// Whether the window that this edge starts is empty, because its end was moved before its start.
  func isOvertaken(by other: Edge) -> Bool {
    guard let side, let otherSide = other.side, side != otherSide else { return false }
    return comesNaturally(before: other) && other.moment <= moment
  }
}
