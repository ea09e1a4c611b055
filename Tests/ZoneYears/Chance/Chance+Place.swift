import NightCore

extension Chance {
  /// Somewhere that a person has given: in the zone or far from it, also at the very poles.
  mutating func place() -> Place? {
    let latitude: Double =
      switch number(0...9) {
      case 0: one(of: [90, -90, 89.9999, -89.9999, 66.56, -66.56, 0])
      case 1, 2: .random(in: 60...75, using: &self)
      case 3: .random(in: -90...90, using: &self)
      default: .random(in: -60...60, using: &self)
      }
    let longitude: Double =
      once(in: 8) ? one(of: [180, -180, 0, 179.9999]) : .random(in: -180...180, using: &self)
    return Place(latitude: latitude, longitude: longitude)
  }
}
