/// The light and dark times of a year, by calendar date and wall clock.
///
/// Each day is one column, from midnight to midnight. Times that the clock skips belong to no run
/// (a period of one style). For a time that the clock shows twice, the style of its first
/// occurrence is used.
package struct YearChart: Equatable, Sendable {
  /// A period of one style within a day; its times are in seconds after midnight.
  package struct Run: Equatable, Sendable {
    package let start: Int
    package let end: Int
    package let style: Style

    package init(_ start: Int, _ end: Int, _ style: Style) {
      self.start = start
      self.end = end
      self.style = style
    }
  }

  /// A clock change: its day, and the seconds by which clocks are put forward (negative if put
  /// back).
  package struct Jump: Equatable, Sendable {
    package let day: Int
    package let seconds: Int

    package init(day: Int, seconds: Int) {
      self.day = day
      self.seconds = seconds
    }
  }

  package let year: Int
  /// The runs of each day in order; day 0 is the first day of the year.
  package let days: [[Run]]
  package let jumps: [Jump]

  package static let daySeconds = 86_400

  /// Computes the chart; nil if the calendar has no such year.
  package init?(_ year: Int, of timeline: Timeline) {
    guard let span = Self.span(of: year, in: timeline.zone) else { return nil }
    let styles = timeline.span(from: span.start, to: span.end)
    self.init(year, in: timeline.zone, styles.style, styles.transitions)
  }

  /// Creates a chart from the style at the start of the year and the changes of style during the
  /// year.
  package init?(_ year: Int, in zone: Zone, _ style: Style, _ transitions: [Transition]) {
    guard let span = Self.span(of: year, in: zone) else { return nil }
    var pen = Pen(count: span.days, origin: span.origin)
    var jumps: [Jump] = []
    var style = style
    var rest = transitions[...]
    var now = span.start
    var change = zone.nextChange(after: now) ?? span.end
    while now < span.end {
      let offset = zone.offset(at: now)
      let next = min(rest.first?.instant ?? span.end, change, span.end)
      pen.draw(style, from: now, to: next, offset)
      if let transition = rest.first, transition.instant <= next {
        style = transition.style
        rest = rest.dropFirst()
      }
      now = max(now, next)
      guard now == change else { continue }
      change = zone.nextChange(after: now) ?? span.end
      let seconds = zone.offset(at: now) - offset
      guard seconds != 0, let day = pen.day(of: now, offset) else { continue }
      jumps.append(Jump(day: day, seconds: seconds))
    }
    self.year = year
    self.days = pen.days
    self.jumps = jumps
  }

  /// Returns the start and end of the year, the number of its days, and its first second in local
  /// time.
  static func span(
    of year: Int,
    in zone: Zone
  ) -> (start: Instant, end: Instant, days: Int, origin: Int)? {
    guard let january = CivilDate(year: year, month: 1, day: 1),
      let midnight = CivilTime(date: january, hour: 0, minute: 0)
    else { return nil }
    let days = CivilDate.isLeap(year: year) ? 366 : 365
    let start = zone.moments(of: midnight).first
    // If a zone moves across the date line, the year may last longer, so search two more days.
    let end = start.adding(days: Int64(days + 2))
    return (start, end, days, january.daysSince1970 * daySeconds)
  }

  /// Returns how long each style lasts between two times of a day, in seconds.
  package func seconds(on day: Int, _ start: Int, _ end: Int) -> (dark: Int, light: Int) {
    var seconds = (dark: 0, light: 0)
    for run in days[day] {
      let length = max(0, min(run.end, end) - max(run.start, start))
      if run.style == .dark { seconds.dark += length } else { seconds.light += length }
    }
    return seconds
  }
}

/// Adds runs (periods of one style) to their days; `draw` must get the runs in chronological order,
/// and never overwrites an earlier run.
private struct Pen {
  private(set) var days: [[YearChart.Run]]
  /// The local second at which the year starts, counted from 1970-01-01 00:00 local time.
  private let origin: Int
  /// The end of the last run, in local seconds since the start of the year.
  private var done = 0

  init(count: Int, origin: Int) {
    days = Array(repeating: [], count: count)
    self.origin = origin
  }

  /// Returns the day of a moment; nil if the moment is outside the year.
  func day(of moment: Instant, _ offset: Int) -> Int? {
    let second = local(moment, offset)
    guard second >= 0, second / YearChart.daySeconds < days.count else { return nil }
    return second / YearChart.daySeconds
  }

  mutating func draw(_ style: Style, from start: Instant, to end: Instant, _ offset: Int) {
    let end = min(local(end, offset), days.count * YearChart.daySeconds)
    var second = max(local(start, offset), done)
    done = max(done, end)
    while second < end {
      let (day, time) = second.quotientAndRemainder(dividingBy: YearChart.daySeconds)
      let length = min(end - second, YearChart.daySeconds - time)
      if let last = days[day].last, last.end == time, last.style == style {
        days[day].removeLast()
        days[day].append(YearChart.Run(last.start, time + length, style))
      } else {
        days[day].append(YearChart.Run(time, time + length, style))
      }
      second += length
    }
  }

  private func local(_ moment: Instant, _ offset: Int) -> Int {
    let (seconds, rest) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    return Int(seconds) - (rest < 0 ? 1 : 0) + offset - origin
  }
}

extension YearChart {
  package struct Point: Equatable, Sendable {
    package let day: Int
    /// The time on the wall clock, in seconds after midnight.
    package let second: Int

    package init(day: Int, second: Int) {
      self.day = day
      self.second = second
    }
  }

  /// Returns the lines of sunrise and sunset; empty if the timeline has no place.
  ///
  /// A line is interrupted on days without a sunrise or sunset, and when the clocks change.
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
      // Leave out lines with a single point, because a line needs at least two points.
      return lines.filter { $0.count > 1 }
    }
  }
}

/// The labels on the chart of a year, as texts for people.
package struct ChartLabels: Equatable, Sendable {
  package let title: String
  /// The name of the chart's time zone, and the coordinates of the place.
  package let place: String
  package let rules: String

  package init(_ year: Int, of timeline: Timeline) {
    let place = timeline.place.map(Self.place) ?? "no place known"
    self.init(
      title: "Light and dark in \(year)",
      place: [timeline.zone.name, place].filter { !$0.isEmpty }.joined(separator: ", "),
      rules: timeline.schedule.texts.joined(separator: "; ")
    )
  }

  package init(title: String, place: String, rules: String) {
    self.title = title
    self.place = place
    self.rules = rules
  }

  /// Writes a place as `52.5° N 13.37° E`, exact to about a kilometre.
  private static func place(_ place: Place) -> String {
    func part(_ degrees: Double, _ positive: String, _ negative: String) -> String {
      Degrees.text(degrees.magnitude, decimals: 2) + "° " + (degrees < 0 ? negative : positive)
    }
    return part(place.latitude, "N", "S") + " " + part(place.longitude, "E", "W")
  }

  static let dark = "dark"
  static let light = "light"
  static let some = "some of both"
  static let today = "today"
  static let clock = "the clock changes"
  static let sun = "sunrise and sunset"
  static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Writes a clock change as `+1 h` or `−30 min`.
  static func change(_ seconds: Int, minus: String) -> String {
    let sign = seconds < 0 ? minus : "+"
    let size = abs(seconds)
    if size % 3_600 == 0 { return "\(sign)\(size / 3_600) h" }
    return size % 60 == 0 ? "\(sign)\(size / 60) min" : "\(sign)\(size) s"
  }

  /// A description of the chart for people who cannot see it.
  static func description(of chart: YearChart) -> String {
    let axes =
      "Each column is a day of \(chart.year), from midnight at the bottom to midnight at the top."
    // Days with a clock change are longer or shorter than others, so do not compare their dark
    // times.
    let days = chart.days.indices.filter { day in !chart.jumps.contains { $0.day == day } }
      .map { (day: $0, dark: chart.seconds(on: $0, 0, YearChart.daySeconds).dark) }
    guard let most = days.map(\.dark).max(), let least = days.map(\.dark).min(),
      let longest = days.first(where: { $0.dark == most })?.day,
      let shortest = days.first(where: { $0.dark == least })?.day
    else { return axes }
    guard most > least else { return axes + " Each day has \(length(most)) of dark." }
    return axes + " The longest dark time is \(length(most)), on \(date(longest, chart.year)); "
      + "the shortest is \(length(least)), on \(date(shortest, chart.year))."
  }

  private static func length(_ seconds: Int) -> String {
    "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }

  private static func date(_ day: Int, _ year: Int) -> String {
    let first = CivilDate(year: year, month: 1, day: 1)?.daysSince1970 ?? 0
    let date = CivilDate(daysSince1970: first + day)
    return "\(date.day) \(months[date.month - 1])"
  }
}
