/// Where the sun is seen from: a point on the ground, north and east positive.
package struct Place: Hashable, Sendable {
  package let latitude: Double
  package let longitude: Double

  /// The place at those degrees; nil where they are no numbers or beyond ±90 and ±180.
  ///
  /// They are kept to seven decimals, a centimetre, which is what `words` writes.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = Degrees.rounded(latitude, decimals: Self.decimals)
    self.longitude = Degrees.rounded(longitude, decimals: Self.decimals)
  }

  static let decimals = 7
}
