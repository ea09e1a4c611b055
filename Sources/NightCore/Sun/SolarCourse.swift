/// How high the sun stands through one solar day.
///
/// Hour angle and declination are parabolas through the day's three transits, which are off by less
/// than a hundredth of an arc second between them.
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

  /// So many seconds after noon, or before if negative; from the middle of the earth.
  func sineOfElevation(_ seconds: Double) -> Double {
    let hourAngle = Angle(radians: hourAngleADay(seconds))
    let declined = declination + Angle(radians: declinationADay(seconds))
    return latitudeSine * declined.sine + latitudeCosine * declined.cosine * hourAngle.cosine
  }

  /// The one through zero at noon and two more points.
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
