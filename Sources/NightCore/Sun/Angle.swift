import Glibc

/// An angle, and the few functions of it that the sun's course needs.
struct Angle: Equatable, Sendable {
  let radians: Double

  init(radians: Double) {
    self.radians = radians
  }

  init(degrees: Double) {
    radians = degrees * (.pi / 180)
  }

  /// The direction of a point as seen from the origin, between half a turn back and half a turn on.
  init(x: Double, y: Double) {
    radians = atan2(y, x)
  }

  /// The angle of that sine, between a quarter turn down and a quarter turn up.
  init(sine: Double) {
    radians = asin(min(max(sine, -1), 1))
  }

  var degrees: Double { radians * (180 / .pi) }
  var sine: Double { sin(radians) }
  var cosine: Double { cos(radians) }

  /// The same direction, between half a turn back and half a turn on.
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
