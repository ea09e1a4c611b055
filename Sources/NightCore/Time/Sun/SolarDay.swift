/// The time from one solar midnight at a place to the next, with the noon in between.
package struct SolarDay: Equatable, Sendable {
  private let place: Place
  private let before: SolarTransit
  private let upper: SolarTransit
  private let after: SolarTransit

  /// Creates the day with this number in the place's mean solar time; day 0 is 1970-01-01.
  ///
  /// A number outside the range of `Instant`, about 270,000 years around 1970, is clamped.
  package init(_ number: Int, at place: Place) {
    let half = 2 * min(max(number, -Self.lastNumber), Self.lastNumber)
    self.place = place
    // Each transit depends only on its own number, so neighbouring days have the same midnight.
    before = SolarTransit(half: half, at: place)
    upper = SolarTransit(half: half + 1, at: place)
    after = SolarTransit(half: half + 2, at: place)
  }

  package var midnightBefore: Instant { before.instant }
  package var noon: Instant { upper.instant }
  package var midnightAfter: Instant { after.instant }

  /// Returns mean noon, when noon would be if the sun moved evenly; true noon is within 17 minutes.
  package static func meanNoon(_ number: Int, at place: Place) -> Instant {
    SolarTransit.mean(half: 2 * min(max(number, -lastNumber), lastNumber) + 1, at: place)
  }

  /// Returns the number of the day with `midnightBefore <= instant < midnightAfter`.
  package static func number(at instant: Instant, _ place: Place) -> Int {
    let mean = instant.adding(microseconds: SolarTransit.lead(of: place)).microseconds
    let days = Double(mean) / Double(SolarTransit.dayLength)
    let guess = min(max(Int(days.rounded(.down)), -lastNumber), lastNumber)
    if instant < SolarTransit(half: 2 * guess, at: place).instant { return guess - 1 }
    return instant < SolarTransit(half: 2 * guess + 2, at: place).instant ? guess : guess + 1
  }

  /// Returns when the sun passes an elevation: upwards before noon, or downwards after noon.
  ///
  /// Each half of the day counts separately: on the day on which a polar summer begins, the sun
  /// rises but does not set. Very near the poles, the season moves the sun more than the day does.
  /// If the sun sinks before noon or climbs after noon there, the substitute moment is used too.
  package func moment(of event: SunEvent) -> SunMoment {
    let midnight = event.side == .rising ? before : after
    // Correct for parallax: people see the event from the ground, not from the centre of the earth.
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

  /// Returns the point at which a function changes its sign.
  ///
  /// This is the Illinois variant of the false position method. The search never leaves the
  /// interval. The method halves the value at an end that does not move, so that both ends close
  /// in. The search stops when the function's value is small enough. A short step does not end the
  /// search, because steps are also short when the sun only grazes the elevation. Tests needed at
  /// most 14 steps.
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
/// Hour angle and declination are approximated by parabolas through the day's three transits.
/// Between the transits, the error is less than a hundredth of an arc second.
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

  /// Returns the sine of the elevation, seen from the centre of the earth, `seconds` after noon.
  ///
  /// Before noon, the seconds are negative.
  func sineOfElevation(_ seconds: Double) -> Double {
    let hourAngle = Angle(radians: hourAngleADay(seconds))
    let declined = declination + Angle(radians: declinationADay(seconds))
    return latitudeSine * declined.sine + latitudeCosine * declined.cosine * hourAngle.cosine
  }

  /// The parabola that is zero at noon and goes through two more points.
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

/// A passage of the sun over a place's meridian, at noon (upper) or at midnight (lower).
struct SolarTransit: Equatable, Sendable {
  let instant: Instant
  let declination: Angle

  /// Creates the transit with this number of half days since local mean midnight of 1970-01-01.
  ///
  /// Odd numbers are noons, and even numbers are midnights.
  init(half: Int, at place: Place) {
    let mean = Self.mean(half: half, at: place)
    let sun = SunPosition(at: mean)
    let opposite = half.isMultiple(of: 2) ? 180.0 : 0
    let ahead =
      (sun.siderealTime + Angle(degrees: place.longitude - opposite) - sun.rightAscension).turned
    // True and mean time differ by at most 17 minutes; for so long, the sun moves evenly enough.
    let days = -ahead.degrees / (SunPosition.turnsOfEarth - sun.rightAscensionADay.degrees)
    instant = mean.adding(microseconds: Int64((days * Double(Self.dayLength)).rounded()))
    declination = sun.declination + days * sun.declinationADay
  }

  /// Returns when the transit would be if the sun moved evenly.
  static func mean(half: Int, at place: Place) -> Instant {
    Instant(microseconds: Int64(half) * (dayLength / 2) - lead(of: place))
  }

  /// Returns how many microseconds local mean time is ahead of UTC.
  static func lead(of place: Place) -> Int64 {
    Int64((place.longitude / 360 * Double(dayLength)).rounded())
  }

  static let dayLength: Int64 = 86_400_000_000
}
