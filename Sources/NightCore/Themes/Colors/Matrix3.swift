/// A matrix of three rows and three columns.
struct Matrix3: Sendable {
  var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    rows = (first, second, third)
  }

  static func * (matrix: Matrix3, vector: SIMD3<Double>) -> SIMD3<Double> {
    [
      (matrix.rows.0 * vector).sum(), (matrix.rows.1 * vector).sum(),
      (matrix.rows.2 * vector).sum(),
    ]
  }

  static func * (one: Matrix3, other: Matrix3) -> Matrix3 {
    let columns = other.transposed.rows
    return Matrix3(one * columns.0, one * columns.1, one * columns.2).transposed
  }

  var transposed: Matrix3 {
    Matrix3(
      [rows.0.x, rows.1.x, rows.2.x],
      [rows.0.y, rows.1.y, rows.2.y],
      [rows.0.z, rows.1.z, rows.2.z]
    )
  }

  func scaled(_ factors: SIMD3<Double>) -> Matrix3 {
    Matrix3(rows.0 * factors.x, rows.1 * factors.y, rows.2 * factors.z)
  }

  var inverse: Matrix3 {
    let crosses = Matrix3(
      Self.cross(rows.1, rows.2),
      Self.cross(rows.2, rows.0),
      Self.cross(rows.0, rows.1)
    )
    let determinant = (rows.0 * crosses.rows.0).sum()
    return crosses.scaled(SIMD3(repeating: 1 / determinant)).transposed
  }

  private static func cross(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> SIMD3<Double> {
    [
      one.y * other.z - one.z * other.y, one.z * other.x - one.x * other.z,
      one.x * other.y - one.y * other.x,
    ]
  }
}
