import Glibc

/// A colour as it is seen: lightness from 0 to 1, and how green or red, how blue or yellow it is.
///
/// The matrices are those of CSS Color 4, which go by way of CIE XYZ under D65.
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

  /// How different two colours look; below 0.02 nobody tells them apart.
  package func difference(to other: OKLab) -> Double {
    let lightness = self.lightness - other.lightness, a = self.a - other.a, b = self.b - other.b
    return (lightness * lightness + a * a + b * b).squareRoot()
  }

  private struct Matrix {
    let rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

    static func * (matrix: Matrix, vector: SIMD3<Double>) -> SIMD3<Double> {
      [
        (matrix.rows.0 * vector).sum(), (matrix.rows.1 * vector).sum(),
        (matrix.rows.2 * vector).sum(),
      ]
    }

    static let xyzFromLight = Matrix(
      rows: (
        [506_752.0 / 1_228_815, 87_881.0 / 245_763, 12_673.0 / 70_218],
        [87_098.0 / 409_605, 175_762.0 / 245_763, 12_673.0 / 175_545],
        [7_918.0 / 409_605, 87_881.0 / 737_289, 1_001_167.0 / 1_053_270]
      )
    )
    static let lightFromXYZ = Matrix(
      rows: (
        [12_831.0 / 3_959, -329.0 / 214, -1_974.0 / 3_959],
        [-851_781.0 / 878_810, 1_648_619.0 / 878_810, 36_519.0 / 878_810],
        [705.0 / 12_673, -2_585.0 / 12_673, 705.0 / 667]
      )
    )
    static let conesFromXYZ = Matrix(
      rows: (
        [0.8190224379967030, 0.3619062600528904, -0.1288737815209879],
        [0.0329836539323885, 0.9292868615863434, 0.0361446663506424],
        [0.0481771893596242, 0.2642395317527308, 0.6335478284694309]
      )
    )
    static let xyzFromCones = Matrix(
      rows: (
        [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
        [-0.0405757452148008, 1.1122868032803170, -0.0717110580655164],
        [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816]
      )
    )
    static let labFromCones = Matrix(
      rows: (
        [0.2104542683093140, 0.7936177747023054, -0.0040720430116193],
        [1.9779985324311684, -2.4285922420485799, 0.4505937096174110],
        [0.0259040424655478, 0.7827717124575296, -0.8086757549230774]
      )
    )
    static let conesFromLab = Matrix(
      rows: (
        [1, 0.3963377773761749, 0.2158037573099136],
        [1, -0.1055613458156586, -0.0638541728258133],
        [1, -0.0894841775298119, -1.2914855480194092]
      )
    )
  }
}
