/// Where the sun stands among the stars, as seen from the middle of the earth, at a moment.
///
/// Apparent: with aberration and nutation. The formulas are those of J. Meeus, Astronomical
/// Algorithms (1998), chapters 12, 22 and 25, the sun's longitude that of `SolarSeries`.
struct SunPosition: Sendable {
  let rightAscension: Angle
  let declination: Angle
  let rightAscensionADay: Angle
  let declinationADay: Angle
  /// Greenwich apparent sidereal time.
  let siderealTime: Angle

  /// Degrees that the earth turns in a day, against the equinox.
  static let turnsOfEarth = 360.98564736629

  init(at instant: Instant) {
    let days = Self.days(since2000: instant)
    let time = Self.centuries(days)

    let node = Angle(degrees: 125.04452 - 1934.136261 * time)
    let twiceMean = Angle(degrees: 2 * (280.4665 + 36000.7698 * time))
    let nutation = (-17.20 * node.sine - 1.32 * twiceMean.sine) / 3600
    let nodding = (9.20 * node.cosine + 0.57 * twiceMean.cosine) / 3600
    let obliquity = Angle(degrees: 23.4392911 - 0.0130042 * time + nodding)

    let longitude = Angle(degrees: SolarSeries.apparentLongitude(centuries: time) + nutation)
    let (sine, cosine) = (longitude.sine, longitude.cosine)
    declination = Angle(sine: obliquity.sine * sine)
    rightAscension = Angle(x: cosine, y: obliquity.cosine * sine)

    // Kepler's second law, with the earth's perihelion and eccentricity: good to a thousandth.
    let anomaly = longitude - Angle(degrees: 282.94 + 1.72 * time)
    let a = Angle(degrees: 0.98564736 * (1 + 2 * 0.0167 * anomaly.cosine))
    let narrowing = declination.cosine
    rightAscensionADay = (obliquity.cosine / (narrowing * narrowing)) * a
    declinationADay = (obliquity.sine * cosine / narrowing) * a

    let turned = (Self.turnsOfEarth * days).truncatingRemainder(dividingBy: 360)
    siderealTime = Angle(
      degrees: 280.46061837 + turned + 0.000387933 * time * time + nutation * obliquity.cosine
    )
  }

  /// Days of universal time since noon of 2000-01-01; UTC is taken for it (0.9 s at most).
  ///
  /// The years before 1700 and after 2300 are those of 1800 to 2200 over and over, which is a cycle
  /// of the calendar: what is asked of them is no trap, not truth.
  private static func days(since2000 instant: Instant) -> Double {
    let days = Double(instant.microseconds) / 86_400_000_000 - 10_957.5
    guard days.magnitude > 109_000 else { return days }
    return days.remainder(dividingBy: 146_097)
  }

  /// Julian centuries of even time since 2000.
  private static func centuries(_ days: Double) -> Double {
    let since1700 = min(max(days / 36_524.25 + 3, 0), 5.999)
    let index = Int(since1700)
    let part = since1700 - Double(index)
    let lag = lags[index] + part * (lags[index + 1] - lags[index])
    return (days + lag / 86_400) / 36_525
  }

  /// By how many seconds the earth lags behind even time at the turn of each century from 1700 on.
  ///
  /// Seen until now, then expected, by Morrison, Stephenson, Hohenkerk and Zawilski (2021). Between
  /// them a straight line is within 13 s of theirs from 1900 on: half an arc second of the sun's way.
  private static let lags: [Double] = [14, 18, -2, 64, 96, 222, 444]
}
