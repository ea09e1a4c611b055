/// The sun crossing a place's meridian: above (noon) or, on the far side of the earth, below.
struct SolarTransit: Equatable, Sendable {
  let instant: Instant
  let declination: Angle

  /// Counts half days from the midnight by local mean time that begins 1970-01-01; odd ones are
  /// noons.
  init(half: Int, at place: Place) {
    let mean = Self.mean(half: half, at: place)
    let sun = SunPosition(at: mean)
    let opposite = half.isMultiple(of: 2) ? 180.0 : 0
    let ahead =
      (sun.siderealTime + Angle(degrees: place.longitude - opposite) - sun.rightAscension).turned
    // At most seventeen minutes, over which the sun's own motion is even enough.
    let days = -ahead.degrees / (SunPosition.turnsOfEarth - sun.rightAscensionADay.degrees)
    instant = mean.adding(microseconds: Int64((days * Double(Self.dayLength)).rounded()))
    declination = sun.declination + days * sun.declinationADay
  }

  /// When it would be if the sun moved evenly.
  static func mean(half: Int, at place: Place) -> Instant {
    Instant(microseconds: Int64(half) * (dayLength / 2) - lead(of: place))
  }

  /// By how much local mean time is ahead of UTC.
  static func lead(of place: Place) -> Int64 {
    Int64((place.longitude / 360 * Double(dayLength)).rounded())
  }

  static let dayLength: Int64 = 86_400_000_000
}
