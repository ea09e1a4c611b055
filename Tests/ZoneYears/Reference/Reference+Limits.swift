import NightCore

/// The limits of events.
extension Reference {
  /// Moves an edge to the limits of its rule.
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

  /// What clocks without summer time show when the mean sun is highest.
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
      // Farther away it is no winter time, but the other side of the date line.
      if abs(other - zone.offset(at: noon)) <= 3 * 3_600 { offset = min(offset, other) }
    }
    return CivilTime(utc: noon.adding(microseconds: Int64(offset) * 1_000_000))
  }

  /// The date on which the clock shows a limit.
  ///
  /// A falling event's limits lie in the 24 hours that begin at the quarter of a day nearest to six
  /// hours before noon, a rising one's in those that end at the one nearest to six hours after it.
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
        // Of two that are equally near, the later one.
        if found <= distance { (best, distance) = (civil, found) }
      }
    }
    return best
  }
}
