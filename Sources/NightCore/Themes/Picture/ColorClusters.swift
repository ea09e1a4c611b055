import Glibc

/// A pixel of a picture, with channels from 0 to 255.
package struct Pixel: Hashable, Sendable {
  package let red: Int
  package let green: Int
  package let blue: Int

  package init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Makes a pixel from a number whose last six hexadecimal digits are red, green and blue.
  init(_ number: UInt32) {
    self.init(
      red: Int(number >> 16 & 0xFF),
      green: Int(number >> 8 & 0xFF),
      blue: Int(number & 0xFF)
    )
  }
}

/// The main colours of a picture, found as Material does: first Wu's boxes, then weighted k-means
/// in CIE Lab.
package struct ColorClusters {
  /// A main colour, and the number of pixels that belong to it.
  package struct Cluster: Equatable, Sendable {
    package let color: Pixel
    package let count: Int
  }

  package static func find(_ pixels: [Pixel], _ count: Int = 128) -> [Cluster] {
    guard !pixels.isEmpty else { return [] }
    var places: [Pixel: Int] = [:]
    var unique: [Pixel] = []
    var weights: [Double] = []
    for pixel in pixels {
      if let place = places[pixel] {
        weights[place] += 1
      } else {
        places[pixel] = unique.count
        unique.append(pixel)
        weights.append(1)
      }
    }
    let boxes = ColorBoxes(pixels).colors(count)
    var clusters = ColorClusters(
      unique.map { lab($0.asColor) },
      weights,
      boxes.map { lab($0.asColor) }
    )
    clusters.settle()
    return clusters.result()
  }

  private let points: [SIMD3<Double>]
  private let weights: [Double]
  private var centers: [SIMD3<Double>]
  private var totals: [Double]
  /// For each point, the index of the cluster to which the point belongs.
  private var owners: [Int]

  private init(_ points: [SIMD3<Double>], _ weights: [Double], _ centers: [SIMD3<Double>]) {
    self.points = points
    self.weights = weights
    self.centers = Array(centers.prefix(points.count))
    totals = Array(repeating: 0, count: self.centers.count)
    // Material assigns the points to clusters at random, with a fixed seed; another assignment
    // would give other colours.
    var random = FixedRandom(seed: 42_688)
    let count = self.centers.count
    owners = points.map { _ in random.next() % count }
  }

  /// Moves each point to a nearer cluster, then each cluster to the mean of its points, until no
  /// point moves.
  private mutating func settle() {
    for round in 0..<100 {
      let isMoved = movePoints()
      guard isMoved || round == 0 else { return }
      moveCenters()
    }
  }

  private mutating func movePoints() -> Bool {
    var isMoved = false
    let apart = centers.map { one in centers.map { Self.distance(one, $0) } }
    for (place, point) in points.enumerated() {
      let owner = owners[place]
      let old = Self.distance(point, centers[owner])
      var (least, best) = (old, owner)
      // If another cluster is at least twice as far from the point's cluster as the point is, the
      // other cluster cannot be nearer to the point. The distances are squared, so “twice as far”
      // means a factor of 4.
      for other in centers.indices where apart[owner][other] < 4 * old {
        let distance = Self.distance(point, centers[other])
        if distance < least { (least, best) = (distance, other) }
      }
      // Move the point only if the distance falls by more than 4, because people do not see a
      // smaller difference.
      if best != owner, old.squareRoot() - least.squareRoot() > 4 {
        owners[place] = best
        isMoved = true
      }
    }
    return isMoved
  }

  private mutating func moveCenters() {
    var sums = Array(repeating: SIMD3<Double>(), count: centers.count)
    totals = Array(repeating: 0, count: centers.count)
    for (place, owner) in owners.enumerated() {
      sums[owner] += points[place] * weights[place]
      totals[owner] += weights[place]
    }
    for place in centers.indices {
      centers[place] = totals[place] > 0 ? sums[place] / totals[place] : SIMD3()
    }
  }

  /// The clusters, sorted by their colours; clusters that have the same colour are merged.
  private func result() -> [Cluster] {
    var counts: [Pixel: Int] = [:]
    for (center, total) in zip(centers, totals) where total > 0 {
      counts[Self.pixel(center), default: 0] += Int(total)
    }
    return counts.map { Cluster(color: $0.key, count: $0.value) }.sorted {
      ($0.color.red, $0.color.green, $0.color.blue) < ($1.color.red, $1.color.green, $1.color.blue)
    }
  }

  private static func distance(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    let difference = one - other
    return (difference * difference).sum()
  }

  // MARK: - The source colour

  /// The source colour that Material uses if the picture has no colourful pixels.
  private static let fallback = Pixel(0x4285F4)

  /// The colour from which Material makes a scheme: a colour that is both frequent and colourful.
  package static func source(of clusters: [Cluster]) -> HCT {
    let colors = clusters.map { (hct: HCT($0.color.asColor), count: Double($0.count)) }
    let total = colors.reduce(0.00001) { $0 + $1.count }
    // For each hue, the share of the pixels that have this hue or a similar one.
    var shares = Array(repeating: 0.0, count: 360)
    for color in colors {
      for hue in -14...15 { shares[(Int(color.hct.hue) + hue + 360) % 360] += color.count / total }
    }
    var best: (hct: HCT, score: Double)?
    for (hct, _) in colors {
      let share = shares[Int(hct.hue.rounded(.toNearestOrEven)) % 360]
      guard hct.chroma >= 5, share > 0.01 else { continue }
      let score = share * 70 + (hct.chroma - 48) * (hct.chroma < 48 ? 0.1 : 0.3)
      if best.map({ score > $0.score }) ?? true { best = (hct, score) }
    }
    return best?.hct ?? HCT(fallback.asColor)
  }

  // MARK: - CIE Lab

  static func lab(_ color: Color) -> SIMD3<Double> {
    let light = color.linear
    let xyz = HCT.xyzFromLight * (SIMD3(light.red, light.green, light.blue) * 100)
    func root(_ share: Double) -> Double {
      share > 216.0 / 24389 ? cbrt(share) : (24389.0 / 27 * share + 16) / 116
    }
    let shares = xyz / HCT.white
    let (x, y, z) = (root(shares.x), root(shares.y), root(shares.z))
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  private static func pixel(_ lab: SIMD3<Double>) -> Pixel {
    let y = (lab.x + 16) / 116
    func cube(_ root: Double) -> Double {
      let cube = root * root * root
      return cube > 216.0 / 24389 ? cube : (116 * root - 16) * 27 / 24389
    }
    let xyz = SIMD3(cube(lab.y / 500 + y), cube(y), cube(y - lab.z / 200)) * HCT.white / 100
    // These numbers are rounded in the same way as in Material's C++ library.
    let color = LinearColor(
      red: (xyz * SIMD3(3.2406, -1.5372, -0.4986)).sum(),
      green: (xyz * SIMD3(-0.9689, 1.8758, 0.0415)).sum(),
      blue: (xyz * SIMD3(0.0557, -0.2040, 1.0570)).sum()
    ).clipped()
    return Pixel(
      red: Int(Color.byte(color.red)),
      green: Int(Color.byte(color.green)),
      blue: Int(Color.byte(color.blue))
    )
  }
}

extension Pixel {
  package var asColor: Color {
    Color(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }
}

/// A generator that returns the same random numbers as the C function `random` on Linux.
private struct FixedRandom {
  private var state: [Int32]
  private var place = 3

  init(seed: Int32) {
    // A linear generator makes the first 31 numbers, and the first 310 results are dropped.
    state = [seed]
    while state.count < 31 {
      let next = Int64(state[state.count - 1]) * 16_807 % 2_147_483_647
      state.append(Int32(truncatingIfNeeded: next < 0 ? next + 2_147_483_647 : next))
    }
    for _ in 0..<310 { _ = next() }
  }

  mutating func next() -> Int {
    // Each number is the sum of two earlier numbers: the one 31 places back and the one 3 places
    // back.
    let sum = state[place] &+ state[(place + 28) % 31]
    state[place] = sum
    place = (place + 1) % 31
    return Int(UInt32(bitPattern: sum) >> 1)
  }
}
