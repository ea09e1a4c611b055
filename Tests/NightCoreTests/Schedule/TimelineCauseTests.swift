import NightCore
import Testing

@Suite("Rules that caused a style")
struct TimelineCauseTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let rules: [String]
    let style: Style
    /// 2026-11-20 is a Friday.
    let time: String
    let causes: [String]

    var testDescription: String { "\(style.rawValue) at \(time) by \(rules)" }
  }

  private static let split = ["dark 20:00 on mon-fri", "dark 22:00 on sat,sun", "light 07:00"]
  private static let workdays = ["dark 20:00 on mon-fri", "light 07:00 on mon-fri"]

  static let cases = [
    Case(
      rules: ["dark 20:00", "light 07:00", "light 06:30"],
      style: .light,
      time: "2026-11-20T12:00:00Z",
      causes: ["light 07:00", "light 06:30"]
    ),
    Case(
      rules: split,
      style: .dark,
      time: "2026-11-20T21:00:00Z",
      causes: ["dark 20:00 on mon-fri"]
    ),
    Case(
      rules: split,
      style: .dark,
      time: "2026-11-21T05:00:00Z",
      causes: ["dark 20:00 on mon-fri"]
    ),
    Case(
      rules: split,
      style: .dark,
      time: "2026-11-21T23:00:00Z",
      causes: ["dark 22:00 on sat,sun"]
    ),
    // Without a location, sunset counts as 19:30.
    Case(
      rules: workdays,
      style: .dark,
      time: "2026-11-22T21:00:00Z",
      causes: ["dark sunset"]
    ),
    // On the day of the last change, all rules have the other style, so the style in effect comes
    // from a rule of another day.
    Case(
      rules: ["dark 20:00 on mon", "light 07:00 on mon-sun"],
      style: .dark,
      time: "2026-11-20T12:00:00Z",
      causes: ["dark 20:00 on mon"]
    ),
    Case(
      rules: ["light 07:00 on mon-fri", "dark 20:00 on mon"],
      style: .dark,
      time: "2026-11-20T12:00:00Z",
      causes: ["dark 20:00 on mon", "dark sunset"]
    ),
  ]

  @Test(
    "A style's causes are the rules for the day on which the style last changed",
    arguments: cases
  )
  func causes(of row: Case) throws {
    let timeline = Timeline(try Schedule(row.rules), .utc, nil)
    let now = try #require(Instant(iso: row.time))
    #expect(timeline.causes(of: row.style, at: now) == row.causes)
  }
}
