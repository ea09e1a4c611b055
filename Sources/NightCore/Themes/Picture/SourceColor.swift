/// Finds the colour in a picture from which Material makes a scheme: a colour that is both frequent
/// and colourful.
enum SourceColor {
  /// The source colour that Material uses if the picture has no colourful pixels.
  static let fallback = Pixel(0x4285F4)

  static func find(_ clusters: [ColorClusters.Cluster]) -> HCT {
    let colors = clusters.map { (hct: HCT($0.color.asColor), count: Double($0.count)) }
    let total = colors.reduce(0.00001) { $0 + $1.count }
    // For each hue, the share of the pixels whose hue is near it.
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
}
