import NightBus
import NightCore
import NightDaemon
import TestSupport
import Testing

@Suite("Portal backends as sources")
struct PortalSourceTests {
  private static let dark = ("color-scheme", BusValue.uint32(1))
  private static let light = ("color-scheme", BusValue.uint32(2))

  private static func wrapped(_ value: BusValue, _ times: Int) -> BusValue {
    (0..<times).reduce(value) { value, _ in .variant(value) }
  }

  private static func color(_ parts: Double...) -> BusValue {
    .structure(parts.map(BusValue.double))
  }

  private static func list(_ parts: Double...) -> BusValue {
    .array(.double, parts.map(BusValue.double))
  }

  @Test(
    "The portal source reads the four documented keys and ignores everything else in the reply",
    arguments: [
      ([dark], DesktopReport(source: "gtk", style: .dark), []),
      ([light], DesktopReport(source: "gtk", style: .light), []),
      ([("color-scheme", .uint32(0))], DesktopReport(source: "gtk"), []),
      ([("color-scheme", .uint32(7))], DesktopReport(source: "gtk"), ["color-scheme"]),
      ([("color-scheme", .string("dark"))], DesktopReport(source: "gtk"), ["color-scheme"]),
      ([("color-scheme", .int32(1))], DesktopReport(source: "gtk"), ["color-scheme"]),
      ([("color-scheme", wrapped(.uint32(1), 1))], DesktopReport(source: "gtk", style: .dark), []),
      ([("color-scheme", wrapped(.uint32(1), 5))], DesktopReport(source: "gtk", style: .dark), []),
      ([("color-scheme", wrapped(.uint32(1), 20))], DesktopReport(source: "gtk"), ["color-scheme"]),
      (
        [
          dark, ("contrast", .uint32(1)), ("reduced-motion", .uint32(1)),
          ("accent-color", color(0.25, 0.5, 1)), ("unheard-of", .string("x")),
        ],
        DesktopReport(
          source: "gtk",
          style: .dark,
          isHighContrast: true,
          accent: .init(red: 0.25, green: 0.5, blue: 1),
          isMotionReduced: true
        ), []
      ),
      (
        [light, ("contrast", .uint32(0)), ("reduced-motion", .uint32(0))],
        DesktopReport(
          source: "gtk",
          style: .light,
          isHighContrast: false,
          isMotionReduced: false
        ), []
      ),
      (
        [dark, ("contrast", .uint32(2)), ("reduced-motion", .boolean(true))],
        DesktopReport(source: "gtk", style: .dark, isHighContrast: false, isMotionReduced: false),
        ["contrast", "reduced-motion"]
      ),
      (
        [dark, ("accent-color", color(-1, -1, -1))], DesktopReport(source: "gtk", style: .dark), []
      ),
      (
        [dark, ("accent-color", color(.nan, 0, 0))], DesktopReport(source: "gtk", style: .dark), []
      ),
      (
        [dark, ("accent-color", color(0, 0))], DesktopReport(source: "gtk", style: .dark),
        ["accent-color"]
      ),
      // COSMIC's backend replies with the type (ddd), but its signals have ad.
      (
        [dark, ("accent-color", list(0.25, 0.5, 1))],
        DesktopReport(source: "gtk", style: .dark, accent: .init(red: 0.25, green: 0.5, blue: 1)),
        []
      ),
      (
        [dark, ("accent-color", list(0.25, 0.5, 1.5))], DesktopReport(source: "gtk", style: .dark),
        []
      ),
      (
        [dark, ("accent-color", list(0.25, 0.5))], DesktopReport(source: "gtk", style: .dark),
        ["accent-color"]
      ),
      (
        [dark, ("accent-color", list(0, 0, 0, 1))], DesktopReport(source: "gtk", style: .dark),
        ["accent-color"]
      ),
      (
        [dark, ("accent-color", list())], DesktopReport(source: "gtk", style: .dark),
        ["accent-color"]
      ),
      (
        [dark, ("accent-color", .array(.uint32, [.uint32(1), .uint32(0), .uint32(0)]))],
        DesktopReport(source: "gtk", style: .dark), ["accent-color"]
      ),
      (
        [dark, ("accent-color", .string("blue"))], DesktopReport(source: "gtk", style: .dark),
        ["accent-color"]
      ),
    ] as [([(String, BusValue)], DesktopReport, [String])]
  )
  func read(keys: [(String, BusValue)], report: DesktopReport, flaws: [String]) throws {
    let bench = try DesktopBench()
    let backend = try bench.backend("gtk", .telling(keys))
    bench.watch.sources = ["gtk"]
    #expect(try bench.report(1) == report)
    #expect(backend.asked == [[.strings(["org.freedesktop.appearance"])]])
    // If a source repeats a mistake, the mistake is logged only once.
    for (key, value) in keys { try backend.tell(key, value) }
    try backend.tell("color-scheme", .uint32(report.style == .dark ? 2 : 1))
    try bench.report(2)
    #expect(
      bench.logged
        == flaws.map {
          "gtk reports an invalid value of \($0); nightd treats it as no preference"
        }
    )
  }

  @Test("nightd follows COSMIC's accent, which is an array of three doubles")
  func cosmic() throws {
    let bench = try DesktopBench()
    let backend = try bench.backend(
      "cosmic",
      .telling([Self.dark, ("accent-color", Self.color(0.25, 0.5, 1))])
    )
    bench.watch.sources = ["cosmic"]
    var report = DesktopReport(source: "cosmic", style: .dark)
    report.accent = .init(red: 0.25, green: 0.5, blue: 1)
    #expect(try bench.report(1) == report)
    try backend.tell("accent-color", Self.list(1, 0.5, 0))
    report.accent = .init(red: 1, green: 0.5, blue: 0)
    #expect(try bench.report(2) == report)
    #expect(bench.logged.isEmpty)
  }

  @Test(
    "A source reports only its own settings, and ignores signals of other namespaces or programs"
  )
  func changes() throws {
    let bench = try DesktopBench()
    let backend = try bench.backend("gtk", .telling([Self.light]))
    let stranger = try bench.backend(nil, .telling([]))
    bench.watch.sources = ["gtk"]
    try bench.report(1)
    try stranger.tell("color-scheme", .uint32(1))
    try stranger.tell("color-scheme", .uint32(1), to: bench.connection.uniqueName)
    try backend.tell("color-scheme", .uint32(1), in: "org.gnome.desktop.interface")
    try backend.tell("color-scheme", .uint32(1), in: "x", to: bench.connection.uniqueName)
    try backend.tell("contrast", .uint32(1))
    #expect(
      try bench.report(2) == DesktopReport(source: "gtk", style: .light, isHighContrast: true)
    )
    try backend.tell("color-scheme", .uint32(1), to: bench.connection.uniqueName)
    #expect(
      try bench.report(3) == DesktopReport(source: "gtk", style: .dark, isHighContrast: true)
    )
  }

  @Test("If a backend signals a change before it replies to nightd's call, the change is not lost")
  func between() throws {
    let bench = try DesktopBench()
    let backend = try bench.backend("gtk", .keeping)
    bench.watch.sources = ["gtk"]
    try bench.serve(until: { !backend.kept.isEmpty })
    backend.answerKept([Self.light])
    try backend.tell("color-scheme", .uint32(1))
    try bench.awaitReport(DesktopReport(source: "gtk", style: .dark))
  }

  @Test(
    "Of many rapid changes, the first is reported at once, then some others, and finally the last"
  )
  func flutter() throws {
    let bench = try DesktopBench()
    let backend = try bench.backend("gtk", .telling([Self.light]))
    bench.watch.sources = ["gtk"]
    try bench.report(1)
    try bench.serve(milliseconds: 60)
    let clock = ContinuousClock()
    let start = clock.now
    for turn in 0..<1_000 {
      try backend.tell("color-scheme", .uint32(turn.isMultiple(of: 2) ? 1 : 2))
      if turn == 0 { #expect(try bench.report(2)?.style == .dark) }
      if turn % 100 == 50 { try bench.serve(milliseconds: 40) }
    }
    try backend.tell("contrast", .uint32(1))
    try backend.tell("color-scheme", .uint32(1))
    try bench.awaitReport(DesktopReport(source: "gtk", style: .dark, isHighContrast: true))
    let moments = Int((clock.now - start) / .milliseconds(50))
    #expect(bench.reports.count <= moments + 3, "\(bench.reports.count) in \(moments) moments")
    let count = bench.reports.count
    try bench.serve(milliseconds: 120)
    #expect(bench.reports.count == count)
  }
}
