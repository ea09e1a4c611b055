import Testing

@testable import SettingsModel

struct SchedulePageTests {
  @Test("The picture's events agree with nightd's sunrise and sunset within two minutes")
  func sun() throws {
    let settings = Samples.settings([(.schedule, .schedule(Samples.schedule([])))])
    let plan = try #require(WeekPlan(rules: []))
    let picture = try #require(settings.dayPicture(plan, 0, Samples.context))
    // nightd: 06:52:54 and 14:57:01 in UTC, which is the zone of these tests.
    #expect(abs((picture.events["sunrise"] ?? 0) - 413) <= 2)
    #expect(abs((picture.events["sunset"] ?? 0) - 897) <= 2)
    #expect(picture.elevations.count == 145)
    #expect(picture.now == 720)
  }

  @Test("In the polar night there are no handles for events, and nothing to draw")
  func polarNight() throws {
    var report = Samples.schedule([])
    (report.latitude, report.longitude) = (78.2, 15.6)
    let settings = Samples.settings([(.schedule, .schedule(report))])
    let plan = try #require(WeekPlan(rules: []))
    let picture = try #require(settings.dayPicture(plan, 0, Samples.context))
    #expect(picture.handles.isEmpty)
    #expect(picture.spans.isEmpty)
  }

  @Test("Without a place, the picture has nightd's assumed times")
  func noPlace() throws {
    var report = Samples.schedule([])
    (report.latitude, report.longitude, report.placeFrom) = (nil, nil, "none")
    let settings = Samples.settings([(.schedule, .schedule(report))])
    let plan = try #require(WeekPlan(rules: []))
    let picture = try #require(settings.dayPicture(plan, 0, Samples.context))
    #expect(picture.elevations.isEmpty)
    #expect(picture.handles.map(\.title) == ["Light from 07:00", "Dark from 19:30"])
  }

  @Test("Rules that the window cannot edit are shown as text, and can be reset")
  func foreignRules() {
    let rules = ["light 07:00", "dark 12:30", "light 13:15", "dark 22:30"]
    let settings = Samples.settings([(.schedule, .schedule(Samples.schedule(rules)))])
    let page = settings.schedulePage(Samples.context)
    let group = page.groups.first { $0.id == "rules" }
    #expect(group?.rows.map(\.title) == rules)
    #expect(page.row("reset", "reset")?.isEnabled == true)
  }

  @Test("Default rules need no reset, on both pages that offer one")
  func defaultRules() {
    let report = Samples.schedule(["dark sunset", "light sunrise"])
    let settings = Samples.settings([
      (.schedule, .schedule(report)), (.undoPlan, .text(CommandResult(code: 0))),
    ])
    #expect(settings.schedulePage(Samples.context).row("reset", "reset")?.isEnabled == false)
    #expect(settings.undoPage(Samples.context).row("schedule", "reset")?.isEnabled == false)
  }

  @Test(
    "A time relative to the sun is said in words, without negative numbers",
    arguments: [
      (["dark sunset-30m", "light sunrise"], "30 min before sunset", "At sunrise"),
      (["dark civil-dusk+5m", "light sunrise-60m"], "5 min after dusk", "60 min before sunrise"),
    ]
  )
  func offsets(_ rules: [String], _ dark: String, _ light: String) {
    let page = Samples.settings([(.schedule, .schedule(Samples.schedule(rules)))])
      .schedulePage(Samples.context)
    #expect(page.row("part 0", "dark offset")?.title == dark)
    #expect(page.row("part 0", "light offset")?.title == light)
  }

  @Test("Times name their zone unless the place is that of the zone")
  func zoneOfTimes() {
    var report = Samples.schedule([])
    func text() -> String? {
      Samples.settings([(.schedule, .schedule(report))]).schedulePage(Samples.context)
        .groups.first { $0.id == "days" }?.text
    }
    #expect(text() == "")
    report.placeFrom = "set"
    #expect(text() == "All times are in the time zone Europe/Berlin.")
  }

  @Test("Edits that follow each other quickly are stored in their order, and none is lost")
  func quickEdits() {
    var settings = Samples.settings([(.schedule, .schedule(Samples.schedule([])))])
    func edit(_ offset: Int) -> [Effect] {
      settings.handle(.intent(.shift(group: 0, .dark, by: offset)), Samples.context)
    }
    let first = ["dark sunset-5m", "light sunrise"]
    let last = ["dark sunset-15m", "light sunrise"]
    #expect(edit(-5) == [.start(.setRules(first))])
    #expect(edit(-5) == [])
    #expect(edit(-5) == [])
    // A report from before the edits does not move the controls back.
    _ = settings.handle(.finished(.schedule, .schedule(Samples.schedule([]))), Samples.context)
    #expect(settings.schedule?.rules == last)
    let effects = settings.handle(.finished(.setRules(first), .done), Samples.context)
    #expect(effects.contains(.start(.setRules(last))))
  }

  @Test(
    "A place is a pair of degrees, the name of a zone, or the city in this name",
    arguments: [
      ("52.5,13.4", Effect.start(.setPlace(latitude: 52.5, longitude: 13.4))),
      (" -33.9 , 151.2 ", .start(.setPlace(latitude: -33.9, longitude: 151.2))),
      ("Asia/Tokyo", .start(.zonePlace("Asia/Tokyo"))),
      ("91,0", .say("Latitudes are from -90 to 90, longitudes from -180 to 180.")),
      ("nan,0", .say("Latitudes are from -90 to 90, longitudes from -180 to 180.")),
      (" berlin ", .start(.zonePlace("Europe/Berlin"))),
      ("São Paulo", .say(enterCity)),
      ("new york", .start(.zonePlace("America/New_York"))),
      ("UTC", .start(.zonePlace("UTC"))),
      (
        "Louisville",
        .say(
          "Louisville is the name of several zones: America/Kentucky/Louisville, America/Louisville"
        )
      ),
      ("lin", .say(enterCity)), ("--help", .say(enterCity)), ("", .say(enterCity)),
    ]
  )
  func place(_ text: String, _ effect: Effect) {
    var settings = Samples.settings([(.zones, .zones(Self.zones))])
    #expect(settings.handle(.intent(.enter(.place, text)), Samples.context) == [effect])
  }

  private static let enterCity =
    "Enter latitude and longitude, as in 52.5,13.4, or a city, as in Tokyo."
  private static let zones = [
    "America/Kentucky/Louisville", "America/Louisville", "America/New_York", "Asia/Tokyo",
    "Europe/Berlin", "Europe/Dublin", "UTC",
  ]

  @Test("A search finds cities by a part of their names, and each can be used")
  func searchZones() {
    var settings = Samples.settings([
      (.zones, .zones(Self.zones)), (.schedule, .schedule(Samples.schedule([]))),
    ])
    func found() -> [String] {
      settings.schedulePage(Samples.context).groups.first { $0.id == "place" }?.rows
        .filter { $0.id.contains("/") }.map(\.title) ?? []
    }
    #expect(found() == [])
    _ = settings.handle(.intent(.enter(.searchZones, "Lin")), Samples.context)
    #expect(found() == ["Europe/Berlin", "Europe/Dublin"])
    _ = settings.handle(.intent(.enter(.searchZones, "new y")), Samples.context)
    #expect(found() == ["America/New York"])
  }

  @Test("The year has a column for each day, and each column is full")
  func year() throws {
    let report = SimulationReport(
      zone: "UTC",
      place: nil,
      from: "2026-01-01T00:00:00Z",
      to: "2027-01-01T00:00:00Z",
      style: .dark,
      transitions: [
        SimulationReport.Transition(time: "", local: "2026-01-01T08:00:00+00:00", style: .light),
        SimulationReport.Transition(time: "", local: "2026-01-03T16:00:00+00:00", style: .dark),
        SimulationReport.Transition(time: "", local: "broken", style: .light),
      ]
    )
    let settings = Samples.settings([(.year(2026), .simulation(report))])
    let year = try #require(settings.yearPicture(Samples.context))
    #expect(year.days.count == 365)
    #expect(year.today == 333)
    #expect(year.months.map(\.day) == [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334])
    #expect(year.days.allSatisfy { $0.map { $0.to - $0.from }.reduce(0, +) == 1440 })
    #expect(year.days[0].map(\.style) == [.dark, .light])
    #expect(year.days[1].map(\.style) == [.light])
    #expect(year.days[364].map(\.style) == [.dark])
  }

  @Test(
    "Degrees have at most two decimals",
    arguments: [(52.5, "52.5"), (13.3666667, "13.37"), (-0.001, "0"), (-33.05, "-33.05"), (7, "7")]
  )
  func degrees(_ value: Double, _ text: String) { #expect(Settings.degrees(value) == text) }
}
