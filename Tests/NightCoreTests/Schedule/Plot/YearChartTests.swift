import NightCore
import Testing

@Suite("Chart of a year")
struct YearChartTests {
  typealias Run = YearChart.Run
  static let clock = ["light 07:00", "dark 19:30"]

  static func chart(_ year: Int, _ rules: [String], _ rule: String = "UTC0") throws -> YearChart {
    let timeline = Timeline(try Schedule(rules), try Zone(rule: rule), nil)
    return try #require(YearChart(year, of: timeline))
  }

  @Test(
    "Each day of the chart lasts from midnight to midnight",
    arguments: [(2026, 365), (2028, 366)]
  )
  func days(year: Int, count: Int) throws {
    let day = [
      Run(0, 25_200, .dark), Run(25_200, 70_200, .light), Run(70_200, 86_400, .dark),
    ]
    let chart = try Self.chart(year, Self.clock)
    #expect(chart.days == Array(repeating: day, count: count))
    #expect(chart.jumps == [])
  }

  @Test("A chart can be made for each of the years 1 to 9999, but for no other year")
  func years() throws {
    for year in [1, 1582, 1900, 9999] {
      let chart = try Self.chart(year, Self.clock)
      #expect(chart.days.allSatisfy { $0.count == 3 }, "\(year)")
    }
    for year in [Int.min, -1, 0, 10_000, Int.max] {
      #expect(YearChart(year, of: Timeline(.default, .utc, nil)) == nil)
    }
  }

  @Test(
    "In a chart, a skipped hour is not drawn, and of a repeated hour only the first pass is drawn"
  )
  func jumps() throws {
    let zone = try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    let transitions = [
      ("2026-03-29T00:30:00Z", Style.light), ("2026-03-29T04:00:00Z", .dark),
      // On this day, the hour from 02:00 comes twice: these two times are 02:30 in the first pass
      // and 02:45 in the second.
      ("2026-10-25T00:30:00Z", .light), ("2026-10-25T01:45:00Z", .dark),
      ("2026-10-25T05:00:00Z", .light),
    ]
    let changes = try transitions.map { Transition(try #require(Instant(iso: $0.0)), $0.1) }
    let chart = try #require(YearChart(2026, in: zone, .dark, changes))
    let march = 87, october = 297
    #expect(chart.days[march - 1] == [Run(0, 86_400, .dark)])
    #expect(
      chart.days[march] == [
        Run(0, 5_400, .dark), Run(5_400, 7_200, .light), Run(10_800, 21_600, .light),
        Run(21_600, 86_400, .dark),
      ]
    )
    #expect(
      chart.days[october] == [
        Run(0, 9_000, .dark), Run(9_000, 10_800, .light), Run(10_800, 21_600, .dark),
        Run(21_600, 86_400, .light),
      ]
    )
    #expect(
      chart.jumps == [.init(day: march, seconds: 3_600), .init(day: october, seconds: -3_600)]
    )
  }

  @Test("In a chart, a skipped day is empty, and of a repeated day only the first pass is drawn")
  func dateLine() throws {
    // The zone crosses the date line on 10 April, and crosses back on 19 July.
    let chart = try Self.chart(2026, Self.clock, "XXX12YYY-12,J100/0,J200/0")
    #expect(chart.days[99] == [])
    #expect(chart.days.filter { $0.count == 3 }.count == 364)
    #expect(chart.jumps.map(\.day) == [99, 199])
    #expect(chart.jumps.map(\.seconds) == [86_400, -86_400])
  }

  @Test("The chart counts for how many seconds each style lasts between two times")
  func seconds() throws {
    let chart = try Self.chart(2026, Self.clock)
    #expect(chart.seconds(on: 5, 0, 86_400) == (dark: 41_400, light: 45_000))
    #expect(chart.seconds(on: 5, 25_100, 25_300) == (dark: 100, light: 100))
    #expect(chart.seconds(on: 5, 300, 200) == (dark: 0, light: 0))
  }

  @Test("The lines of sunrise and sunset have gaps at clock changes and while the sun does not set")
  func sunLines() throws {
    let zone = try Zone(rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    func lines(_ latitude: Double, _ longitude: Double) throws -> [[YearChart.Point]] {
      let place = try #require(Place(latitude: latitude, longitude: longitude))
      return YearChart.sunLines(2026, of: Timeline(.default, zone, place))
    }
    let berlin = try lines(52.5, 13.37)
    // The lines show sunrise before, during and after summer time, and then sunset in the same
    // three periods.
    #expect(berlin.map { $0.first?.day } == [0, 87, 297, 0, 87, 297])
    #expect(berlin.map { $0.last?.day } == [86, 296, 364, 86, 296, 364])
    let tromso = try lines(69.65, 18.96)
    #expect(!tromso.contains { $0.contains { (145...200).contains($0.day) } })
    #expect(!tromso.contains { $0.contains { $0.day > 335 || $0.day < 10 } })
    #expect(YearChart.sunLines(2026, of: Timeline(.default, zone, nil)) == [])
  }
}
