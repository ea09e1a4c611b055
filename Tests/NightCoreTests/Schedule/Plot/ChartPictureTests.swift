import NightCore
import Testing

@Suite("SVG image of a year's schedule")
struct ChartPictureTests {
  static let labels = ChartLabels(
    title: "A <year>",
    place: "Here & \"there\"",
    rules: "dark\n19:30"
  )
  static let berlin = "CET-1CEST,M3.5.0,M10.5.0/3"

  static func picture(
    _ rules: [String],
    _ zone: String = "UTC0",
    _ latitude: Double? = nil
  ) throws -> String {
    let place = latitude.flatMap { Place(latitude: $0, longitude: 13.4) }
    let timeline = Timeline(try Schedule(rules), try Zone(rule: zone), place)
    let chart = try #require(YearChart(2026, of: timeline))
    return ChartPicture(chart, labels, sun: YearChart.sunLines(2026, of: timeline)).text
  }

  static let pictures: [(rules: [String], zone: String, latitude: Double?, kilobytes: Int)] = [
    (["dark 19:30", "light 07:00"], "UTC0", nil, 3),
    (["dark sunset", "light sunrise"], berlin, 52.5, 16),
    (["dark sunset", "light sunrise"], berlin, 89.9, 12),
    (
      ["dark sunset on mon-fri", "light sunrise on mon-fri", "dark 23:00 on sat,sun"], berlin, 52,
      30
    ),
    (["dark 19:30", "light 07:00"], "XXX12YYY-12,J100/0,J200/0", nil, 4),
    (windows, berlin, 60, 60),
  ]

  /// Each day has four dark periods; their times differ between the weekdays.
  private static let windows = Weekdays.names.enumerated().flatMap { index, day in
    (0..<8).map { "\($0 % 2 == 0 ? "dark" : "light") \(10 + $0):\(10 + index) on \(day)" }
  }

  @Test("The SVG image is well-formed, small and reproducible", arguments: pictures)
  func form(rules: [String], zone: String, latitude: Double?, kilobytes: Int) throws {
    let picture = try Self.picture(rules, zone, latitude)
    #expect(Self.flaw(in: picture) == nil)
    #expect(picture.utf8.count < kilobytes * 1_000)
    #expect(try Self.picture(rules, zone, latitude) == picture)
    // The image must contain no script and load no resource.
    for word in ["<script", "href", "url(http", "@import", "<image", "<style"] {
      #expect(!picture.contains(word))
    }
  }

  @Test("Text from users is escaped in the SVG image")
  func escaped() throws {
    let picture = try Self.picture(["dark 19:30", "light 07:00"])
    #expect(picture.contains("<title id=\"title\">A &lt;year&gt;</title>"))
    #expect(
      picture.contains(
        """
        <desc id="desc">Here &amp; "there": dark 19:30. Each column is a day of 2026, from midnight \
        at the bottom to midnight at the top. Each day has 11 h 30 min of dark.</desc>
        """
      )
    )
  }

  @Test("The SVG image's description mentions the days with the longest and the shortest dark time")
  func description() throws {
    let picture = try Self.picture(["dark sunset", "light sunrise"], Self.berlin, 52.5)
    #expect(
      picture.contains(
        "The longest dark time is 16 h 20 min, on 21 Dec; the shortest is 7 h 10 min, on 21 Jun.</desc>"
      )
    )
  }

  @Test("In the SVG image, successive days with equal dark times form a single area")
  func areas() throws {
    let year = try Self.picture(["dark 19:30", "light 07:00"])
    #expect(year.contains(" d=\"M52 359h730V464h-730zM52 104h730V171.5h-730z\" "))
    // The first area covers the 99 days before the skipped day; the second covers the 265 days
    // after it.
    let gap = try Self.picture(["dark 19:30", "light 07:00"], "XXX12YYY-12,J100/0,J200/0")
    #expect(gap.contains("M52 359h198V464h-198z"))
    #expect(gap.contains("M252 359h530V464h-530z"))
    #expect(gap.contains(" d=\"M250 104h2V464h-2z\" fill=\"#15162b\"/>"))
  }

  @Test("If dark periods split or merge, the SVG image starts new areas")
  func parting() throws {
    let changes = [
      Transition(try #require(Instant(iso: "2026-01-03T06:00:00Z")), .light),
      Transition(try #require(Instant(iso: "2026-01-03T18:00:00Z")), .dark),
    ]
    let chart = try #require(YearChart(2026, in: .utc, .dark, changes))
    #expect(
      ChartPicture(chart, Self.labels).text.contains(
        " d=\"M52 104h4V464h-4zM56 374h2V464h-2zM56 104h2V194h-2zM58 104h724V464h-724z\" "
      )
    )
  }

  @Test("Each clock change is drawn as a line, whose label states the size of the change")
  func jumps() throws {
    let picture = try Self.picture(["dark 19:30", "light 07:00"], Self.berlin)
    #expect(picture.contains("<text x=\"226\" y=\"96\">+1 h</text>"))
    #expect(picture.contains("<text x=\"646\" y=\"96\">−1 h</text>"))
    #expect(picture.contains(" d=\"M226 104v360\" "))
    // When the clock skips an hour, the image has no gap.
    #expect(picture.contains(" d=\"M52 359h730V464h-730zM52 104h730V171.5h-730z\" "))
  }

  /// Returns the first part of the text that is not simple XML, which is tags with attributes and
  /// text between tags.
  private static func flaw(in text: String) -> String? {
    let token =
      #/<(/?)([a-zA-Z]+)((?: [a-zA-Z:0-9-]+="[^"<&]*")*)(/?)>|&(?:amp|lt|gt);|[^<&]+/#
    var rest = text[...]
    var open: [Substring] = []
    while let match = rest.prefixMatch(of: token) {
      rest = rest[match.range.upperBound...]
      guard let name = match.output.2 else { continue }
      if match.output.1 == "/" {
        guard open.popLast() == name else { return "</\(name)>" }
      } else if match.output.4 != "/" {
        open.append(name)
      }
    }
    return rest.isEmpty && open.isEmpty ? nil : "\(open) \(rest.prefix(40))"
  }
}
