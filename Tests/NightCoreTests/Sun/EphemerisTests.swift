import NightCore
import Testing

@Suite("Sun events compared with other ephemerides")
struct EphemerisTests {
  @Test("Below 65 degrees of latitude, each sun event is within two seconds of other ephemerides")
  func temperate() {
    let rows = Ephemeris.rows(Ephemeris.de421) + Ephemeris.rows(Ephemeris.pyEphem)
    #expect(rows.count == 400)
    for row in rows {
      #expect(distance(row) <= 2_000_000, "\(row.text)")
    }
  }

  @Test("Beyond the polar circles, each sun event is within five seconds of Skyfield's result")
  func polar() {
    let rows = Ephemeris.rows(Ephemeris.polar)
    #expect(rows.count == 100)
    for row in rows {
      #expect(distance(row) <= 5_000_000, "\(row.text)")
    }
  }

  @Test("Polar days and nights begin and end on the right dates")
  func polarSeasons() {
    let seasons = Ephemeris.seasons(Ephemeris.polarSeasons)
    #expect(seasons.count == 40)
    for season in seasons {
      let (first, last) = (season.days.lowerBound, season.days.upperBound)
      #expect(kinds(first...last, season.place) == [season.kind], "\(season.text)")
      // If the sun only grazes the horizon, two ephemerides may disagree by a day.
      #expect(kinds((first - 2)...(first - 2), season.place) == [.real], "\(season.text)")
      #expect(kinds((last + 2)...(last + 2), season.place) == [.real], "\(season.text)")
    }
  }

  private func distance(_ row: Ephemeris.Row) -> UInt64 {
    let moment = row.day.moment(of: row.event)
    guard moment.kind == .real else { return .max }
    return (moment.instant.microseconds - row.instant.microseconds).magnitude
  }

  private func kinds(_ days: ClosedRange<Int>, _ place: Place) -> Set<SunMoment.Kind> {
    Set(days.map { SolarDay($0, at: place).moment(of: .sunset).kind })
  }
}

/// Tables that other ephemerides calculated; each file `Ephemeris+….swift` names its source.
enum Ephemeris {
  /// One sun event in a table.
  struct Row {
    let text: Substring
    let day: SolarDay
    let event: SunEvent
    let instant: Instant
  }

  /// A period without a sunset.
  struct Season {
    let text: Substring
    let place: Place
    let kind: SunMoment.Kind
    let days: ClosedRange<Int>
  }

  /// The rows of a table; empty if any row cannot be read.
  static func rows(_ table: String) -> [Row] {
    let lines = table.split(separator: "\n")
    let rows = lines.compactMap { line -> Row? in
      let words = line.split(separator: " ")
      guard
        words.count == 4,
        let place = try? Place(text: String(words[0])),
        let number = number(words[1]),
        let event = SunEvent(name: String(words[2])),
        let instant = Instant(iso: String(words[3]))
      else { return nil }
      return Row(text: line, day: SolarDay(number, at: place), event: event, instant: instant)
    }
    return rows.count == lines.count ? rows : []
  }

  /// The rows of a table of polar days and nights.
  static func seasons(_ table: String) -> [Season] {
    let lines = table.split(separator: "\n")
    let seasons = lines.compactMap { line -> Season? in
      let words = line.split(separator: " ")
      guard
        words.count == 4,
        let place = try? Place(text: String(words[0])),
        let first = number(words[2]),
        let last = number(words[3]),
        first <= last
      else { return nil }
      let kind: SunMoment.Kind = words[1] == "above" ? .staysAbove : .staysBelow
      return Season(text: line, place: place, kind: kind, days: first...last)
    }
    return seasons.count == lines.count ? seasons : []
  }

  private static func number(_ date: Substring) -> Int? {
    Instant(iso: date + "T00:00:00Z").map { CivilTime(utc: $0).date.daysSince1970 }
  }
}
