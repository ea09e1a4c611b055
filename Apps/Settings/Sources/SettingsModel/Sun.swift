import Glibc

/// The height of the sun, for the picture of the day.
///
/// Uses the low-precision formulas of the Astronomical Almanac, which are accurate to a hundredth of
/// a degree until 2050. The times of the schedule itself come from nightd.
enum Sun {
  /// The height of the sun's centre above the horizon in degrees, without refraction.
  static func elevation(at seconds: Double, latitude: Double, longitude: Double) -> Double {
    let days = seconds / 86_400 - 10_957.5
    let anomaly = radians(357.528 + 0.985_600_3 * days)
    let ecliptic = radians(
      280.460 + 0.985_647_4 * days + 1.915 * sin(anomaly) + 0.020 * sin(2 * anomaly)
    )
    let tilt = radians(23.439 - 0.000_000_4 * days)
    let declination = asin(sin(tilt) * sin(ecliptic))
    let ascension = atan2(cos(tilt) * sin(ecliptic), cos(ecliptic))
    let hour = radians(280.460_618_37 + 360.985_647_366_29 * days + longitude) - ascension
    let latitude = radians(latitude)
    return asin(
      sin(latitude) * sin(declination) + cos(latitude) * cos(declination) * cos(hour)
    ) * 180 / .pi
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// The heights at which the events happen; the sun rises through the height at a dawn.
  static let heights: [(rising: String, setting: String, degrees: Double)] = [
    ("sunrise", "sunset", -0.8333), ("civil-dawn", "civil-dusk", -6),
    ("nautical-dawn", "nautical-dusk", -12), ("astronomical-dawn", "astronomical-dusk", -18),
  ]

  /// The minute of each event of a day, from the sun's height at each minute of the day.
  static func events(_ elevations: [Double]) -> [String: Int] {
    var events: [String: Int] = [:]
    for (minute, pair) in zip(elevations, elevations.dropFirst()).enumerated() {
      for (rising, setting, degrees) in heights {
        if pair.0 < degrees, pair.1 >= degrees { events[rising] = minute + 1 }
        if pair.0 >= degrees, pair.1 < degrees { events[setting] = minute + 1 }
      }
    }
    return events
  }
}
