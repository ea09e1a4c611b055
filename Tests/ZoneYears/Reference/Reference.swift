import NightCore

/// What a schedule says of a moment, written a second time and as plainly as can be.
///
/// It shares nothing with the Timeline but the sun, the zone and the calendar. Nothing here is
/// clever: for a moment it looks at every rule of every day around it.
final class Reference {
  let schedule: Schedule
  let zone: Zone
  let place: Place?
  /// What a day has depends on that day alone, so that it is reckoned once.
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

  /// The next moment at which the style becomes another one.
  func next(after now: Instant) -> Transition? {
    let style = style(at: now)
    let today = day(of: now)
    for day in today...today + 800 {
      for edge in edges(around: day) where self.day(of: edge.moment) == day {
        // Of several at one moment the last one counts.
        if edge.moment > now, self.style(at: edge.moment) != style {
          return Transition(edge.moment, style.opposite)
        }
      }
    }
    return nil
  }

  /// The days of UTC, since 1970.
  func day(of moment: Instant) -> Int { CivilTime(utc: moment).date.daysSince1970 }
}

// MARK: - Edges

extension Reference {
  /// All that could matter on a day of UTC, in order, without those whose windows are empty.
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

  /// Of the rules that follow the clock, on a date of the zone's calendar.
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

  /// Of the rules that follow the sun, on one of the place's solar days.
  private func solarEdges(_ number: Int, _ place: Place) -> [Edge] {
    if let known = solarDays[number] { return known }
    let day = SolarDay(number, at: place)
    let weekday = zone.civil(at: day.noon).date.weekday
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

  /// Whether the zone has that date at all; Samoa had no 2011-12-30.
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
