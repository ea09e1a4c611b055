extension Place {
  /// How far it is to another one along the ground, on an earth that is a ball.
  package func kilometres(to other: Place) -> Double {
    let north = Angle(degrees: (other.latitude - latitude) / 2).sine
    let east = Angle(degrees: (other.longitude - longitude) / 2).sine
    let width = Angle(degrees: latitude).cosine * Angle(degrees: other.latitude).cosine
    let half = Angle(sine: (north * north + width * east * east).squareRoot())
    return 2 * 6_371 * half.radians
  }

  /// The same to about a kilometre: two decimals of a degree.
  package var rounded: Place {
    Place(
      latitude: Degrees.rounded(latitude, decimals: 2),
      longitude: Degrees.rounded(longitude, decimals: 2)
    ) ?? self
  }
}
