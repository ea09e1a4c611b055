import NightContract
import NightCore
import Testing

@testable import nightctl

/// The facts from which the test cases start; the time is 20:00 UTC on Saturday 2026-11-21.
extension Reasoning {
  static let now = made(20, 0)

  /// A time on 2026-11-21, or `day` days later.
  static func made(_ hour: Int64, _ minute: Int64, day: Int64 = 0) -> Instant {
    // This is 2026-11-21T00:00:00Z.
    let midnight: Int64 = 1_795_219_200
    return Instant(microseconds: (midnight + day * 86_400 + hour * 3_600 + minute * 60) * 1_000_000)
  }

  init(
    _ style: Style,
    _ reason: Reason,
    _ choice: Choice,
    since: Instant = made(19, 40),
    isChosen: Bool = true,
    next: Instant? = nil,
    _ change: (inout Reasoning) -> Void = { _ in }
  ) {
    let appearance = Appearance(
      style: style,
      choice: choice,
      isChosen: isChosen,
      reason: reason,
      since: since,
      next: next,
      nextStyle: next.map { _ in style.opposite }
    )
    self.init(Explanation(Snapshot(serial: 1, appearance: appearance)), at: Self.now)
    clock = { LocalTime($0, in: .utc) }
    explanation.sources = ["gtk", "gsettings"]
    if isChosen { explanation.choice = [.winning(.set, choice)] }
    change(&self)
  }

  /// Adds two entries to the history: the change to the current style, and the change before it.
  mutating func changed(
    by origin: HistoryEntry.Origin?,
    _ edit: (inout [HistoryEntry]) -> Void = { _ in }
  ) {
    let appearance = explanation.appearance
    let entry = HistoryEntry(
      time: appearance.since.adding(microseconds: 12_000),
      style: appearance.style,
      theme: "",
      reason: appearance.reason,
      origin: origin
    )
    var before = entry
    before.time = entry.time.adding(microseconds: -1_000_000_000)
    before.style = entry.style.opposite
    var changes = [entry, before]
    edit(&changes)
    explanation.beginning = .beginning(of: appearance, in: changes)
    explanation.lastChange = changes.first
  }

  mutating func decides(
    by rules: [String] = ["dark sunset", "light sunrise"],
    causes: [String]? = nil,
    at place: PlaceSection
  ) {
    let style = explanation.appearance.style.rawValue
    explanation.schedule = ScheduleSection(
      rules: rules,
      causes: causes ?? rules.filter { $0.hasPrefix(style + " ") },
      usesSun: (try? Schedule(rules))?.usesSun ?? true
    )
    explanation.place = place
  }

  mutating func desktop(_ style: Style?, _ source: String = "gnome", isIgnored: Bool = false) {
    let report = DesktopReport(source: source, style: style)
    explanation.desktop = DesktopView(report: report, isIgnored: isIgnored)
    explanation.appearance.desktop = report.word
  }
}

extension LayerRow {
  static func winning(
    _ origin: PreferenceOrigin,
    _ choice: Choice,
    file: String? = nil,
    lock: String? = nil
  ) -> LayerRow {
    var row = LayerRow(origin, isOwn: false)
    row.value = .string(choice.rawValue)
    row.file = file
    row.position = file.map { _ in Position(line: 3, column: 5) }
    row.lock = lock
    row.wins = true
    return row
  }

  static func ignored(_ choice: Choice) -> LayerRow {
    var row = LayerRow(.set, isOwn: false)
    row.value = .string(choice.rawValue)
    row.isIgnored = true
    return row
  }
}

extension HistoryEntry.Origin {
  static func program(_ name: String?) -> HistoryEntry.Origin {
    .caller(.init(number: 4711, name: name))
  }
}

extension PlaceSection {
  static let berlin = PlaceSection(
    .zone,
    Place(latitude: 52.5, longitude: 13.37),
    zone: "Europe/Berlin"
  )
}

/// Facts at one moment, and the sentences that nightctl must print for them.
struct WhyCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> Reasoning
  let lines: [String]

  init(_ description: String, _ lines: String..., make: @escaping @Sendable () -> Reasoning) {
    testDescription = description
    self.make = make
    self.lines = lines
  }
}
