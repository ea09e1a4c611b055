extension PreferenceTable {
  /// The other coordinate's key; nil if the name is not that of a coordinate.
  package static func otherCoordinate(_ name: String) -> String? {
    switch name {
    case latitude: longitude
    case longitude: latitude
    default: nil
    }
  }

  /// The sentence that one coordinate has no effect without the other.
  package static func halfPlace(_ name: String, _ missing: String) -> String {
    "\(name) has no effect without \(missing), and both are needed"
  }
}
