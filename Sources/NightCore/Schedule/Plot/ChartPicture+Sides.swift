/// What stands around the picture.
extension ChartPicture {
  var grid: String {
    let hours = [6, 12, 18].map { hour in
      "M\(Self.left) \(Self.bottom - hour * Self.plotHeight / 24)h\(plotWidth)"
    }
    let months = firsts.dropFirst().map { "M\(Self.x($0)) \(Self.top)v\(Self.plotHeight)" }
    return "<path d=\"\((hours + months).joined())\" stroke=\"#fff\" "
      + "stroke-opacity=\".16\" shape-rendering=\"crispEdges\"/>"
  }

  var sides: String {
    let hours = [0, 6, 12, 18, 24].map { hour in
      let y = Self.bottom - hour * Self.plotHeight / 24 + 4
      return "<text x=\"\(Self.left - 9)\" y=\"\(y)\">\(hour < 10 ? "0" : "")\(hour):00</text>"
    }
    let ends = firsts + [chart.days.count]
    let months = zip(ends, ends.dropFirst()).enumerated().map { index, days in
      "<text x=\"\((Self.x(days.0) + Self.x(days.1)) / 2)\" y=\"\(Self.bottom + 20)\">"
        + ChartWords.months[index] + "</text>"
    }
    let jumps = chart.jumps.map { jump in
      "<text x=\"\(Self.x(jump.day))\" y=\"\(Self.top - 8)\">"
        + ChartWords.change(jump.seconds, minus: "−") + "</text>"
    }
    return """
      <g fill="#a9abcf" font-size="12" text-anchor="end">\(hours.joined())</g>
      <g fill="#a9abcf" font-size="12" text-anchor="middle">\((months + jumps).joined())</g>
      """
  }

  var legend: String {
    let y = Self.bottom + 46
    var x = Self.left
    var parts: [String] = []
    func entry(_ word: String, _ sign: String) {
      parts.append(sign + "<text x=\"\(x + 22)\" y=\"\(y + 4)\">\(word)</text>")
      // No font is known; its letters are reckoned wide.
      x += 22 + word.count * 7 + 18
    }
    for (word, name) in [(ChartWords.dark, "#302f78"), (ChartWords.light, "#f6b45f")] {
      entry(
        word,
        "<rect x=\"\(x)\" y=\"\(y - 7)\" width=\"14\" height=\"14\" rx=\"3\" fill=\"\(name)\"/>"
      )
    }
    if !sun.isEmpty {
      entry(
        ChartWords.sun,
        "<path d=\"M\(x) \(y)h14\" stroke=\"#fff\" stroke-width=\"1.25\"/>"
      )
    }
    if !chart.jumps.isEmpty {
      entry(
        ChartWords.clock,
        "<path d=\"M\(x + 7) \(y - 8)v16\" stroke=\"#fff\" stroke-opacity=\".7\" "
          + "stroke-dasharray=\"3 3\"/>"
      )
    }
    return "<g fill=\"#d5d6ee\" font-size=\"12\">\(parts.joined())</g>"
  }

  /// The first day of each month, from 0.
  private var firsts: [Int] {
    let dates = (1...12).compactMap { CivilDate(year: chart.year, month: $0, day: 1) }
    guard let january = dates.first?.daysSince1970 else { return [] }
    return dates.map { $0.daysSince1970 - january }
  }
}
