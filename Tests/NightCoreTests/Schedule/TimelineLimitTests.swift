import NightCore
import Testing

/// Tries each limit at every half hour around the usual time of its event, for a whole year.
@Suite("Limits of sun events through the year")
struct TimelineLimitTests {
  struct Spot: CustomTestStringConvertible, Sendable {
    let name: String
    let zone: String
    /// The location as a string; nil if it is unknown.
    let place: String?

    init(_ name: String, _ zone: String, _ place: String?) {
      self.name = name
      self.zone = zone
      self.place = place
    }

    var testDescription: String { name }
  }

  /// Places at the western and eastern edges of time zones, on both sides of the date line, and
  /// places whose clocks follow another zone.
  static let spots = [
    Spot("Kashgar", "Asia/Shanghai", "39.47,75.99"),
    Spot("Fuyuan", "Asia/Shanghai", "48.36,134.31"),
    Spot("Vigo", "Europe/Madrid", "42.24,-8.72"),
    Spot("Nuuk", "America/Nuuk", "64.18,-51.74"),
    Spot("Apia", "Pacific/Apia", "-13.83,-171.77"),
    Spot("Kiritimati", "Pacific/Kiritimati", "1.87,-157.4"),
    Spot("Anadyr", "Asia/Anadyr", "64.73,177.52"),
    Spot("Hobart", "Australia/Hobart", "-42.88,147.33"),
    Spot("The Azores by the clocks of Berlin", "Europe/Berlin", "37.74,-22.3"),
    Spot("Fiji in UTC", "UTC", "-18.13,178.42"),
    Spot("New York without a place", "America/New_York", nil),
  ]

  @Test(
    "A sun event with a time limit moves by less than an hour from one day to the next",
    arguments: spots
  )
  func keepsItsDay(_ spot: Spot) throws {
    let zone = try SystemZone.zone(spot.zone)
    let place = try spot.place.map { try Place(text: $0) }
    for (style, event, border) in [(Style.dark, "sunset", 18), (.light, "sunrise", 6)] {
      let noon = try Self.noonHour(in: zone, place)
      // This clock rule is far from every sunrise and sunset of these places.
      let other = try Self.clock(noon + border - 1, 17)
      for half in (border - 3) * 2...(border + 3) * 2 {
        let clock = try Self.clock(noon + half / 2, half % 2 * 30)
        for limit in ["not before", "not after"] {
          let rule = "\(style.rawValue) \(event) \(limit) \(clock)"
          let rules = [rule, "\(style.opposite.rawValue) \(other)"]
          let timeline = Timeline(try Schedule(rules), zone, place)
          let jump = try Self.jump(in: timeline, to: style)
          #expect(jump == nil, "\(rule): \(jump ?? "")")
        }
      }
    }
  }

  /// The hour on the clock that contains noon in January.
  private static func noonHour(in zone: Zone, _ place: Place?) throws -> Int {
    let day = try #require(CivilDate(iso: "2026-01-15"))
    return place.map { zone.civil(at: SolarDay(day.daysSince1970, at: $0).noon).hour } ?? 12
  }

  private static func clock(_ hour: Int, _ minute: Int) throws -> String {
    try #require(ClockTime(hour: hour % 24, minute: minute)).text
  }

  /// The first two changes that are a day apart neither by the clock nor by the sun.
  private static func jump(in timeline: Timeline, to style: Style) throws -> String? {
    let first = try #require(CivilDate(iso: "2026-01-01"))
    let start = timeline.zone.beginning(of: first)
    let end = start.adding(microseconds: 365 * 86_400_000_000)
    let moments = timeline.span(from: start, to: end).transitions
      .filter { $0.style == style }.map(\.instant)
    #expect(moments.count >= 363)
    for (one, next) in zip(moments, moments.dropFirst()) {
      let civil = (timeline.zone.civil(at: one), timeline.zone.civil(at: next))
      if isOneDay(one, next) || isOneDay(civil.0.utc, civil.1.utc) { continue }
      return "\(civil.0.utc.iso) and then \(civil.1.utc.iso)"
    }
    return nil
  }

  private static func isOneDay(_ one: Instant, _ next: Instant) -> Bool {
    abs(next.microseconds - one.microseconds - 86_400_000_000) <= 3_600_000_000
  }
}
