extension YearChart {
  package struct Point: Equatable, Sendable {
    package let day: Int
    /// After the day's midnight, by the clock.
    package let second: Int

    package init(day: Int, second: Int) {
      self.day = day
      self.second = second
    }
  }

  /// Where the sun itself rises and sets, as lines that end where it does neither or a clock jumps.
  ///
  /// None without a place.
  package static func sunLines(_ year: Int, of timeline: Timeline) -> [[Point]] {
    let zone = timeline.zone
    guard let place = timeline.place, let span = span(of: year, in: zone) else { return [] }
    let first = SolarDay.number(at: span.start, place)
    let days = (first - 1...first + span.days + 1).map { SolarDay($0, at: place) }
    return [SunEvent.sunrise, .sunset].flatMap { event in
      var lines: [[Point]] = []
      var offset: Int?
      for day in days {
        let moment = day.moment(of: event)
        guard moment.kind == .real else {
          offset = nil
          continue
        }
        let civil = zone.civil(at: moment.instant)
        let second = (civil.hour * 60 + civil.minute) * 60 + civil.second
        let point = Point(day: civil.date.daysSince1970 - span.origin / daySeconds, second: second)
        let before = offset
        offset = zone.offset(at: moment.instant)
        guard (0..<span.days).contains(point.day) else { continue }
        if before == offset, let last = lines.last?.last, last.day == point.day - 1,
          (last.second - second).magnitude < 12 * 3_600
        {
          lines[lines.count - 1].append(point)
        } else {
          lines.append([point])
        }
      }
      // A single point is no line.
      return lines.filter { $0.count > 1 }
    }
  }
}
