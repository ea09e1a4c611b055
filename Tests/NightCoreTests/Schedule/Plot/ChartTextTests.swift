import NightCore
import Testing

@Suite("Chart of a year in characters")
struct ChartTextTests {
  static let labels = ChartLabels(
    title: "A year",
    place: "Somewhere",
    rules: "light 06:00; and so on"
  )
  static let stripes = ["light 06:00", "dark 18:00 on mon-fri", "dark 22:00 on sat,sun"]

  /// Returns the chart's lines.
  ///
  /// A « stands for the start of a colour escape, and a » for its end.
  static func lines(
    _ rules: [String],
    _ form: ChartText.Form,
    _ width: Int,
    _ height: Int,
    zone: String = "UTC0",
    today: Int? = nil
  ) throws -> [String] {
    let chart = try YearChartTests.chart(2026, rules, zone)
    let size = (width: width, height: height)
    return ChartText(chart, labels, form, size: size, today: today).lines.map {
      $0.replacing("\u{1B}[38;5;17;48;5;222m", with: "«").replacing("\u{1B}[0m", with: "»")
        .replacing("\u{1B}[38;5;222;48;5;17m", with: "‹")
    }
  }

  @Test("The chart without colours shows each style as one character")
  func plain() throws {
    let text = try Self.lines(["light 06:00", "dark 18:00"], .plain, 30, 14, today: 324)
    #expect(
      text.joined(separator: "\n") == """
        A year
        Somewhere: light 06:00; and s…
                            today v
           ###########################
           ###########################
           ...........................
        12 ...........................
           ...........................
           ...........................
           ###########################
        00 ###########################
           J F M A M  J J A S O N  D
           # dark  . light  + some of…
        """
    )
  }

  @Test("If rules differ between weekdays, the chart without colours has stripes of equal width")
  func plainStripes() throws {
    let text = try Self.lines(Self.stripes, .plain, 112, 12)
    #expect(
      text.joined(separator: "\n") == """
        A year
        Somewhere: light 06:00; and so on

           \(String(repeating: "#+", count: 52))##
           \(String(repeating: "+.", count: 52))++
        12 \(String(repeating: ".", count: 106))
           \(String(repeating: ".", count: 106))
           \(String(repeating: "+", count: 106))
        00 \(String(repeating: "#", count: 106))
           Jan      Feb     Mar      Apr      May      Jun     Jul      Aug      Sep     Oct      \
        Nov      Dec
           # dark  . light  + some of both
        """
    )
  }

  @Test(
    "In the coloured chart, each character has four quarters, and dark is the background colour"
  )
  func blocks() throws {
    let zone = "CET-1CEST,M3.5.0,M10.5.0/3"
    let text = try Self.lines(Self.stripes, .blocks, 57, 12, zone: zone, today: 324)
    #expect(
      text.joined(separator: "\n") == """
        A year
        Somewhere: light 06:00; and so on
                       ▾ +1 h                   -1 h ▾   ▾ today
           ‹\(String(repeating: "▗", count: 52)) »
           «\(String(repeating: "▘", count: 52))▀»
        12 «\(String(repeating: " ", count: 53))»
           «\(String(repeating: " ", count: 53))»
           ‹\(String(repeating: "▀", count: 53))»
        00 ‹\(String(repeating: " ", count: 53))»
           Jan Feb Mar  Apr May  Jun Jul Aug  Sep Oct Nov  Dec
           ‹  » dark  «  » light
        """
    )
  }

  static let terminals = [
    (1, 1), (20, 5), (56, 24), (80, 24), (100, 30), (120, 40), (190, 60), (500, 200),
  ]

  @Test("The chart fits every terminal that has the minimum size", arguments: terminals)
  func fits(width: Int, height: Int) throws {
    for form in [ChartText.Form.plain, .blocks] {
      let lines = try Self.lines(Self.stripes, form, width, height, today: 0)
      let widest = lines.map { $0.filter { !"«‹»".contains($0) }.count }.max()
      // The chart may be 25 columns wide even if fewer are requested, because no terminal that
      // people use is narrower.
      #expect(try #require(widest) <= max(width, 25))
      #expect(lines.count < max(height, 12))
      #expect(height < 12 || lines.count * 3 > min(height, 50) * 2)
      #expect(lines.contains { $0.hasPrefix("00 ") } && lines.contains { $0.hasPrefix("12 ") })
    }
  }

  @Test("In a chart with a column for each day, a skipped day is an empty column")
  func missingDay() throws {
    let lines = try Self.lines(["light 06:00", "dark 18:00"], .plain, 400, 12, zone: Self.dateLine)
    let noon = try #require(lines.first { $0.hasPrefix("12 ") })
    #expect(
      noon.dropFirst(3).prefix(371).enumerated().filter { $0.element == " " }.map(\.offset) == [102]
    )
    #expect(lines[2].contains("v +24 h"))
  }

  private static let dateLine = "XXX12YYY-12,J100/0,J200/0"
}
