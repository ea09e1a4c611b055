/// The time from one solar midnight of a place to the next, with the noon between.
package struct SolarDay: Equatable, Sendable {
  private let place: Place
  private let before: SolarTransit
  private let upper: SolarTransit
  private let after: SolarTransit

  /// Days are counted by the place's mean solar time; 0 is its 1970-01-01.
  ///
  /// A number beyond what an `Instant` can count, some 270,000 years, is taken as the last within.
  package init(_ number: Int, at place: Place) {
    let half = 2 * min(max(number, -Self.lastNumber), Self.lastNumber)
    self.place = place
    // Each is reckoned by its own number alone, so that a midnight is the same to both its days.
    before = SolarTransit(half: half, at: place)
    upper = SolarTransit(half: half + 1, at: place)
    after = SolarTransit(half: half + 2, at: place)
  }

  package var midnightBefore: Instant { before.instant }
  package var noon: Instant { upper.instant }
  package var midnightAfter: Instant { after.instant }

  /// The noon of a day if the sun moved evenly; the true one is at most 17 minutes away.
  package static func meanNoon(_ number: Int, at place: Place) -> Instant {
    SolarTransit.mean(half: 2 * min(max(number, -lastNumber), lastNumber) + 1, at: place)
  }

  /// The number of the day with `midnightBefore <= instant < midnightAfter`.
  package static func number(at instant: Instant, _ place: Place) -> Int {
    let mean = instant.adding(microseconds: SolarTransit.lead(of: place)).microseconds
    let days = Double(mean) / Double(SolarTransit.dayLength)
    let guess = min(max(Int(days.rounded(.down)), -lastNumber), lastNumber)
    if instant < SolarTransit(half: 2 * guess, at: place).instant { return guess - 1 }
    return instant < SolarTransit(half: 2 * guess + 2, at: place).instant ? guess : guess + 1
  }

  /// When the sun passes an elevation: before noon if rising, after it if falling.
  ///
  /// Each half of the day is judged alone: on the day that a polar summer begins, the sun rises and
  /// does not set. Very near the poles the season moves the sun more than the day does, and where
  /// it sinks before noon, or climbs after, what stands in stands there too.
  package func moment(of event: SunEvent) -> SunMoment {
    let midnight = event.side == .rising ? before : after
    // As seen from the ground, which is nearer to the sun than the middle of the earth is.
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

  /// Where a function changes its sign.
  ///
  /// The Illinois form of false position: it never leaves the span, and the value at an end that
  /// stays is halved, so that both ends close in. It ends by the value, since its steps are also
  /// short where the sun only grazes the elevation. Fourteen steps are the most that it was seen to
  /// need.
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
