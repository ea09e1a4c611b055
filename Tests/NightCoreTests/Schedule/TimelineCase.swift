import NightCore
import Testing

/// Rules, a location and dates, with the expected changes of style.
struct TimelineCase: CustomTestStringConvertible, Sendable {
  let name: String
  let rules: [String]
  let zone: String
  /// The location as a string; nil if it is unknown.
  let place: String?
  /// The first and last local date, both included.
  let days: (from: String, to: String)
  /// Each change is a local time and the style that starts then: `2026-03-29 03:00 light`.
  let expected: [String]
  /// The allowed error of a change's time in seconds; zero for clock rules.
  let tolerance: Int64

  init(
    _ name: String,
    _ rules: [String],
    _ zone: String,
    at place: String? = nil,
    _ from: String,
    _ to: String,
    within tolerance: Int64 = 0,
    _ expected: [String]
  ) {
    self.name = name
    self.rules = rules
    self.zone = zone
    self.place = place
    days = (from, to)
    self.expected = expected
    self.tolerance = tolerance
  }

  var testDescription: String { name }

  func check() throws {
    let zone = try SystemZone.zone(zone)
    let place = try place.map { try Place(text: $0) }
    let timeline = Timeline(try Schedule(rules), zone, place)
    let from = try #require(CivilDate(iso: days.from))
    let last = try #require(CivilDate(iso: days.to))
    let start = zone.beginning(of: from).adding(microseconds: -1)
    let end = zone.beginning(of: CivilDate(daysSince1970: last.daysSince1970 + 1))
    let span = timeline.span(from: start, to: end.adding(microseconds: -1))
    let found = span.transitions.map {
      Self.text(zone.civil(at: $0.instant)) + " " + $0.style.rawValue
    }
    guard tolerance > 0, found.count == expected.count else {
      #expect(found == expected)
      return
    }
    for (found, expected) in zip(found, expected) {
      let seconds = try abs(Self.seconds(found) - Self.seconds(expected))
      #expect(
        seconds <= tolerance && found.suffix(5) == expected.suffix(5),
        "\(found), \(expected)"
      )
    }
    try checkWays(timeline, from: start, span)
  }

  /// Checks that all queries, for the next change and for the style at a moment, agree with the
  /// changes in `span`.
  private func checkWays(
    _ timeline: Timeline,
    from start: Instant,
    _ span: Timeline.Span
  ) throws {
    var (last, style) = (start, span.style)
    for transition in span.transitions {
      #expect(timeline.next(after: last) == transition)
      let before = transition.instant.adding(microseconds: -1)
      #expect(timeline.style(at: before) == style)
      #expect(timeline.style(at: transition.instant) == transition.style)
      (last, style) = (transition.instant, transition.style)
    }
  }

  /// Leaves out seconds if they are zero.
  private static func text(_ civil: CivilTime) -> String {
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return civil.date.iso + " " + padded(civil.hour) + ":" + padded(civil.minute)
      + (civil.second == 0 && civil.microsecond == 0 ? "" : ":" + padded(civil.second))
  }

  private static func seconds(_ line: String) throws -> Int64 {
    let words = line.split(separator: " ")
    let time = words[1].count == 5 ? words[1] + ":00" : words[1]
    let instant = try #require(Instant(iso: "\(words[0])T\(time)Z"))
    return instant.microseconds / 1_000_000
  }
}
