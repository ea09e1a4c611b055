extension ChartText {
  /// From the title to the legend, without line ends.
  package var lines: [String] {
    let titles = [words.title, words.place + ": " + words.rules].map { Self.cut($0, to: width) }
    return titles + [marks] + (0..<rows).map(line) + [months, legend]
  }

  private func line(_ index: Int) -> String {
    let row = rows - 1 - index
    let label = row % (rows * hours / 24) == 0 ? Self.two(row * 24 / rows) + " " : "   "
    return label + (look == .blocks ? blocks(row) : plain(row))
  }

  /// The hours from one label to the next.
  private var hours: Int { [3, 4, 6].first { $0 * rows % 24 == 0 && $0 * rows >= 72 } ?? 12 }

  private func plain(_ row: Int) -> String {
    var text = ""
    for column in 0..<columns {
      let share = share(column, row, of: rows)
      let most = max(share.dark, share.light)
      guard most > 0 else {
        text += " "
        continue
      }
      if min(share.dark, share.light) * 3 >= most {
        text += "+"
      } else {
        text += share.dark == most ? "#" : "."
      }
    }
    return text
  }

  private func blocks(_ row: Int) -> String {
    var isDark = [[Bool]](repeating: [], count: 2)
    for half in 0...1 {
      var last = false
      for column in 0..<columns + columns % 2 {
        let share = share(column, row * 2 + half, of: rows * 2)
        // Half and half, or a day that a zone left out: as what stands before it.
        if share.dark != share.light { last = share.dark > share.light }
        isDark[half].append(last)
      }
    }
    let (lower, upper) = (isDark[0], isDark[1])
    var text = ""
    var colours = ""
    for left in stride(from: 0, to: columns, by: 2) {
      let parts = [upper[left], upper[left + 1], lower[left], lower[left + 1]]
      let count = parts.count { $0 }
      // Most terminals leave a gap between rows, in the background's colour.
      let isNight = count > 2 || count == 2 && parts[2] && parts[3]
      let now = isNight ? Self.onNight : Self.onDay
      if now != colours { text += now }
      colours = now
      text.append(Self.quarters[parts.reduce(0) { $0 * 2 + ($1 != isNight ? 1 : 0) }])
    }
    return text + Self.plainAgain
  }

  /// Upper left, upper right, lower left and lower right are 8, 4, 2 and 1.
  private static let quarters = Array(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█")
  /// Of the 256 colours that are the same in every terminal.
  private static let onDay = "\u{1B}[38;5;\(night);48;5;\(day)m"
  private static let onNight = "\u{1B}[38;5;\(day);48;5;\(night)m"
  private static let plainAgain = "\u{1B}[0m"
  private static let night = 17
  private static let day = 222

  // MARK: - Around the picture

  /// Where today is, and where the clock changes.
  private var marks: String {
    var line = MarkedLine(look == .blocks ? "▾" : "v", from: Self.margin, to: width)
    // Today is the most wanted, should there not be room for all.
    if let today { line.mark(character(of: today), ChartWords.today) }
    for jump in chart.jumps {
      line.mark(character(of: jump.day), ChartWords.change(jump.seconds, minus: "-"))
    }
    return line.text
  }

  private var months: String {
    var text = String(repeating: " ", count: Self.margin)
    var column = 0
    let isShort = character(of: chart.days.count) < 48
    for month in 1...12 {
      guard let first = CivilDate(year: chart.year, month: month, day: 1),
        let january = CivilDate(year: chart.year, month: 1, day: 1)
      else { continue }
      let start = character(of: first.daysSince1970 - january.daysSince1970)
      let name =
        isShort ? String(ChartWords.months[month - 1].prefix(1)) : ChartWords.months[month - 1]
      guard start >= column else { continue }
      text += String(repeating: " ", count: start - column) + name
      column = start + name.count
    }
    return text
  }

  private var legend: String {
    guard look == .blocks else {
      let words = "# \(ChartWords.dark)  . \(ChartWords.light)  + \(ChartWords.some)"
      return Self.cut("   " + words, to: width)
    }
    let (dark, light) = (Self.onNight + "  ", Self.onDay + "  ")
    return "   \(dark)\(Self.plainAgain) \(ChartWords.dark)  "
      + "\(light)\(Self.plainAgain) \(ChartWords.light)"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}
