import NightCore
import TestSupport
import Testing

@Suite("Solar days")
struct SolarDayTests {
  private static let hour: Int64 = 3_600_000_000

  @Test(
    "Solar days follow each other without gaps, and each moment belongs to exactly one of them",
    arguments: [1, 2, 3]
  )
  func numbering(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<1500 {
      let (place, number) = (try Self.place(&random), Self.number(&random))
      let day = SolarDay(number, at: place)
      let comment: Comment = "day \(number) at \(place.text)"
      #expect(day.midnightAfter == SolarDay(number + 1, at: place).midnightBefore, comment)
      #expect(SolarDay.number(at: day.midnightBefore, place) == number, comment)
      #expect(SolarDay.number(at: day.noon, place) == number, comment)
      let last = day.midnightAfter.adding(microseconds: -1)
      #expect(SolarDay.number(at: last, place) == number, comment)
      #expect(SolarDay.number(at: day.midnightAfter, place) == number + 1, comment)
    }
  }

  @Test("Solar noon is near mean noon and near the middle of its solar day of about 24 hours")
  func lengths() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<1500 {
      let (place, number) = (try Self.place(&random), Self.number(&random))
      let day = SolarDay(number, at: place)
      let comment: Comment = "day \(number) at \(place.text)"
      let halves = [
        day.noon.microseconds - day.midnightBefore.microseconds,
        day.midnightAfter.microseconds - day.noon.microseconds,
      ]
      #expect(halves.allSatisfy { ($0 - 12 * Self.hour).magnitude < 20_000_000 }, comment)
      let lead = Int64(place.longitude * 240_000_000)
      let mean = (Int64(number) * 24 + 12) * Self.hour - lead
      #expect((day.noon.microseconds - mean).magnitude < Self.hour * 17 / 60, comment)
    }
  }

  @Test(
    "A sun event is in its half of the day; if it does not occur, the end of that half replaces it",
    arguments: [5, 6, 7]
  )
  func events(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var kinds: [SunMoment.Kind: Int] = [:]
    for _ in 0..<1500 {
      let (place, number) = (try Self.place(&random), Self.number(&random))
      let day = SolarDay(number, at: place)
      let elevation = Double.random(in: -100...100, using: &random)
      for side in [SunEvent.Side.rising, .falling] {
        let event = SunEvent(side, elevation: elevation / (random.next() % 2 == 0 ? 1 : 10))
        let moment = day.moment(of: event)
        let half =
          side == .rising ? day.midnightBefore...day.noon : day.noon...day.midnightAfter
        let midnight = side == .rising ? day.midnightBefore : day.midnightAfter
        let comment: Comment = "\(event.name) on day \(number) at \(place.text)"
        kinds[moment.kind, default: 0] += 1
        switch moment.kind {
        case .real: #expect(half.contains(moment.instant), comment)
        case .staysAbove: #expect(moment.instant == midnight, comment)
        case .staysBelow: #expect(moment.instant == day.noon, comment)
        }
      }
    }
    #expect(kinds.values.filter { $0 > 100 }.count == 3)
  }

  @Test("The sun passes lower elevations earlier in the morning and later in the evening")
  func order() throws {
    var random = SplitMix64(seed: 8)
    let rising = [SunEvent.astronomicalDawn, .nauticalDawn, .civilDawn, .sunrise]
    let falling = [SunEvent.sunset, .civilDusk, .nauticalDusk, .astronomicalDusk]
    for _ in 0..<1500 {
      let place = try #require(
        Place(
          latitude: .random(in: -80...80, using: &random),
          longitude: .random(in: -180...180, using: &random)
        )
      )
      let day = SolarDay(Self.number(&random), at: place)
      let moments = (rising + falling).map { day.moment(of: $0).instant }
      #expect(moments == moments.sorted())
    }
  }

  @Test(
    "At a pole, the sun rises and sets once a year",
    arguments: [(90.0, 0.0), (-90, 0), (90, 180), (-90, -180), (90, 123.4)]
  )
  func poles(latitude: Double, longitude: Double) throws {
    let place = try #require(Place(latitude: latitude, longitude: longitude))
    // The test covers a year that begins shortly before the winter solstice of 2023.
    let days = (19_700..<20_070).map { SolarDay($0, at: place) }
    let isUp = days.map { $0.moment(of: .sunset).kind != .staysBelow }
    let changes = zip(isUp, isUp.dropFirst()).filter { $0 != $1 }.count
    #expect(changes == 2)
    #expect((180...195).contains(isUp.count { $0 }))
    let real = days.flatMap { [$0.moment(of: .sunset), $0.moment(of: .sunrise)] }
      .count { $0.kind == .real }
    #expect(real <= 2)
  }

  @Test("If the number of a solar day is beyond the limits, it is clamped")
  func ends() throws {
    let place = try #require(Place(latitude: 52.5, longitude: 180))
    for (number, near) in [(Int.max, 100_000_000), (Int.min, -100_000_000)] {
      let day = SolarDay(number, at: place)
      #expect(day == SolarDay(near, at: place))
      #expect(day.midnightBefore < day.noon && day.noon < day.midnightAfter)
      _ = day.moment(of: .sunset)
    }
    #expect(SolarDay.number(at: Instant(microseconds: .max), place).magnitude <= 100_000_001)
    #expect(SolarDay.number(at: Instant(microseconds: .min), place).magnitude <= 100_000_001)
  }

  /// A random place; a third of the places have their latitude or longitude at a limit.
  private static func place(_ random: inout SplitMix64) throws -> Place {
    let edges: [Double] = [-90, 90, -89.9, 89.9, -66.56, 66.56, 67.4, 0, 48.55, -89.999_999_9]
    let isEdge = random.next() % 3 == 0
    let latitude = edges.randomElement(using: &random) ?? 0
    let meridians: [Double] = [-180, 180, 0, 179.999_999_9]
    let longitude = meridians.randomElement(using: &random) ?? 0
    return try #require(
      Place(
        latitude: isEdge ? latitude : .random(in: -90...90, using: &random),
        longitude: isEdge ? longitude : .random(in: -180...180, using: &random)
      )
    )
  }

  /// A random day number: half of the days are in the years 1900 to 2200, half in -10,000 to
  /// 20,000.
  private static func number(_ random: inout SplitMix64) -> Int {
    random.next() % 2 == 0
      ? .random(in: -25_567...84_371, using: &random)
      : .random(in: -4_371_953...6_585_442, using: &random)
  }
}
