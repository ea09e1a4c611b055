/// The time between two solar midnights at a place, with the noon between them.
package struct SolarDay: Equatable, Sendable {
  private let place: Place
  private let before: SolarTransit
  private let upper: SolarTransit
  private let after: SolarTransit

  /// Creates the solar day with this number; day 0 is 1970-01-01 in the place's mean solar time.
  ///
  /// If the day is too far from 1970 for `Instant` (about 270,000 years), the number is clamped.
  package init(_ number: Int, at place: Place) {
    let half = 2 * min(max(number, -Self.lastNumber), Self.lastNumber)
    self.place = place
    // A transit (a noon or midnight) depends only on its number and place, so neighbouring days
    // agree on the midnight between them.
    before = SolarTransit(half: half, at: place)
    upper = SolarTransit(half: half + 1, at: place)
    after = SolarTransit(half: half + 2, at: place)
  }

  package var midnightBefore: Instant { before.instant }
  package var noon: Instant { upper.instant }
  package var midnightAfter: Instant { after.instant }

  /// Returns mean noon, the moment at which it would be noon if the sun moved evenly; true noon
  /// differs by at most 17 minutes.
  package static func meanNoon(_ number: Int, at place: Place) -> Instant {
    SolarTransit.mean(half: 2 * min(max(number, -lastNumber), lastNumber) + 1, at: place)
  }

  /// Returns the number of the solar day for which `midnightBefore <= instant < midnightAfter`.
  package static func number(at instant: Instant, _ place: Place) -> Int {
    let mean = instant.adding(microseconds: SolarTransit.lead(of: place)).microseconds
    let days = Double(mean) / Double(SolarTransit.dayLength)
    let guess = min(max(Int(days.rounded(.down)), -lastNumber), lastNumber)
    if instant < SolarTransit(half: 2 * guess, at: place).instant { return guess - 1 }
    return instant < SolarTransit(half: 2 * guess + 2, at: place).instant ? guess : guess + 1
  }

  /// Returns when the sun passes an elevation, on its way up before noon or down after noon.
  ///
  /// The halves of the day are treated separately, because on the first day of a polar summer the
  /// sun rises but does not set. Very near the poles, the sun's elevation depends more on the
  /// season than on the time of day. Near a pole, the sun may sink before noon or climb after noon;
  /// the function then returns a substitute moment, which is midnight or noon.
  package func moment(of event: SunEvent) -> SunMoment {
    let midnight = event.side == .rising ? before : after
    // Correct for parallax, because people see the sun from the ground and not from the earth's
    // centre.
    let seen = Angle(degrees: event.elevation)
    let limit = (seen + Angle(degrees: 8.794 / 3600 * seen.cosine)).sine
    let latitude = Angle(degrees: place.latitude)

    let low = -(latitude + midnight.declination).cosine - limit
    guard low < 0 else { return SunMoment(instant: midnight.instant, kind: .staysAbove) }
    let high = (latitude - upper.declination).cosine - limit
    guard high >= 0 else { return SunMoment(instant: noon, kind: .staysBelow) }

    let course = SolarCourse(before, upper, after, latitude: latitude)
    let end = Double(midnight.instant.microseconds - noon.microseconds) / 1_000_000
    let seconds = Self.root(from: (end, low), to: (0, high)) { course.sineOfElevation($0) - limit }
    let instant = noon.adding(microseconds: Int64((seconds * 1_000_000).rounded()))
    return SunMoment(instant: min(max(instant, midnightBefore), midnightAfter), kind: .real)
  }

  /// Returns the point between `start` and `end` where a function changes its sign.
  ///
  /// The method is the Illinois variant of the false position method. The search never leaves the
  /// interval from `start` to `end`. If an end of the interval does not move, the method halves the
  /// function's value there, so that both ends close in. The search stops when the value of the
  /// function is small enough. A short step alone does not end the search, because steps are also
  /// short when the sun only grazes the elevation. In tests, the search needed at most 14 steps.
  private static func root(
    from start: (x: Double, y: Double),
    to end: (x: Double, y: Double),
    of function: (Double) -> Double
  ) -> Double {
    var (low, high) = (start, end)
    var last = Double.nan
    for _ in 0..<60 {
      let x = (low.x * high.y - high.x * low.y) / (high.y - low.y)
      let y = function(x)
      guard y.magnitude > 1e-12 else { return x }
      if y < 0 {
        if last == low.x { high.y /= 2 }
        low = (x, y)
      } else {
        if last == high.x { low.y /= 2 }
        high = (x, y)
      }
      last = x
    }
    return last
  }

  private static let lastNumber = 100_000_000
}

/// The elevation of the sun during one solar day.
///
/// Parabolas through the day's three transits approximate the hour angle and declination. Between
/// the transits, the error is less than a hundredth of an arc second.
struct SolarCourse: Sendable {
  private let latitudeSine: Double
  private let latitudeCosine: Double
  private let declination: Angle
  private let hourAngleADay: Parabola
  private let declinationADay: Parabola

  init(_ before: SolarTransit, _ noon: SolarTransit, _ after: SolarTransit, latitude: Angle) {
    latitudeSine = latitude.sine
    latitudeCosine = latitude.cosine
    declination = noon.declination
    let from = Double(before.instant.microseconds - noon.instant.microseconds) / 1_000_000
    let to = Double(after.instant.microseconds - noon.instant.microseconds) / 1_000_000
    hourAngleADay = Parabola((from, -.pi), (to, .pi))
    declinationADay = Parabola(
      (from, (before.declination - declination).radians),
      (to, (after.declination - declination).radians)
    )
  }

  /// Returns the sine of the elevation `seconds` after noon, as seen from the centre of the earth.
  ///
  /// Before noon, the seconds are negative.
  func sineOfElevation(_ seconds: Double) -> Double {
    let hourAngle = Angle(radians: hourAngleADay(seconds))
    let declined = declination + Angle(radians: declinationADay(seconds))
    return latitudeSine * declined.sine + latitudeCosine * declined.cosine * hourAngle.cosine
  }

  /// The parabola that is zero at noon and passes through two more points.
  private struct Parabola {
    let slope: Double
    let bend: Double

    init(_ left: (x: Double, y: Double), _ right: (x: Double, y: Double)) {
      bend = (right.y / right.x - left.y / left.x) / (right.x - left.x)
      slope = right.y / right.x - bend * right.x
    }

    func callAsFunction(_ x: Double) -> Double { x * (slope + bend * x) }
  }
}

/// The moment when the sun crosses the meridian of a place: the upper transit is at noon, the lower
/// one at midnight.
struct SolarTransit: Equatable, Sendable {
  let instant: Instant
  let declination: Angle

  /// Creates the transit of this number, counted in half days from local mean midnight of
  /// 1970-01-01.
  ///
  /// Odd numbers are noons, and even numbers are midnights.
  init(half: Int, at place: Place) {
    let mean = Self.mean(half: half, at: place)
    let sun = SunPosition(at: mean)
    let opposite = half.isMultiple(of: 2) ? 180.0 : 0
    let ahead =
      (sun.siderealTime + Angle(degrees: place.longitude - opposite) - sun.rightAscension).turned
    // True and mean time differ by at most 17 minutes, and in such a short time the sun moves
    // evenly enough.
    let days = -ahead.degrees / (SunPosition.turnsOfEarth - sun.rightAscensionADay.degrees)
    instant = mean.adding(microseconds: Int64((days * Double(Self.dayLength)).rounded()))
    declination = sun.declination + days * sun.declinationADay
  }

  /// Returns the moment at which the transit would occur if the sun moved evenly.
  static func mean(half: Int, at place: Place) -> Instant {
    Instant(microseconds: Int64(half) * (dayLength / 2) - lead(of: place))
  }

  /// Returns how many microseconds local mean time is ahead of UTC.
  static func lead(of place: Place) -> Int64 {
    Int64((place.longitude / 360 * Double(dayLength)).rounded())
  }

  static let dayLength: Int64 = 86_400_000_000
}
