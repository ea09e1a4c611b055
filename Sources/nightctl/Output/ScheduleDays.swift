import NightCore

/// What a schedule says, day by day.
struct ScheduleDays {
  struct Day {
    let date: CivilDate
    /// What holds at its beginning.
    let style: Style
    let changes: [(time: LocalTime, transition: Transition)]
  }

  let days: [Day]

  /// From a day at whose beginning the stretch begins.
  init(_ stretch: Timeline.Span, from first: CivilDate, count: Int, _ clock: WallClock) {
    var style = stretch.style
    var rest = stretch.transitions[...]
    days = (0..<count).map { number in
      let date = CivilDate(daysSince1970: first.daysSince1970 + number)
      let before = style
      var changes: [(LocalTime, Transition)] = []
      while let next = rest.first {
        let time = clock(next.instant)
        guard time.date <= date else { break }
        rest.removeFirst()
        style = next.style
        changes.append((time, next))
      }
      return Day(date: date, style: before, changes: changes)
    }
  }

  /// The time that a clock shows at a moment.
  typealias WallClock = (Instant) -> LocalTime
}
