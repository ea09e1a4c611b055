extension Place {
  /// Why a text names no place.
  package enum Flaw: Error, Equatable, Sendable {
    case form
    case latitude(Double)
    case longitude(Double)

    /// What was found and what was expected, in one sentence.
    package var message: String {
      switch self {
      case .form:
        "expected latitude,longitude in degrees with decimal points, such as 69.65,18.96"
      case .latitude(let found):
        "latitude \(Self.shown(found)) does not exist; expected one from -90 (south) to 90 (north)"
      case .longitude(let found):
        "longitude \(Self.shown(found)) does not exist; expected one from -180 (west) to 180 (east)"
      }
    }

    private static func shown(_ degrees: Double) -> String {
      // Beyond this it is no slip in a coordinate, and its digits would not fit a sentence.
      guard degrees.magnitude < 100_000 else { return degrees < 0 ? "that low" : "that high" }
      return Degrees.text(degrees, decimals: Place.decimals)
    }
  }

  /// Reads `69.65,18.96`; blanks may follow the comma.
  package init(words: String) throws(Flaw) {
    // No two numbers are as long as this; what is longer is not looked through.
    guard words.utf8.count <= 64 else { throw .form }
    let parts = words.split(separator: ",", omittingEmptySubsequences: false)
    guard
      parts.count == 2,
      let latitude = Degrees.number(parts[0].utf8, plus: true),
      let longitude = Degrees.number(parts[1].drop { $0 == " " }.utf8, plus: true)
    else { throw .form }
    guard (-90...90).contains(latitude) else { throw .latitude(latitude) }
    guard let place = Place(latitude: latitude, longitude: longitude) else {
      throw .longitude(longitude)
    }
    self = place
  }

  /// The form that `init(words:)` reads, with as few digits as give the same place again.
  package var words: String {
    Degrees.text(latitude, decimals: Self.decimals) + ","
      + Degrees.text(longitude, decimals: Self.decimals)
  }
}
