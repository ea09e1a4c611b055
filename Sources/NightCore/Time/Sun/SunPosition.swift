import Glibc

/// The position of the sun in the sky, seen from the centre of the earth.
///
/// The position is the apparent one, which includes aberration and nutation. The formulas are from
/// “Astronomical Algorithms” by Jean Meeus (1998), chapters 12, 22 and 25; the longitude of the sun
/// is from `SolarSeries`.
struct SunPosition: Sendable {
  let rightAscension: Angle
  let declination: Angle
  let rightAscensionADay: Angle
  let declinationADay: Angle
  /// The Greenwich apparent sidereal time, as an angle.
  let siderealTime: Angle

  /// How far the earth turns in a day, in degrees, measured against the equinox point in the sky.
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

    // Compute the daily motion by Kepler's second law, from the earth's perihelion and
    // eccentricity; the error is about one thousandth.
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

  /// Returns the days of universal time since noon of 2000-01-01.
  ///
  /// UTC serves as universal time; the error is at most 0.9 s. A moment before about 1700 or
  /// after about 2300 is first moved by a multiple of 400 years (a cycle of the calendar) into the
  /// years 1800 to 2200. Such a result is inexact; its only purpose is to prevent failures.
  private static func days(since2000 instant: Instant) -> Double {
    let days = Double(instant.microseconds) / 86_400_000_000 - 10_957.5
    guard days.magnitude > 109_000 else { return days }
    return days.remainder(dividingBy: 146_097)
  }

  /// Returns the Julian centuries of uniform time since 2000.
  private static func centuries(_ days: Double) -> Double {
    let since1700 = min(max(days / 36_524.25 + 3, 0), 5.999)
    let index = Int(since1700)
    let part = since1700 - Double(index)
    let lag = lags[index] + part * (lags[index + 1] - lags[index])
    return (days + lag / 86_400) / 36_525
  }

  /// How many seconds the earth lags behind uniform time, for each century from 1700.
  ///
  /// The values are from Morrison, Stephenson, Hohenkerk and Zawilski (2021). The values for past
  /// centuries were observed, and the values for future centuries are predictions. From 1900 on,
  /// straight lines between the values stay within 13 s of the authors' curve. In 13 s, the sun
  /// moves half an arc second.
  private static let lags: [Double] = [14, 18, -2, 64, 96, 222, 444]
}

/// The longitude of the sun on the ecliptic, as a sum of sine terms.
///
/// The 49 terms are from “Planetary Programs and Tables from -4000 to +2800” by Pierre Bretagnon
/// and Jean-Louis Simon (1986). From 1900 to 2050, the sum of the terms is within 1.5 arc seconds
/// of JPL's DE421.
enum SolarSeries {
  /// Returns the longitude of the sun in degrees from the mean equinox of date, with aberration but
  /// without nutation.
  static func apparentLongitude(centuries: Double) -> Double {
    var sum = 0.0
    for term in terms {
      sum += term.size * Angle(degrees: term.start + term.speed * centuries).sine
    }
    // The aberration is 20.4955 arc seconds on average, and more when the earth moves faster.
    let anomaly = Angle(degrees: 357.53 + 35999.05 * centuries)
    let aberration = -0.0056932 * (1 + 0.0167 * anomaly.cosine)
    return 282.7771834 + 36000.76953744 * centuries + Angle(radians: sum * 1e-7).degrees
      + aberration
  }

  /// The terms: size in ten-millionths of a radian, start in degrees, and speed in degrees per
  /// century.
  private static let terms: [(size: Double, start: Double, speed: Double)] = [
    (403406, 270.54861, 0.9287892), (195207, 340.19128, 35999.1376958),
    (119433, 63.91854, 35999.4089666), (112392, 331.26220, 35998.7287385),
    (3891, 317.843, 71998.20261), (2819, 86.631, 71998.4403), (1721, 240.052, 36000.35726),
    (660, 310.26, 71997.4812), (350, 247.23, 32964.4678), (334, 260.87, -19.4410),
    (314, 297.82, 445267.1117), (268, 343.14, 45036.8840), (242, 166.79, 3.1008),
    (234, 81.53, 22518.4434), (158, 3.50, -19.9739), (132, 132.75, 65928.9345),
    (129, 182.95, 9038.0293), (114, 162.03, 3034.7684), (99, 29.8, 33718.148),
    (93, 266.4, 3034.448), (86, 249.2, -2280.773), (78, 157.6, 29929.992), (72, 257.8, 31556.493),
    (68, 185.1, 149.588), (64, 69.9, 9037.750), (46, 8.0, 107997.405), (38, 197.1, -4444.176),
    (37, 250.4, 151.771), (32, 65.3, 67555.316), (29, 162.7, 31556.080), (28, 341.5, -4561.540),
    (27, 291.6, 107996.706), (27, 98.5, 1221.655), (25, 146.7, 62894.167), (24, 110.0, 31437.369),
    (21, 5.2, 14578.298), (21, 342.6, -31931.757), (20, 230.9, 34777.243), (18, 256.1, 1221.999),
    (17, 45.3, 62894.511), (14, 242.9, -4442.039), (13, 115.2, 107997.909), (13, 151.8, 119.066),
    (13, 285.3, 16859.071), (12, 53.3, -4.578), (10, 126.6, 26895.292), (10, 205.7, -39.127),
    (10, 85.9, 12297.536), (10, 146.1, 90073.778),
  ]
}

/// An angle, with the functions that are needed to compute the sun.
struct Angle: Equatable, Sendable {
  let radians: Double

  init(radians: Double) {
    self.radians = radians
  }

  init(degrees: Double) {
    radians = degrees * (.pi / 180)
  }

  /// The direction of a point seen from the origin, from -180 to 180 degrees.
  init(x: Double, y: Double) {
    radians = atan2(y, x)
  }

  /// The angle with the given sine, from -90 to 90 degrees.
  init(sine: Double) {
    radians = asin(min(max(sine, -1), 1))
  }

  var degrees: Double { radians * (180 / .pi) }
  var sine: Double { sin(radians) }
  var cosine: Double { cos(radians) }

  /// The same direction as an angle from -180 to 180 degrees.
  var turned: Angle { Angle(radians: radians.remainder(dividingBy: 2 * .pi)) }

  static func + (left: Angle, right: Angle) -> Angle {
    Angle(radians: left.radians + right.radians)
  }

  static func - (left: Angle, right: Angle) -> Angle {
    Angle(radians: left.radians - right.radians)
  }

  static func * (factor: Double, angle: Angle) -> Angle {
    Angle(radians: factor * angle.radians)
  }
}
