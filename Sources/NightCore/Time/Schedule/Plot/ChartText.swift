/// The chart of a year as characters for a terminal.
///
/// All weeks have the same number of columns, so that a rule for one weekday makes regular stripes.
package struct ChartText: Sendable {
  package enum Form: Equatable, Sendable {
    /// A chart of plain characters: `#` for dark, `.` for light, and `+` for a mixture.
    case plain
    /// A chart of coloured block characters, each of which has four quarters.
    case blocks
  }

  let chart: YearChart
  let labels: ChartLabels
  let form: Form
  /// Today as a day of the year, counted from 0; nil to mark no day.
  let today: Int?
  /// The width of the terminal in characters.
  let width: Int
  let rows: Int
  /// The number of columns; a block character contains two columns.
  let columns: Int
  /// How much time one column covers, in sixtieths of a day.
  private let span: Int
  /// How many days of the year's first week belong to the previous year.
  private let lead: Int

  static let margin = 3

  /// Creates a chart for a terminal of the given size, and leaves one row for the prompt.
  package init(
    _ chart: YearChart,
    _ labels: ChartLabels,
    _ form: Form,
    size: (width: Int, height: Int),
    today: Int? = nil
  ) {
    self.chart = chart
    self.labels = labels
    self.form = form
    self.today = today
    width = max(size.width, 20)
    rows = Self.heights.last { $0 + Self.otherRows < size.height } ?? Self.heights[0]
    let lead = CivilDate(year: chart.year, month: 1, day: 1)?.weekday ?? 0
    let parts = form == .blocks ? 2 : 1
    let length = (lead + chart.days.count) * 60
    func columns(_ span: Int) -> Int { (length + span - 1) / span }
    let room = (width - Self.margin) * parts
    let span = Self.spans.first { columns($0) <= room } ?? Self.longestSpan
    self.span = span
    self.columns = columns(span)
    self.lead = lead
  }

  /// The possible numbers of rows; with each of them, every labelled hour is at the start of a row.
  private static let heights = [6, 8, 12, 16, 18, 24, 30, 32, 36, 48]
  /// The number of rows around the plot: two titles, the marks, the months and the legend.
  private static let otherRows = 5
  /// The allowed values of `span`, from 7 columns per week to one column for four weeks.
  private static let spans = [60, 70, 84, 105, 140, 210, 420, 840, longestSpan]
  private static let longestSpan = 1_680

  /// Returns two numbers whose ratio is that of dark time to light time in a cell of the chart; row
  /// 0 begins at midnight.
  func share(_ column: Int, _ row: Int, of rows: Int) -> (dark: Int, light: Int) {
    let start = row * YearChart.daySeconds / rows
    let end = (row + 1) * YearChart.daySeconds / rows
    var share = (dark: 0, light: 0)
    var at = column * span
    while at < (column + 1) * span {
      let length = min((column + 1) * span, (at / 60 + 1) * 60) - at
      // A cell outside the year shows the nearest day in the year.
      let day = min(max(at / 60 - lead, 0), chart.days.count - 1)
      let seconds = chart.seconds(on: day, start, end)
      share.dark += length * seconds.dark
      share.light += length * seconds.light
      at += length
    }
    return share
  }

  /// Returns the character column of a day, counted from 0.
  func character(of day: Int) -> Int {
    (lead + day) * 60 / span / (form == .blocks ? 2 : 1)
  }
}

extension ChartText {
  /// The lines of the chart, from the title to the legend, without line ends.
  package var lines: [String] {
    let titles = [labels.title, labels.place + ": " + labels.rules].map { Self.cut($0, to: width) }
    return titles + [marks] + (0..<rows).map(line) + [months, legend]
  }

  private func line(_ index: Int) -> String {
    let row = rows - 1 - index
    let label = row % (rows * hours / 24) == 0 ? Self.two(row * 24 / rows) + " " : "   "
    return label + (form == .blocks ? blocks(row) : plain(row))
  }

  /// The number of hours between two hour labels.
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
        // If a cell has as much dark as light, or the zone skips the day, the style of the previous
        // cell continues.
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
      // Show the colour that covers most of a character as the character's background colour. Most
      // terminals also fill the gaps between rows with the background colour.
      let isNight = count > 2 || count == 2 && parts[2] && parts[3]
      let now = isNight ? Self.onNight : Self.onDay
      if now != colours { text += now }
      colours = now
      text.append(Self.quarters[parts.reduce(0) { $0 * 2 + ($1 != isNight ? 1 : 0) }])
    }
    return text + Self.plainAgain
  }

  /// The block characters; the index is the sum of 8 (upper left), 4 (upper right), 2 (lower left),
  /// 1 (lower right).
  private static let quarters = Array(" ▗▖▄▝▐▞▟▘▚▌▙▀▜▛█")
  /// Escape sequences with colours of the 256-colour palette, which look alike in all terminals.
  private static let onDay = "\u{1B}[38;5;\(night);48;5;\(day)m"
  private static let onNight = "\u{1B}[38;5;\(day);48;5;\(night)m"
  private static let plainAgain = "\u{1B}[0m"
  private static let night = 17
  private static let day = 222

  // MARK: - Around the chart

  /// The line with the marks for today and for clock changes.
  private var marks: String {
    var line = MarkedLine(form == .blocks ? "▾" : "v", from: Self.margin, to: width)
    // Mark today first, because there may not be room for every mark.
    if let today { line.mark(character(of: today), ChartLabels.today) }
    for jump in chart.jumps {
      line.mark(character(of: jump.day), ChartLabels.change(jump.seconds, minus: "-"))
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
        isShort ? String(ChartLabels.months[month - 1].prefix(1)) : ChartLabels.months[month - 1]
      guard start >= column else { continue }
      text += String(repeating: " ", count: start - column) + name
      column = start + name.count
    }
    return text
  }

  private var legend: String {
    guard form == .blocks else {
      let legend = "# \(ChartLabels.dark)  . \(ChartLabels.light)  + \(ChartLabels.some)"
      return Self.cut("   " + legend, to: width)
    }
    let (dark, light) = (Self.onNight + "  ", Self.onDay + "  ")
    return "   \(dark)\(Self.plainAgain) \(ChartLabels.dark)  "
      + "\(light)\(Self.plainAgain) \(ChartLabels.light)"
  }

  private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }

  private static func cut(_ text: String, to width: Int) -> String {
    text.count <= width ? text : text.prefix(width - 1) + "…"
  }
}

/// A line of marks above a chart, with a label beside each mark.
struct MarkedLine {
  private var characters: [Character]
  private let sign: Character
  private let margin: Int

  init(_ sign: Character, from margin: Int, to width: Int) {
    self.sign = sign
    characters = Array(repeating: " ", count: width)
    self.margin = margin
  }

  /// Marks a column and writes its label beside it, if there is room.
  mutating func mark(_ column: Int, _ word: String) {
    let place = margin + column
    guard isFree(place...place) else { return }
    characters[place] = sign
    // The label needs one space before it and one after it.
    let room = word.count + 2
    if isFree(place + 1...place + room - 1) {
      write(word, at: place + 2)
    } else if isFree(place - room...place - 1) {
      write(word, at: place - room + 1)
    }
  }

  var text: String {
    let end = characters.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
    return String(characters[..<end])
  }

  private func isFree(_ range: ClosedRange<Int>) -> Bool {
    range.allSatisfy { characters.indices.contains($0) && characters[$0] == " " }
  }

  private mutating func write(_ word: String, at place: Int) {
    for (index, character) in word.enumerated() { characters[place + index] = character }
  }
}
