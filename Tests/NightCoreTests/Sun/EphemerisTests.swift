import NightCore
import Testing

@Suite("the sun beside other ephemerides")
struct EphemerisTests {
  @Test("below 65 degrees every event is within two seconds of theirs")
  func temperate() {
    let rows = Ephemeris.rows(Ephemeris.de421) + Ephemeris.rows(Ephemeris.pyEphem)
    #expect(rows.count == 400)
    for row in rows {
      #expect(distance(row) <= 2_000_000, "\(row.text)")
    }
  }

  @Test("beyond the polar circles every event is within five seconds of theirs")
  func polar() {
    let rows = Ephemeris.rows(Ephemeris.polar)
    #expect(rows.count == 100)
    for row in rows {
      #expect(distance(row) <= 5_000_000, "\(row.text)")
    }
  }

  @Test("polar summers and winters begin and end on their days")
  func polarSeasons() {
    let seasons = Ephemeris.seasons(Ephemeris.polarSeasons)
    #expect(seasons.count == 40)
    for season in seasons {
      let (first, last) = (season.days.lowerBound, season.days.upperBound)
      #expect(kinds(first...last, season.place) == [season.kind], "\(season.text)")
      // A grazing sun may be judged otherwise, by a day.
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
