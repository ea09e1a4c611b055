import Glibc

/// A colour in Material's terms: CAM16's hue and chroma, and the tone, which is CIE L*.
///
/// The conversions follow CAM16 (Li and others, 2017) under Material's viewing conditions: white
/// D65, a grey background of L* 50, and an average surround.
package struct HCT: Equatable, Sendable {
  /// The hue in degrees, from 0 to 360.
  package var hue: Double
  /// The colourfulness; 0 is grey.
  package var chroma: Double
  /// The lightness from 0 (black) to 100 (white).
  package var tone: Double

  package init(hue: Double, chroma: Double, tone: Double) {
    self.hue = hue
    self.chroma = chroma
    self.tone = tone
  }

  package init(_ color: Color) {
    let light = color.linear
    let appearance = Appearance16(SIMD3(light.red, light.green, light.blue) * 100)
    hue = appearance.hue
    chroma = appearance.chroma
    tone = Self.tone(ofLuminance: light.luminance * 100)
  }

  /// The colour with eight bits for each channel; if no screen can show its chroma, the chroma is
  /// reduced to the largest one that a screen can show.
  package var color: Color {
    let luminance = Self.luminance(ofTone: tone)
    guard chroma >= 0.0001, (0.0001..<99.9999).contains(tone) else {
      return Self.color(SIMD3(repeating: luminance))
    }
    return Self.color(
      Gamut.light(hue: hue, chroma: chroma, luminance: luminance)
        ?? Gamut.mostColorful(hue: hue, luminance: luminance)
    )
  }

  /// This colour as a screen shows it: with rounded channels, and perhaps with a smaller chroma.
  package var shown: HCT { HCT(color) }

  /// Converts a tone to CIE Y, from 0 to 100.
  package static func luminance(ofTone tone: Double) -> Double {
    tone > 8 ? 100 * pow((tone + 16) / 116, 3) : tone * 2700 / 24389
  }

  package static func tone(ofLuminance luminance: Double) -> Double {
    let share = luminance / 100
    return share > 216.0 / 24389 ? 116 * cbrt(share) - 16 : share * 24389 / 27
  }

  private static func color(_ light: SIMD3<Double>) -> Color {
    let light = light / 100
    return LinearColor(red: light.x, green: light.y, blue: light.z).clipped().inBytes
  }

  // MARK: - CIE XYZ

  /// The CIE XYZ values of the standard white D65.
  static let white = SIMD3(95.047, 100, 108.883)
  /// Material's matrix from linear light to CIE XYZ.
  static let xyzFromLight = Matrix3(
    [0.41233895, 0.35762064, 0.18051042],
    [0.2126, 0.7152, 0.0722],
    [0.01932141, 0.11916382, 0.95034478]
  )
}

/// The colours that a screen can show at a certain luminance, as linear light from 0 to 100.
private enum Gamut {
  /// The linear light with this hue, chroma and luminance; nil if a screen cannot show that light.
  static func light(hue: Double, chroma: Double, luminance: Double) -> SIMD3<Double>? {
    // Stop when Material's libraries do: after five steps of Newton's method, or if the luminance
    // is off by less than 0.002. A more precise light would change a channel of one colour in 200.
    var lightness = luminance.squareRoot() * 11
    for step in 1...5 {
      let light = Appearance16.light(hue: hue, chroma: chroma, lightness: lightness)
      let found = (light * Appearance16.luminance).sum()
      guard light.min() >= 0, found > 0 else { break }
      if step == 5 || abs(found - luminance) < 0.002 { return light.max() <= 100.01 ? light : nil }
      lightness -= (found - luminance) * lightness / (2 * found)
    }
    return nil
  }

  /// The most colourful light that has this hue and luminance and that a screen can show.
  ///
  /// All lights that have the same luminance form a polygon in the cube of red, green and blue. The
  /// polygon's corners are on the cube's edges, and the hue increases along the polygon's sides.
  static func mostColorful(hue: Double, luminance: Double) -> SIMD3<Double> {
    let weights = Appearance16.luminance
    var corners: [(hue: Double, light: SIMD3<Double>)] = []
    for axis in 0..<3 {
      for (one, other) in [(0.0, 0.0), (0, 100), (100, 0), (100, 100)] {
        var light = SIMD3<Double>()
        light[(axis + 1) % 3] = one
        light[(axis + 2) % 3] = other
        light[axis] = (luminance - (light * weights).sum()) / weights[axis]
        guard (0...100).contains(light[axis]) else { continue }
        corners.append((Appearance16(light).hue, light))
      }
    }
    corners.sort { $0.hue < $1.hue }
    guard let last = corners.last else { return SIMD3(repeating: luminance) }
    let next = corners.firstIndex { $0.hue > hue } ?? 0
    var from = next == 0 ? last.light : corners[next - 1].light
    var to = corners[next].light
    let start = next == 0 ? last.hue : corners[next - 1].hue
    // Compare angles measured from `start`, because the hues themselves begin again at 0 after 360.
    func angle(_ hue: Double) -> Double { hue < start ? hue - start + 360 : hue - start }
    for _ in 0..<48 {
      let middle = (from + to) / 2
      if angle(Appearance16(middle).hue) < angle(hue) { from = middle } else { to = middle }
    }
    return (from + to) / 2
  }
}

/// A colour's hue and chroma in CAM16.
private struct Appearance16 {
  /// The hue in degrees, from 0 to 360.
  let hue: Double
  let chroma: Double

  /// How much red, green and blue contribute to the luminance.
  static let luminance = HCT.xyzFromLight.rows.1

  init(_ light: SIMD3<Double>) {
    let cones = Self.conesFromLight * light
    let response = cones.map { cone in
      let power = pow(Self.adaptation * abs(cone) / 100, 0.42)
      return (cone < 0 ? -400 : 400) * power / (power + 27.13)
    }
    let a = (11 * response.x - 12 * response.y + response.z) / 11
    let b = (response.x + response.y - 2 * response.z) / 9
    let degrees = atan2(b, a) * 180 / .pi
    hue = degrees < 0 ? degrees + 360 : degrees
    let achromatic = (2 * response.x + response.y + response.z / 20) * Self.induction
    let lightness = pow(max(achromatic, 0) / Self.white, Self.exponent)
    let sum = response.x + response.y + 1.05 * response.z
    let t = Self.hueFactor(hue) * (a * a + b * b).squareRoot() / (sum + 0.305)
    chroma = pow(t, 0.9) * Self.chromaFactor * lightness.squareRoot()
  }

  /// The light that has this hue, chroma and CAM16 lightness; a screen may be unable to show that
  /// light.
  static func light(hue: Double, chroma: Double, lightness: Double) -> SIMD3<Double> {
    guard lightness > 0 else { return SIMD3() }
    let share = lightness / 100
    let t = pow(chroma / share.squareRoot() / chromaFactor, 1 / 0.9)
    let achromatic = white * pow(share, 1 / exponent) / induction
    let (cosine, sine) = (cos(hue * .pi / 180), sin(hue * .pi / 180))
    let radius =
      23 * (achromatic + 0.305) * t
      / (23 * hueFactor(hue) + 11 * t * cosine + 108 * t * sine)
    let (a, b) = (radius * cosine, radius * sine)
    let response =
      SIMD3(
        460 * achromatic + 451 * a + 288 * b,
        460 * achromatic - 891 * a - 261 * b,
        460 * achromatic - 220 * a - 6300 * b
      ) / 1403
    let cones = response.map { value in
      let power = max(0, 27.13 * abs(value) / (400 - abs(value)))
      return (value < 0 ? -100 : 100) / adaptation * pow(power, 1 / 0.42)
    }
    return lightFromCones * cones
  }

  private static func hueFactor(_ hue: Double) -> Double {
    0.25 * (cos(hue * .pi / 180 + 2) + 3.8) * 50_000 / 13 * induction
  }

  // MARK: - Viewing conditions

  /// The luminance of the field of view to which the eye adapts, for a grey world in light of 200
  /// lux.
  private static let field = 200 / Double.pi * background
  /// The luminance of the background, relative to white.
  private static let background = HCT.luminance(ofTone: 50) / 100
  private static let induction = 0.725 / pow(background, 0.2)
  /// The exponent for the lightness: the surround's factor times the background's factor.
  private static let exponent = 0.69 * (1.48 + background.squareRoot())
  private static let chromaFactor = pow(1.64 - pow(0.29, background), 0.73)
  private static let adaptation: Double = {
    let k = pow(1 / (5 * field + 1), 4)
    return k * field + 0.1 * (1 - k) * (1 - k) * cbrt(5 * field)
  }()
  /// CAM16's achromatic response to white.
  private static let white: Double = {
    let cones = conesFromLight * SIMD3(repeating: 100)
    let response = cones.map { cone in
      let power = pow(adaptation * cone / 100, 0.42)
      return 400 * power / (power + 27.13)
    }
    return (2 * response.x + response.y + response.z / 20) * induction
  }()

  // MARK: - Matrices

  private static let conesFromXYZ = Matrix3(
    [0.401288, 0.650173, -0.051461],
    [-0.250268, 1.204414, 0.045854],
    [-0.002079, 0.048952, 0.953127]
  )
  /// The matrix from light to the responses of the eye's cones, which are adapted to white.
  private static let conesFromLight: Matrix3 = {
    let white = conesFromXYZ * HCT.white
    let degree = 1 - exp((-field - 42) / 92) / 3.6
    let gains = degree * (100 / white) + (1 - degree)
    return (conesFromXYZ * HCT.xyzFromLight).scaled(gains)
  }()
  private static let lightFromCones = conesFromLight.inverse
}

extension SIMD3<Double> {
  fileprivate func map(_ change: (Double) -> Double) -> SIMD3<Double> {
    [change(x), change(y), change(z)]
  }
}
