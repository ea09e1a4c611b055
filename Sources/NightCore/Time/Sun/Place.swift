/// A point on the ground, in degrees; northern latitudes and eastern longitudes are positive.
package struct Place: Hashable, Sendable {
  package let latitude: Double
  package let longitude: Double

  /// Creates a place; nil if the latitude exceeds ±90, the longitude exceeds ±180, or either number
  /// is NaN.
  ///
  /// Rounds both numbers to seven decimals, about a centimetre, because `text` has seven decimals
  /// too.
  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = Degrees.rounded(latitude, decimals: Self.decimals)
    self.longitude = Degrees.rounded(longitude, decimals: Self.decimals)
  }

  static let decimals = 7
}

extension Place {
  /// Reads `69.65,18.96`; spaces may follow the comma.
  ///
  /// If the form is valid but a number is out of range, the kind of the flaw is `limit`.
  package init(text: String) throws(Flaw) {
    // Two valid numbers are never longer than 64 bytes, so refuse a longer string without parsing
    // it.
    guard text.utf8.count <= 64 else { throw Self.form }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard
      parts.count == 2,
      let latitude = Degrees.number(parts[0].utf8, plus: true),
      let longitude = Degrees.number(parts[1].drop { $0 == " " }.utf8, plus: true)
    else { throw Self.form }
    guard (-90...90).contains(latitude) else {
      throw Self.flaw("latitude", latitude, "-90 (south) to 90 (north)")
    }
    guard let place = Place(latitude: latitude, longitude: longitude) else {
      throw Self.flaw("longitude", longitude, "-180 (west) to 180 (east)")
    }
    self = place
  }

  private static let form = Flaw(
    "expected latitude,longitude in degrees with decimal points, such as 69.65,18.96"
  )

  private static func flaw(_ name: String, _ degrees: Double, _ range: String) -> Flaw {
    // Do not quote a huge number, because it has too many digits for a sentence.
    let found =
      degrees.magnitude < 100_000
      ? Degrees.text(degrees, decimals: decimals) : degrees < 0 ? "that low" : "that high"
    return Flaw("\(name) \(found) does not exist; expected one from \(range)", kind: .limit)
  }

  /// The shortest text that `init(text:)` reads as the same place.
  package var text: String {
    Degrees.text(latitude, decimals: Self.decimals) + ","
      + Degrees.text(longitude, decimals: Self.decimals)
  }
}

extension Place {
  /// Returns the distance to another place along the ground, on a spherical earth.
  package func kilometres(to other: Place) -> Double {
    let north = Angle(degrees: (other.latitude - latitude) / 2).sine
    let east = Angle(degrees: (other.longitude - longitude) / 2).sine
    let width = Angle(degrees: latitude).cosine * Angle(degrees: other.latitude).cosine
    let half = Angle(sine: (north * north + width * east * east).squareRoot())
    return 2 * 6_371 * half.radians
  }

  /// The place rounded to two decimals of a degree, which is about a kilometre.
  package var rounded: Place {
    Place(
      latitude: Degrees.rounded(latitude, decimals: 2),
      longitude: Degrees.rounded(longitude, decimals: 2)
    ) ?? self
  }
}

/// Writes and reads degrees: a whole number with an optional decimal fraction, but no exponent.
///
/// `Double` would also accept exponents, `nan` and hexadecimal digits, which are mistakes in a
/// place.
enum Degrees {
  /// Returns the shortest string with at most `decimals` decimals, rounded.
  static func text(_ degrees: Double, decimals: Int) -> String {
    let scale = (0..<decimals).reduce(1) { value, _ in value * 10 }
    let count = Int((degrees * Double(scale)).rounded())
    let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: UInt(scale))
    let sign = count < 0 ? "-" : ""
    guard rest != 0 else { return sign + String(whole) }
    var digits = String(rest)
    digits = String(repeating: "0", count: decimals - digits.utf8.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return sign + String(whole) + "." + digits
  }

  /// Returns the number rounded to `decimals` decimals.
  static func rounded(_ degrees: Double, decimals: Int) -> Double {
    let scale = (0..<decimals).reduce(1.0) { value, _ in value * 10 }
    return (degrees * scale).rounded() / scale
  }

  /// Reads a number such as `-12.5`, of at most 24 characters; nil for any other text.
  static func number(_ text: Substring.UTF8View, plus: Bool) -> Double? {
    var digits = text
    if let first = digits.first, first == UInt8(ascii: "-") || plus && first == UInt8(ascii: "+") {
      digits.removeFirst()
    }
    let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard
      text.count <= 24, (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isDigit) })
    else { return nil }
    return Double(Substring(text))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
