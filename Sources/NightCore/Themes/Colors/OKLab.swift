import Glibc

/// A colour in OKLab: perceived lightness from 0 to 1, and the green-red and blue-yellow
/// components.
///
/// The conversions go through CIE XYZ under D65, with the matrices of CSS Color 4.
package struct OKLab: Equatable, Sendable {
  package var lightness: Double
  package var a: Double
  package var b: Double

  package init(lightness: Double, a: Double, b: Double) {
    self.lightness = lightness
    self.a = a
    self.b = b
  }

  package init(_ color: Color) {
    let light = LinearColor(color)
    self.init(xyz: Matrix.xyzFromLight * [light.red, light.green, light.blue])
  }

  package init(xyz: SIMD3<Double>) {
    let cones = Matrix.conesFromXYZ * xyz
    let lab = Matrix.labFromCones * [cbrt(cones.x), cbrt(cones.y), cbrt(cones.z)]
    self.init(lightness: lab.x, a: lab.y, b: lab.z)
  }

  package var linear: LinearColor {
    let roots = Matrix.conesFromLab * [lightness, a, b]
    let light = Matrix.lightFromXYZ * (Matrix.xyzFromCones * (roots * roots * roots))
    return LinearColor(red: light.x, green: light.y, blue: light.z)
  }

  /// The perceived difference between two colours; below 0.02, the colours look the same.
  package func difference(to other: OKLab) -> Double {
    let lightness = self.lightness - other.lightness, a = self.a - other.a, b = self.b - other.b
    return (lightness * lightness + a * a + b * b).squareRoot()
  }

  /// The matrices of CSS Color 4 that convert between linear light, CIE XYZ and OKLab.
  private enum Matrix {
    static let xyzFromLight = Matrix3(
      [506_752.0 / 1_228_815, 87_881.0 / 245_763, 12_673.0 / 70_218],
      [87_098.0 / 409_605, 175_762.0 / 245_763, 12_673.0 / 175_545],
      [7_918.0 / 409_605, 87_881.0 / 737_289, 1_001_167.0 / 1_053_270]
    )
    static let lightFromXYZ = Matrix3(
      [12_831.0 / 3_959, -329.0 / 214, -1_974.0 / 3_959],
      [-851_781.0 / 878_810, 1_648_619.0 / 878_810, 36_519.0 / 878_810],
      [705.0 / 12_673, -2_585.0 / 12_673, 705.0 / 667]
    )
    static let conesFromXYZ = Matrix3(
      [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
      [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
      [0.0481771893596242, 0.2642395317527308, 0.6335478284694309]
    )
    static let xyzFromCones = Matrix3(
      [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
      [-0.0405757452148008, 1.1122868032803170, -0.0717110580655164],
      [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816]
    )
    static let labFromCones = Matrix3(
      [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
      [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
      [0.0259040424655478, 0.7827717124575296, -0.8086757549230774]
    )
    static let conesFromLab = Matrix3(
      [1, 0.3963377773761749, 0.2158037573099136],
      [1, -0.1055613458156586, -0.0638541728258133],
      [1, -0.0894841775298119, -1.2914855480194092]
    )
  }
}

/// OKLab in polar form: lightness, chroma (distance from grey) and hue in degrees.
package struct OKLCh: Equatable, Sendable {
  package var lightness: Double
  package var chroma: Double
  package var hue: Double

  package init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  package init(_ lab: OKLab) {
    lightness = lab.lightness
    chroma = (lab.a * lab.a + lab.b * lab.b).squareRoot()
    let degrees = atan2(lab.b, lab.a) * (180 / .pi)
    hue = degrees < 0 ? degrees + 360 : degrees
  }

  package init(_ color: Color) { self.init(OKLab(color)) }

  package var lab: OKLab {
    let radians = hue * (.pi / 180)
    return OKLab(lightness: lightness, a: chroma * cos(radians), b: chroma * sin(radians))
  }

  /// The colour in sRGB, with its chroma reduced until it fits into the gamut.
  ///
  /// The chroma is reduced as in the gamut mapping of CSS Color 4, section 13. At the end, the
  /// colour is clipped, which changes it too little for people to notice.
  package func color(alpha: Double = 1) -> Color {
    guard lightness < 1 else { return Color(red: 1, green: 1, blue: 1, alpha: alpha) }
    guard lightness > 0 else { return Color(red: 0, green: 0, blue: 0, alpha: alpha) }
    let justSeen = 0.02, closeEnough = 0.0001
    var linear = lab.linear
    var clipped = linear.clipped(alpha: alpha)
    guard !linear.isShown, OKLab(clipped).difference(to: lab) >= justSeen else { return clipped }
    var least = 0.0, most = chroma, leastIsShown = true
    // Even for a chroma of 2^40, it is enough to halve the range of the chroma 54 times.
    for _ in 0..<64 where most - least > closeEnough {
      let tried = OKLCh(lightness: lightness, chroma: (least + most) / 2, hue: hue)
      linear = tried.lab.linear
      if leastIsShown, linear.isShown {
        least = tried.chroma
        continue
      }
      clipped = linear.clipped(alpha: alpha)
      let difference = OKLab(clipped).difference(to: tried.lab)
      if difference < justSeen {
        if justSeen - difference < closeEnough { return clipped }
        leastIsShown = false
        least = tried.chroma
      } else {
        most = tried.chroma
      }
    }
    return clipped
  }
}

/// A colour in linear sRGB; values below 0 or above 1 are outside the gamut of sRGB.
package struct LinearColor: Equatable, Sendable {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(red: Double, green: Double, blue: Double) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  package init(_ color: Color) {
    red = Self.light(color.red)
    green = Self.light(color.green)
    blue = Self.light(color.blue)
  }

  /// The relative luminance: 0 for black, 1 for white.
  package var luminance: Double { 0.2126 * red + 0.7152 * green + 0.0722 * blue }

  package var isShown: Bool {
    [red, green, blue].allSatisfy { (0...1).contains($0) }
  }

  /// The colour, clipped to the gamut of sRGB.
  package func clipped(alpha: Double = 1) -> Color {
    Color(
      red: min(max(Self.signal(red), 0), 1),
      green: min(max(Self.signal(green), 0), 1),
      blue: min(max(Self.signal(blue), 0), 1),
      alpha: alpha
    )
  }

  /// Converts an encoded sRGB value to linear light, according to IEC 61966-2-1.
  private static func light(_ signal: Double) -> Double {
    signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
  }

  private static func signal(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
