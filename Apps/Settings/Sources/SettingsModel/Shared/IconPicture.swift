import Glibc

/// The icon as pixels, for panels that do not find its name in their icon theme.
///
/// The shapes and colours are those of `data/org.nightd.Icon-light.svg` and `-dark.svg`. The shapes
/// are light with a dark edge, because a panel can have any colour.
package enum IconPicture {
  /// The sizes at which panels usually show icons, in pixels.
  package static let sizes = [22, 44]

  /// How many points of each pixel are tested in each direction, for smooth edges.
  private static let samples = 4
  /// The width of the dark edge; the icon is 2 wide.
  private static let edge = 0.1

  /// The pixels in rows, each as alpha, red, green and blue; the colours are not multiplied by
  /// alpha.
  package static func pixels(_ style: Style, size: Int) -> [UInt8] {
    let isInside = style == .light ? isSun : isMoon
    let (fill, dark): ([Int], [Int]) =
      style == .light
      ? ([0xff, 0xcb, 0x3d], [0x5e, 0x40, 0x00]) : ([0xc9, 0xd4, 0xff], [0x2b, 0x3a, 0x78])
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size * size * 4)
    for pixel in 0..<size * size {
      var (inside, covered) = (0, 0)
      for sample in 0..<samples * samples {
        let column = Double(pixel % size) + (Double(sample % samples) + 0.5) / Double(samples)
        let row = Double(pixel / size) + (Double(sample / samples) + 0.5) / Double(samples)
        // The middle of the picture is 0, its edge 1.
        let (x, y) = (column * 2 / Double(size) - 1, row * 2 / Double(size) - 1)
        if isInside(x, y, 0) { inside += 1 }
        if isInside(x, y, edge) { covered += 1 }
      }
      bytes.append(UInt8(covered * 255 / (samples * samples)))
      for (fill, dark) in zip(fill, dark) {
        bytes.append(UInt8(dark + (fill - dark) * inside / max(covered, 1)))
      }
    }
    return bytes
  }

  /// A disc with eight rays, `margin` wider on each side.
  private static func isSun(_ x: Double, _ y: Double, _ margin: Double) -> Bool {
    let distance = (x * x + y * y).squareRoot()
    if distance <= 0.42 + margin { return true }
    let turn = Double.pi / 4
    let angle = atan2(y, x) - (atan2(y, x) / turn).rounded() * turn
    let (along, across) = (distance * cos(angle), distance * abs(sin(angle)))
    return (0.68 - margin...0.86 + margin).contains(along) && across <= 0.06 + margin
  }

  /// A disc without the part that another disc covers, `margin` wider on each side.
  private static func isMoon(_ x: Double, _ y: Double, _ margin: Double) -> Bool {
    let cut = ((x - 0.4) * (x - 0.4) + (y + 0.35) * (y + 0.35)).squareRoot()
    return (x * x + y * y).squareRoot() <= 0.82 + margin && cut > 0.78 - margin
  }
}
