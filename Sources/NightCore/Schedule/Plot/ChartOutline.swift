/// The outline of runs that lie side by side, as the path of an SVG.
///
/// Runs of neighbouring days that touch are one area, so that nothing shines through between them.
/// Everything is reckoned in tenths of a pixel, which is exact when it is summed up.
struct ChartOutline {
  private struct Edges: Equatable {
    let top: Int
    let bottom: Int

    init(_ run: YearChart.Run) {
      top = y(run.end)
      bottom = y(run.start)
    }

    func touches(_ other: Edges) -> Bool { top < other.bottom && other.top < bottom }
  }

  /// What begins on a day and goes on from there.
  private struct Area {
    let day: Int
    var edges: [Edges]
  }

  private(set) var path = ""

  init(_ days: [[YearChart.Run]]) {
    var areas: [Area] = []
    var open: [(area: Int, edges: Edges)] = []
    for (day, runs) in days.enumerated() {
      let edges = runs.map(Edges.init)
      open = edges.map { edge in
        let touching = open.filter { $0.edges.touches(edge) }
        // Where areas part or meet, they end, and new ones begin.
        if touching.count == 1, edges.count(where: touching[0].edges.touches) == 1 {
          areas[touching[0].area].edges.append(edge)
          return (touching[0].area, edge)
        }
        areas.append(Area(day: day, edges: [edge]))
        return (areas.count - 1, edge)
      }
    }
    for area in areas { draw(area) }
  }

  private mutating func draw(_ area: Area) {
    let tops = area.edges.map(\.top), bottoms = area.edges.map(\.bottom)
    path += "M\(ChartPicture.x(area.day)) \(Self.tenths(tops[0]))"
    step(tops, forwards: true)
    path += "V" + Self.tenths(bottoms[bottoms.count - 1])
    step(bottoms.reversed(), forwards: false)
    path += "z"
  }

  private mutating func step(_ heights: [Int], forwards: Bool) {
    var length = 0
    for (index, height) in heights.enumerated() {
      length += forwards ? ChartPicture.dayWidth : -ChartPicture.dayWidth
      let next = index + 1 < heights.count ? heights[index + 1] : height
      guard next != height || index + 1 == heights.count else { continue }
      path += "h\(length)"
      length = 0
      if next != height { path += "v" + Self.tenths(next - height) }
    }
  }

  /// The height of a time of day, in tenths of a pixel.
  static func y(_ second: Int) -> Int {
    let tenths =
      (second * ChartPicture.plotHeight * 10 + YearChart.daySeconds / 2) / YearChart.daySeconds
    return ChartPicture.bottom * 10 - tenths
  }

  /// `36.5`, `-.3`, `7`.
  static func tenths(_ tenths: Int) -> String {
    let size = abs(tenths)
    let whole = size / 10 == 0 && size != 0 ? "" : String(size / 10)
    return (tenths < 0 ? "-" : "") + whole + (size % 10 == 0 ? "" : ".\(size % 10)")
  }
}
