/// The drawing of a year in characters, for a terminal.
///
/// A week is always so many columns wide, so that rules for weekdays make even stripes.
package struct ChartText: Sendable {
  package enum Look: Equatable, Sendable {
    /// `#` and `.`, and `+` where days side by side differ.
    case plain
    /// Quarters of a character, in colours.
    case blocks
  }

  let chart: YearChart
  let words: ChartWords
  let look: Look
  /// The day of the year, from 0.
  let today: Int?
  /// In characters.
  let width: Int
  let rows: Int
  /// In parts of a character: blocks have two side by side, and two above each other.
  let columns: Int
  /// The part of the year that a column takes, in sixtieths of a day.
  private let span: Int
  /// Days of the first week that are of the year before.
  private let lead: Int

  static let margin = 3

  /// A picture for a terminal of that size, with a row left for the prompt.
  package init(
    _ chart: YearChart,
    _ words: ChartWords,
    _ look: Look,
    size: (width: Int, height: Int),
    today: Int? = nil
  ) {
    self.chart = chart
    self.words = words
    self.look = look
    self.today = today
    width = max(size.width, 20)
    rows = Self.heights.last { $0 + Self.otherRows < size.height } ?? Self.heights[0]
    let lead = CivilDate(year: chart.year, month: 1, day: 1)?.weekday ?? 0
    let parts = look == .blocks ? 2 : 1
    let length = (lead + chart.days.count) * 60
    func columns(_ span: Int) -> Int { (length + span - 1) / span }
    let room = (width - Self.margin) * parts
    let span = Self.spans.first { columns($0) <= room } ?? Self.longestSpan
    self.span = span
    self.columns = columns(span)
    self.lead = lead
  }

  /// Heights at which the hours of the side stand at full rows.
  private static let heights = [6, 8, 12, 16, 18, 24, 30, 32, 36, 48]
  /// Two for the titles, one each for marks, months and legend.
  private static let otherRows = 5
  /// A week is seven columns, six, and so on down to one, or several weeks share one.
  private static let spans = [60, 70, 84, 105, 140, 210, 420, 840, longestSpan]
  private static let longestSpan = 1_680

  /// How much of one part of the picture is dark and light; rows count from midnight upwards.
  func share(_ column: Int, _ row: Int, of rows: Int) -> (dark: Int, light: Int) {
    let start = row * YearChart.daySeconds / rows
    let end = (row + 1) * YearChart.daySeconds / rows
    var share = (dark: 0, light: 0)
    var at = column * span
    while at < (column + 1) * span {
      let length = min((column + 1) * span, (at / 60 + 1) * 60) - at
      // What is beyond the year looks as its nearest day.
      let day = min(max(at / 60 - lead, 0), chart.days.count - 1)
      let seconds = chart.seconds(on: day, start, end)
      share.dark += length * seconds.dark
      share.light += length * seconds.light
      at += length
    }
    return share
  }

  /// The column of characters in which a day stands, from 0.
  func character(of day: Int) -> Int {
    (lead + day) * 60 / span / (look == .blocks ? 2 : 1)
  }
}
