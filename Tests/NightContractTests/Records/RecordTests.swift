import NightBus
import NightContract
import NightCore
import Testing

@Suite("Records on the bus")
struct RecordTests {
  private static let time = Instant(microseconds: 1_795_277_100_000_000)
  private static let process = HistoryEntry.Process(number: 7, name: "kwin")

  private static var change: HistoryEntry {
    var entry = HistoryEntry(
      time: time,
      style: .dark,
      theme: "midnight",
      reason: .hold,
      origin: .caller(process)
    )
    entry.isOfStyle = false
    entry.look = LookChange(isHighContrast: false, accent: "#aabbcc", isMotionReduced: true)
    return entry
  }

  private static var layer: LayerRow {
    var row = LayerRow(.user, isOwn: true)
    row.file = "/etc/xdg/nightd/config.json5"
    row.position = Position(line: 3, column: 9)
    row.value = .array([.integer(1), .string("two")])
    row.flaw = "not a style"
    row.lock = "accent"
    row.isIgnored = true
    row.wins = true
    return row
  }

  private func isSameBack<Kind: Record & Equatable>(_ record: Kind) -> Bool {
    Kind(record.bus) == record && Kind(Kind.blank.bus) == Kind.blank
  }

  @Test("A record is unchanged after it is sent over a bus")
  func bothWays() throws {
    #expect(isSameBack(Self.change))
    #expect(isSameBack(Inhibitor(application: "a", why: "b", since: Self.time)))
    #expect(
      isSameBack(
        Inhibitor(application: "a", why: "b", since: Self.time, process: Self.process)
      )
    )
    #expect(isSameBack(Self.layer))
    let key = try PreferenceKey("style.choice", of: "org.example.Editor")
    let place = Position(line: 1, column: 2)
    #expect(
      isSameBack(PreferenceFinding(.value, in: "f", at: place, of: key, "m", advice: "a"))
    )
    let accent = Accent(red: 0, green: 0.5, blue: 1)
    let report = DesktopReport(
      source: "gtk",
      style: .dark,
      isHighContrast: true,
      accent: accent,
      isMotionReduced: false
    )
    #expect(isSameBack(DesktopView(report: report, isIgnored: true)))
    #expect(isSameBack(DesktopView(report: DesktopReport(source: "kde"), isIgnored: false)))
    var theme = ThemeSummary(name: "sea", origin: .user, file: "/sea", style: .light, flaw: "x")
    theme.isInUse = true
    #expect(isSameBack(theme))
    #expect(isSameBack(StoreProblem(path: "/s", why: "empty", isEarlierKnown: true)))
    let copy = StoreProblem.Copy(path: "/s.last", written: Self.time)
    #expect(isSameBack(StoreProblem(path: "/s", why: "empty", aside: "/s.aside-1", copy: copy)))
  }

  @Test("A record without a required field is rejected; other missing fields get default values")
  func required() {
    func without(_ name: String, _ bus: BusValue) -> BusValue {
      guard case .dictionary(let key, let value, let entries) = bus else { return bus }
      return .dictionary(key, value, entries.filter { $0.key != .string(name) })
    }
    #expect(HistoryEntry(without("time", Self.change.bus)) == nil)
    #expect(HistoryEntry(without("style", Self.change.bus)) == nil)
    #expect(HistoryEntry(without("theme", Self.change.bus))?.theme == "")
    #expect(HistoryEntry(without("reason", Self.change.bus))?.reason == .fallback)
    #expect(HistoryEntry(without("style-changed", Self.change.bus))?.isOfStyle == true)
    #expect(HistoryEntry(without("process", Self.change.bus))?.origin == .caller(nil))
    #expect(LayerRow(without("layer", Self.layer.bus)) == nil)
    #expect(LayerRow(without("column", Self.layer.bus))?.position == nil)
    #expect(Inhibitor(.string("x")) == nil)
    #expect(HistoryEntry(.structure([.string("x")])) == nil)
  }

  @Test("If a field of a record has the wrong type, the field is treated as missing")
  func malformed() {
    let options = BusValue.options([
      ("why", .string("film")), ("app", .uint32(3)), ("since", .string("2026-11-21T07:10:00Z")),
      ("process", .uint64(7)), ("newer", .boolean(true)),
    ])
    let since = Instant(microseconds: 0)
    #expect(Inhibitor(options) == Inhibitor(application: "", why: "film", since: since))
    #expect(ThemeSummary(.options([("name", .string("a")), ("style", .string("dusk"))])) != nil)
    #expect(LayerRow(.options([("layer", .string("cloud"))])) == nil)
  }

  @Test("If a finding contains an impossible preference key, the key is read as nil")
  func key() {
    let members: [(String, BusValue)] = [
      ("kind", .string("value")), ("file", .string("f")), ("message", .string("m")),
    ]
    #expect(PreferenceFinding(.options(members + [("key", .string("a..b"))]))?.key == nil)
    #expect(PreferenceFinding(.options(members + [("key", .string("fade"))]))?.key != nil)
  }

  @Test("An appearance without a theme has the built-in theme of its style")
  func appearance() {
    let dark = Snapshot([.string("dark"), .uint64(4), .options([])])
    #expect(dark?.appearance.theme == "midnight" && dark?.serial == 4)
    #expect(dark?.appearance.choice == .system && dark?.appearance.reason == .fallback)
    let other = Snapshot([
      .string("light"), .uint64(1),
      .options([("contrast", .uint32(2)), ("by", .string("desktop")), ("choice", .string("new"))]),
    ])
    #expect(other?.appearance.isHighContrast == false && other?.appearance.isByDesktop == true)
    #expect(Snapshot([.string("dusk"), .uint64(1), .options([])]) == nil)
  }
}

@Suite("Reports about hooks and other reactions on the bus")
struct ReactionReportBusTests {
  @Test(
    "A report on a program that nightd ran is the same after it is sent, however the program ended",
    arguments: ReactionReport.End.allCases
  )
  func bothWays(end: ReactionReport.End) throws {
    var report = ReactionReport(name: "gsettings", isRunning: true, runs: 3, skipped: 198)
    #expect(ReactionReport(report.bus) == report)
    report.last = ReactionReport.Last(
      time: Instant(microseconds: 1_795_277_100_000_000),
      milliseconds: 40,
      end: end,
      code: -1,
      isFailed: true,
      words: "ended with code 1",
      output: "one\ntwo"
    )
    #expect(ReactionReport(report.bus) == report)
  }

  @Test("A malformed report on a program that nightd ran is rejected")
  func none() {
    #expect(ReactionReport(.string("gsettings")) == nil)
    #expect(ReactionReport(.options([("runs", .uint64(1))])) == nil)
  }
}
