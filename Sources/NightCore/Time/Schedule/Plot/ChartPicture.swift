/// The chart of a year as an SVG picture without external resources.
package struct ChartPicture: Sendable {
  let chart: YearChart
  let labels: ChartLabels
  /// The lines of sunrise and sunset; empty if the chart does not show them.
  let sun: [[YearChart.Point]]

  package init(_ chart: YearChart, _ labels: ChartLabels, sun: [[YearChart.Point]] = []) {
    self.chart = chart
    self.labels = labels
    self.sun = sun
  }

  // The position and size of the plot within the picture, in pixels.
  static let left = 52
  static let top = 104
  static let dayWidth = 2
  static let plotHeight = 360
  static let bottom = top + plotHeight
  private static let right = 24
  private static let height = bottom + 68

  var plotWidth: Int { chart.days.count * Self.dayWidth }

  package var text: String {
    let width = Self.left + plotWidth + Self.right
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(Self.height)" \
      width="\(width)" height="\(Self.height)" role="img" aria-labelledby="title desc" \
      font-family="system-ui, sans-serif" font-size="13">
      <title id="title">\(Self.escaped(labels.title))</title>
      <desc id="desc">\(Self.escaped(labels.place)): \(Self.escaped(labels.rules)). \
      \(Self.escaped(ChartLabels.description(of: chart)))</desc>
      \(definitions)
      <rect x=".5" y=".5" width="\(width - 1)" height="\(Self.height - 1)" rx="14" fill="#15162b" \
      stroke="#3a3c63"/>
      <text x="\(Self.left)" y="34" font-size="19" font-weight="600" fill="#f4f1ff">\
      \(Self.escaped(labels.title))</text>
      <text x="\(Self.left)" y="56" fill="#d5d6ee">\(Self.escaped(Self.cut(labels.place)))</text>
      <text x="\(Self.left)" y="75" fill="#a9abcf">\(Self.escaped(Self.cut(labels.rules)))</text>
      \(picture)
      \(sides)
      \(legend)
      </svg>

      """
  }

  private var definitions: String {
    "<defs>" + Self.gradient("light", ["#e98f6b", "#f6b45f", "#ffdf8c"])
      + Self.gradient("dark", ["#1f1d4e", "#302f78", "#45459c"]) + "</defs>"
  }

  /// Returns a gradient from midnight's colour to noon's colour and back.
  ///
  /// The gradient shows the time of day even on a day that is entirely light or entirely dark.
  private static func gradient(_ name: String, _ colours: [String]) -> String {
    let stops = (colours + colours.dropLast().reversed()).enumerated().map { index, colour in
      "<stop offset=\"\(index * 25)%\" stop-color=\"\(colour)\"/>"
    }
    return "<linearGradient id=\"\(name)\" gradientUnits=\"userSpaceOnUse\" x1=\"0\" "
      + "y1=\"\(top)\" x2=\"0\" y2=\"\(bottom)\">" + stops.joined() + "</linearGradient>"
  }

  // MARK: - The picture

  private var picture: String {
    var parts = [
      "<rect x=\"\(Self.left)\" y=\"\(Self.top)\" width=\"\(plotWidth)\" "
        + "height=\"\(Self.plotHeight)\" fill=\"url(#light)\"/>"
    ]
    let dark = ChartOutline(chart.days.map(Self.dark)).path
    if !dark.isEmpty { parts.append("<path d=\"\(dark)\" fill=\"url(#dark)\"/>") }
    let missing = ChartOutline(chart.days.map { $0.isEmpty ? [Self.wholeDay] : [] }).path
    if !missing.isEmpty { parts.append("<path d=\"\(missing)\" fill=\"#15162b\"/>") }
    parts.append(grid)
    let lines = sun.map(Self.line).joined()
    if !lines.isEmpty {
      parts.append(
        "<path d=\"\(lines)\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".8\" "
          + "stroke-width=\"1.25\"/>"
      )
    }
    for jump in chart.jumps {
      parts.append(
        "<path d=\"M\(Self.x(jump.day)) \(Self.top)v\(Self.plotHeight)\" stroke=\"#fff\" "
          + "stroke-opacity=\".55\" stroke-dasharray=\"3 4\" shape-rendering=\"crispEdges\"/>"
      )
    }
    parts.append(frame)
    return parts.joined(separator: "\n")
  }

  /// A frame that covers the plot's corners to make them look round.
  ///
  /// If a clip path were used instead, the light layer below the dark areas would show through at
  /// the plot's edge.
  private var frame: String {
    let (left, top) = (Self.left, Self.top)
    let corner = "a8 8 0 0 1 "
    return "<path d=\"M\(left - 1) \(top - 1)h\(plotWidth + 2)v\(Self.plotHeight + 2)"
      + "h-\(plotWidth + 2)zM\(left + 8) \(top)h\(plotWidth - 16)\(corner)8 8"
      + "v\(Self.plotHeight - 16)\(corner)-8 8h-\(plotWidth - 16)\(corner)-8-8"
      + "v-\(Self.plotHeight - 16)\(corner)8-8z\" fill-rule=\"evenodd\" fill=\"#15162b\"/>"
  }

  private static let wholeDay = YearChart.Run(0, YearChart.daySeconds, .dark)

  /// Returns the runs (periods of a day) in which the style is dark.
  ///
  /// An hour that the clocks skip is drawn like the hour before it, and a dashed line marks the day
  /// of the clock change.
  private static func dark(_ runs: [YearChart.Run]) -> [YearChart.Run] {
    var dark: [YearChart.Run] = []
    for (index, run) in runs.enumerated() where run.style == .dark {
      let start = index == 0 ? 0 : run.start
      let end = index + 1 < runs.count ? runs[index + 1].start : YearChart.daySeconds
      guard let last = dark.last, last.end == start else {
        dark.append(YearChart.Run(start, end, .dark))
        continue
      }
      dark[dark.count - 1] = YearChart.Run(last.start, end, .dark)
    }
    return dark
  }

  private static func line(_ points: [YearChart.Point]) -> String {
    var path = ""
    for (index, point) in points.enumerated() {
      path += index == 0 ? "M" : index == 1 ? "L" : " "
      path += "\(x(point.day) + dayWidth / 2) \(ChartOutline.tenths(ChartOutline.y(point.second)))"
    }
    return path
  }

  static func x(_ day: Int) -> Int { left + day * dayWidth }

  private static func cut(_ text: String) -> String {
    text.count <= 104 ? text : text.prefix(103) + "…"
  }

  /// The text with its markup characters escaped, and without the characters that XML forbids.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case ..<" ", "\u{FFFE}", "\u{FFFF}": escaped += " "
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

/// The chart's grid, axis labels and legend.
extension ChartPicture {
  package var grid: String {
    let hours = [6, 12, 18].map { hour in
      "M\(Self.left) \(Self.bottom - hour * Self.plotHeight / 24)h\(plotWidth)"
    }
    let months = firsts.dropFirst().map { "M\(Self.x($0)) \(Self.top)v\(Self.plotHeight)" }
    return "<path d=\"\((hours + months).joined())\" stroke=\"#fff\" "
      + "stroke-opacity=\".16\" shape-rendering=\"crispEdges\"/>"
  }

  package var sides: String {
    let hours = [0, 6, 12, 18, 24].map { hour in
      let y = Self.bottom - hour * Self.plotHeight / 24 + 4
      return "<text x=\"\(Self.left - 9)\" y=\"\(y)\">\(hour < 10 ? "0" : "")\(hour):00</text>"
    }
    let ends = firsts + [chart.days.count]
    let months = zip(ends, ends.dropFirst()).enumerated().map { index, days in
      "<text x=\"\((Self.x(days.0) + Self.x(days.1)) / 2)\" y=\"\(Self.bottom + 20)\">"
        + ChartLabels.months[index] + "</text>"
    }
    let jumps = chart.jumps.map { jump in
      "<text x=\"\(Self.x(jump.day))\" y=\"\(Self.top - 8)\">"
        + ChartLabels.change(jump.seconds, minus: "−") + "</text>"
    }
    return """
      <g fill="#a9abcf" font-size="12" text-anchor="end">\(hours.joined())</g>
      <g fill="#a9abcf" font-size="12" text-anchor="middle">\((months + jumps).joined())</g>
      """
  }

  package var legend: String {
    let y = Self.bottom + 46
    var x = Self.left
    var parts: [String] = []
    func entry(_ word: String, _ sign: String) {
      parts.append(sign + "<text x=\"\(x + 22)\" y=\"\(y + 4)\">\(word)</text>")
      // The font's width is unknown, so assume wide letters.
      x += 22 + word.count * 7 + 18
    }
    for (word, name) in [(ChartLabels.dark, "#302f78"), (ChartLabels.light, "#f6b45f")] {
      entry(
        word,
        "<rect x=\"\(x)\" y=\"\(y - 7)\" width=\"14\" height=\"14\" rx=\"3\" fill=\"\(name)\"/>"
      )
    }
    if !sun.isEmpty {
      entry(
        ChartLabels.sun,
        "<path d=\"M\(x) \(y)h14\" stroke=\"#fff\" stroke-width=\"1.25\"/>"
      )
    }
    if !chart.jumps.isEmpty {
      entry(
        ChartLabels.clock,
        "<path d=\"M\(x + 7) \(y - 8)v16\" stroke=\"#fff\" stroke-opacity=\".7\" "
          + "stroke-dasharray=\"3 3\"/>"
      )
    }
    return "<g fill=\"#d5d6ee\" font-size=\"12\">\(parts.joined())</g>"
  }

  /// The first day of each month, as a day of the year counted from 0.
  private var firsts: [Int] {
    let dates = (1...12).compactMap { CivilDate(year: chart.year, month: $0, day: 1) }
    guard let january = dates.first?.daysSince1970 else { return [] }
    return dates.map { $0.daysSince1970 - january }
  }
}

/// The outlines of the runs in a chart, which are periods within a day, as an SVG path.
///
/// If the runs of two neighbouring days touch, they become one area, so that no gap is visible.
/// All heights are tenths of a pixel in whole numbers, so that sums have no rounding errors.
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

  /// An area of runs that touch; `day` is the first day of the area.
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
        // If areas split or merge on this day, end the old areas here and start new areas.
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

  /// Returns the y position of a time of day, in tenths of a pixel.
  static func y(_ second: Int) -> Int {
    let tenths =
      (second * ChartPicture.plotHeight * 10 + YearChart.daySeconds / 2) / YearChart.daySeconds
    return ChartPicture.bottom * 10 - tenths
  }

  /// Writes a number of tenths as a decimal number: 365 becomes `36.5`, -3 becomes `-.3`, and 70
  /// becomes `7`.
  static func tenths(_ tenths: Int) -> String {
    let size = abs(tenths)
    let whole = size / 10 == 0 && size != 0 ? "" : String(size / 10)
    return (tenths < 0 ? "-" : "") + whole + (size % 10 == 0 ? "" : ".\(size % 10)")
  }
}
