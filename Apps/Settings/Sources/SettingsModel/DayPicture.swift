/// A day as a picture: the sun's path, the style of each minute, and handles for the rules.
package struct DayPicture: Equatable, Sendable {
  /// The sun's height in degrees every ten minutes, from midnight to midnight; empty if the zone has
  /// no place.
  package var elevations: [Double]
  package var spans: [Span]
  /// The present minute of the day.
  package var now: Int
  package var handles: [Handle]
  /// A sentence for screen readers.
  package var spoken: String
  /// The minutes of today's events of the sun.
  var events: [String: Int]

  package struct Span: Equatable, Sendable {
    package var style: Style
    package var from: Int
    package var to: Int
  }

  /// A handle that moves the beginning of a style.
  package struct Handle: Equatable, Sendable {
    package var group: Int
    package var style: Style
    package var minute: Int
    /// The accessible name.
    package var title: String
    package var isEnabled: Bool
  }
}

/// The light and dark times of a year: a column for each day.
package struct YearPicture: Equatable, Sendable {
  /// For each day, the spans of the day.
  package var days: [[DayPicture.Span]]
  /// The index of today.
  package var today: Int
  /// The short name of each month, and the index of its first day.
  package var months: [Month]
  package var spoken: String

  package struct Month: Equatable, Sendable {
    package var day: Int
    package var title: String
  }
}

extension Settings {
  /// The picture of today for one part of the plan.
  func dayPicture(_ plan: WeekPlan, _ group: Int, _ context: Context) -> DayPicture? {
    guard let schedule, plan.parts.indices.contains(group) else { return nil }
    let (part, tr) = (plan.parts[group], context.tr)
    let local = context.clock.local(context.clock.now)
    let midnight = context.clock.now - Double(local.minutes * 60)
    var heights: [Double] = []
    if let latitude = schedule.latitude, let longitude = schedule.longitude {
      heights = (0...1440).map {
        Sun.elevation(at: midnight + Double($0 * 60), latitude: latitude, longitude: longitude)
      }
    }
    let events = Sun.events(heights)
    // Without a place, nightd assumes these times.
    let known = heights.isEmpty ? Self.assumedEvents : events
    let (dark, light) = (part.dark.minute(known), part.light.minute(known))
    let isFree = preferences.locks["schedule"] == nil
    var handles: [DayPicture.Handle] = []
    for (style, minute) in [(Style.light, light), (.dark, dark)] {
      guard let minute else { continue }
      let values = ["time": LocalTime.time(minute)]
      handles.append(
        DayPicture.Handle(
          group: group,
          style: style,
          minute: (minute % 1440 + 1440) % 1440,
          title: style == .dark ? tr("Dark from {time}", values) : tr("Light from {time}", values),
          isEnabled: isFree
        )
      )
    }
    return DayPicture(
      elevations: stride(from: 0, to: heights.count, by: 10).map { heights[$0] },
      spans: Self.spans(dark: dark, light: light),
      now: local.minutes,
      handles: handles,
      spoken: handles.map(\.title).joined(separator: ", "),
      events: known
    )
  }

  /// The times that nightd assumes for a zone without a place (docs/schedule.md).
  static let assumedEvents: [String: Int] = {
    var events: [String: Int] = [:]
    for (rising, setting, _) in Sun.heights { (events[rising], events[setting]) = (420, 1170) }
    return events
  }()

  static func spans(dark darkMinute: Int?, light lightMinute: Int?) -> [DayPicture.Span] {
    guard let darkMinute, let lightMinute else { return [] }
    let (dark, light) = ((darkMinute % 1440 + 1440) % 1440, (lightMinute % 1440 + 1440) % 1440)
    let first: Style = dark < light ? .light : .dark
    let (start, end) = (min(dark, light), max(dark, light))
    return [
      DayPicture.Span(style: first, from: 0, to: start),
      DayPicture.Span(style: first == .dark ? .light : .dark, from: start, to: end),
      DayPicture.Span(style: first, from: end, to: 1440),
    ].filter { $0.from < $0.to }
  }

  func yearPicture(_ context: Context) -> YearPicture? {
    guard let year else { return nil }
    let now = context.clock.local(context.clock.now)
    let first = Clock.days(year: now.year, month: 1, day: 1)
    let count = Clock.days(year: now.year + 1, month: 1, day: 1) - first
    var days: [[DayPicture.Span]] = Array(repeating: [], count: count)
    var (style, day, start) = (year.style, 0, 0)
    func fill(to end: (day: Int, minute: Int)) {
      while day < end.day {
        days[day].append(DayPicture.Span(style: style, from: start, to: 1440))
        (day, start) = (day + 1, 0)
      }
      guard day < count, start < end.minute else { return }
      days[day].append(DayPicture.Span(style: style, from: start, to: end.minute))
      start = end.minute
    }
    for transition in year.transitions {
      guard let (date, minute) = Self.local(transition.local), (day..<count).contains(date - first)
      else { continue }
      fill(to: (date - first, minute))
      style = transition.style
    }
    fill(to: (count, 0))
    return YearPicture(
      days: days,
      today: Clock.days(year: now.year, month: now.month, day: now.day) - first,
      months: (1...12).map { month in
        YearPicture.Month(
          day: Clock.days(year: now.year, month: month, day: 1) - first,
          title: context.month(month)
        )
      },
      spoken: context.tr("The light and dark times of this year")
    )
  }

  /// The day since 1970 and the minute of a local time such as `2026-11-21T06:30:00+05:45`.
  static func local(_ text: String) -> (day: Int, minute: Int)? {
    let parts = text.prefix(16).split(whereSeparator: { "-T:".contains($0) }).map { Int($0) }
    guard parts.count == 5, let year = parts[0], let month = parts[1], let day = parts[2],
      let hour = parts[3], let minute = parts[4], (1...12).contains(month), (1...31).contains(day),
      (1...9999).contains(year), (0...23).contains(hour), (0...59).contains(minute)
    else { return nil }
    return (Clock.days(year: year, month: month, day: day), hour * 60 + minute)
  }
}
