/// The sun's centre passing an elevation on its way up or down.
package struct SunEvent: Hashable, Sendable {
  package enum Side: Hashable, Sendable {
    case rising
    case falling
  }

  package let side: Side
  /// Degrees above the horizon; negative below.
  ///
  /// Where the sun is, not where the air shows it: that the air lifts it by 34 arc minutes, and
  /// that its rim comes 16 before its centre, makes the 50 of sunrise and sunset.
  package let elevation: Double

  /// Kept to four decimals, which is what `name` writes, and to what exists: ±90.
  package init(_ side: Side, elevation: Double) {
    let known = elevation.isNaN ? 0 : min(max(elevation, -90), 90)
    self.side = side
    self.elevation = Degrees.rounded(known, decimals: Self.decimals)
  }

  package static let sunrise = SunEvent(.rising, elevation: -0.8333)
  package static let sunset = SunEvent(.falling, elevation: -0.8333)
  package static let civilDawn = SunEvent(.rising, elevation: -6)
  package static let civilDusk = SunEvent(.falling, elevation: -6)
  package static let nauticalDawn = SunEvent(.rising, elevation: -12)
  package static let nauticalDusk = SunEvent(.falling, elevation: -12)
  package static let astronomicalDawn = SunEvent(.rising, elevation: -18)
  package static let astronomicalDusk = SunEvent(.falling, elevation: -18)

  static let decimals = 4
}
