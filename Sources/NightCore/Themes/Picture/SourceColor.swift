/// The colour of a picture from which Material makes a scheme: a frequent and colourful one.
enum SourceColor {
  /// Material's colour for a picture without colours.
  static let fallback = Pixel(0x4285F4)

  static func find(_ clusters: [ColorClusters.Cluster]) -> HCT {
    let colors = clusters.map { (hct: HCT($0.color.asColor), count: Double($0.count)) }
    let total = colors.reduce(0.00001) { $0 + $1.count }
    // The share of the pixels whose hue is near a hue.
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
