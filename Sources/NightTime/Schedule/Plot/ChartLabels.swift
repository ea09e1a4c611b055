import NightValues

/// The labels on the chart of a year.
package struct ChartLabels: Equatable, Sendable {
  package let title: String
  /// The names of the zone and the place.
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

  /// Writes a place as `52.5° N 13.37° E`, accurate to about a kilometre.
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
    // Ignore days with a clock change, because they are longer or shorter than other days.
    let days = chart.days.indices.filter { day in !chart.jumps.contains { $0.day == day } }
      .map { (day: $0, dark: chart.seconds(on: $0, 0, YearChart.daySeconds).dark) }
    guard let most = days.map(\.dark).max(), let least = days.map(\.dark).min(),
      let longest = days.first(where: { $0.dark == most })?.day,
      let shortest = days.first(where: { $0.dark == least })?.day
    else { return axes }
    guard most > least else { return axes + " Each day has \(length(most)) of dark." }
    return axes + " \(date(longest, chart.year)) has the most dark, \(length(most)); "
      + "\(date(shortest, chart.year)) has the least, \(length(least))."
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
