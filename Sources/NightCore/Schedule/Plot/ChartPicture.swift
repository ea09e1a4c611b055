/// The drawing of a year as a picture: SVG that needs nothing beside it.
package struct ChartPicture: Sendable {
  let chart: YearChart
  let words: ChartWords
  /// Lines over the picture, where the sun itself is of interest.
  let sun: [[YearChart.Point]]

  package init(_ chart: YearChart, _ words: ChartWords, sun: [[YearChart.Point]] = []) {
    self.chart = chart
    self.words = words
    self.sun = sun
  }

  // The panel and the plot within it, in pixels.
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
      <title id="title">\(Self.escaped(words.title))</title>
      <desc id="desc">\(Self.escaped(words.place)): \(Self.escaped(words.rules)). \
      \(Self.escaped(ChartWords.description(of: chart)))</desc>
      \(definitions)
      <rect x=".5" y=".5" width="\(width - 1)" height="\(Self.height - 1)" rx="14" fill="#15162b" \
      stroke="#3a3c63"/>
      <text x="\(Self.left)" y="34" font-size="19" font-weight="600" fill="#f4f1ff">\
      \(Self.escaped(words.title))</text>
      <text x="\(Self.left)" y="56" fill="#d5d6ee">\(Self.escaped(Self.cut(words.place)))</text>
      <text x="\(Self.left)" y="75" fill="#a9abcf">\(Self.escaped(Self.cut(words.rules)))</text>
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

  /// From midnight to noon and back, so that a day without night shows its hours too.
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

  /// Makes the corners round; a clip would let the lower layer shine through at its edge.
  private var frame: String {
    let (left, top) = (Self.left, Self.top)
    let corner = "a8 8 0 0 1 "
    return "<path d=\"M\(left - 1) \(top - 1)h\(plotWidth + 2)v\(Self.plotHeight + 2)"
      + "h-\(plotWidth + 2)zM\(left + 8) \(top)h\(plotWidth - 16)\(corner)8 8"
      + "v\(Self.plotHeight - 16)\(corner)-8 8h-\(plotWidth - 16)\(corner)-8-8"
      + "v-\(Self.plotHeight - 16)\(corner)8-8z\" fill-rule=\"evenodd\" fill=\"#15162b\"/>"
  }

  private static let wholeDay = YearChart.Run(0, YearChart.daySeconds, .dark)

  /// An hour that the clock skips is drawn as the one before it; the line beside it tells of it.
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

  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      default: escaped.unicodeScalars.append(scalar.value < 0x20 ? " " : scalar)
      }
    }
    return escaped
  }
}
