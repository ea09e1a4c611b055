/// The 24 hours, by the clock, in which the limits of one event lie.
///
/// They begin in the morning for a falling event, and end in the evening for a rising one: at 06:00
/// and 18:00 if the mean sun is highest about 12:00. Elsewhere the border is the quarter of the day
/// that is nearest to six hours before that noon, or after it. So the border has the same clock time
/// all year: the true noon drifts by half an hour and summer time moves it by an hour, and a limit
/// that the border passes would jump by a day. Noon itself is far from any border, because an event
/// that does not happen counts as noon, and a limit a minute before noon belongs to the same day.
struct LimitDay {
  private let side: SunEvent.Side
  private let date: CivilDate
  private let clock: Int

  private static let quarter: Int64 = 6 * 3_600_000_000

  /// The noon is that of the mean sun by the clocks of winter, counted as if it were UTC.
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

  /// The date on which the clock shows a limit, and those to try after it if the zone leaves it out.
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
  /// The offset without summer time, in seconds east of UTC: the smallest of that moment, the first
  /// of January and the first of July of its year.
  ///
  /// An offset more than three hours away is left out: the zone has changed its side of the date line.
  func winterOffset(around instant: Instant) -> Int {
    let now = offset(at: instant)
    let year = civil(at: instant).date.year
    return [1, 7].compactMap { CivilDate(year: year, month: $0, day: 1) }
      .map { offset(at: CivilTime($0, .midnight).utc) }
      .filter { abs($0 - now) <= 3 * 3_600 }
      .reduce(now, min)
  }
}
