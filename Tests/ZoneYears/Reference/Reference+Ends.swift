import NightCore

/// The moments at which holds end.
extension Reference {
  /// When clocks show it, from yesterday on, also a second time where they were put back.
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

  /// On the date that comes after this one; the zone may leave out the next of the calendar.
  func tomorrow(_ clock: ClockTime, after now: Instant) -> Instant? {
    let today = zone.civil(at: now).date.daysSince1970
    let date = (today + 1...today + 3).map { CivilDate(daysSince1970: $0) }.first(where: exists)
    return date.map { moment($0, clock) }
  }

  /// When the sun really does it next, within a hold's 400 days and one more.
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
